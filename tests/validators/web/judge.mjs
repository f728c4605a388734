// Judges HTML pages: the Nu HTML checker reads them, and axe-core looks at them in headless Chromium, on a phone and a
// desktop, light, dark and printed. Prints one JSON object: { "page": ["what is wrong", …], … }.
//
// node judge.mjs [--shots FOLDER] MODULES PAGE…      MODULES is the node_modules folder that the lock file was installed to
import { createRequire } from "node:module";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const args = process.argv.slice(2);
const shots = args[0] === "--shots" ? args.splice(0, 2)[1] : null;
const [modules, ...pages] = args.map((path) => resolve(path));
const require = createRequire(join(modules, "x.js"));
const axe = require("axe-core");
const puppeteer = require("puppeteer-core");

const faults = Object.fromEntries(pages.map((page) => [basename(page), []]));

function checkSyntax() {
  const jar = require("vnu-jar");
  const run = spawnSync("java", ["-Xss8m", "-jar", jar, "--format", "json", "--stdout", ...pages], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (!run.stdout) throw new Error(`the HTML checker did not answer: ${run.stderr}`);
  for (const message of JSON.parse(run.stdout).messages) {
    const page = basename(decodeURIComponent(new URL(message.url).pathname));
    const place = `${message.lastLine ?? 0}:${message.firstColumn ?? 0}`;
    faults[page].push(`html ${message.type} ${place}: ${message.message}: ${(message.extract ?? "").slice(0, 120)}`);
  }
}

const VIEWS = [
  { name: "phone", width: 390, height: 844, mobile: true },
  { name: "phone-dark", width: 390, height: 844, mobile: true, dark: true },
  { name: "narrow", width: 320, height: 640, mobile: true },
  { name: "desktop", width: 1280, height: 900 },
  { name: "print", width: 794, height: 1123, print: true },
];

async function look(browser, file, view) {
  const page = await browser.newPage();
  await page.setBypassCSP(true);
  const complaints = faults[basename(file)];
  const complain = (what) => complaints.push(`${view.name}: ${what}`);
  page.on("console", (message) => message.type() === "error" && complain(`console: ${message.text()}`));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) complain(`asks for ${request.url()}`);
  });
  await page.setViewport({
    width: view.width,
    height: view.height,
    isMobile: !!view.mobile,
    hasTouch: !!view.mobile,
    deviceScaleFactor: 1,
  });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: view.dark ? "dark" : "light" }]);
  if (view.print) await page.emulateMediaType("print");
  await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  await page.evaluate(axe.source);
  const result = await page.evaluate(async () =>
    window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    }),
  );
  for (const violation of result.violations) {
    for (const node of violation.nodes) {
      complain(`axe ${violation.id}: ${node.target.join(" ")}: ${node.html.slice(0, 120)}: ${node.failureSummary}`);
    }
  }
  // Nothing but the regions made for it may be wider than the screen.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (!view.print && wide > 0) complain(`the page is ${wide} px wider than the screen`);
  if (shots) {
    await page.screenshot({ path: join(shots, `${basename(file)}.${view.name}.png`), fullPage: true });
    if (view.print) await page.pdf({ path: join(shots, `${basename(file)}.pdf`), preferCSSPageSize: true });
  }
  await page.close();
}

checkSyntax();
const profile = mkdtempSync(join(tmpdir(), "judge-"));
const chromium = execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"], {
  encoding: "utf8",
}).trim();
const browser = await puppeteer.launch({
  executablePath: chromium,
  userDataDir: profile,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--allow-file-access-from-files",
  ],
});
try {
  for (const file of pages) for (const view of VIEWS) await look(browser, file, view);
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}
console.log(JSON.stringify(faults, null, 1));
