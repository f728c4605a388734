//! Importers: what benchmark tools print and save, as a data set.
//!
//! Each tool has one file and one [`Importer`]. An importer only says what stands in the files: results, settings and
//! facts, each figure with its unit, its direction and its kind (raw samples, repeated aggregates, one summary).
//! `assemble` gives them their place as variants, cases and measures. Nothing that a file lacks is made up, and what is
//! left out is listed.

mod ab;
mod assemble;
mod benchbase;
mod benchmark_dotnet;
mod clickbench;
mod complete;
mod criterion;
mod file;
mod fio;
mod go;
mod google_benchmark;
mod hey;
mod hyperfine;
mod jmh;
mod k6;
mod mysqlslap;
mod node;
mod oha;
mod pgbench;
mod pyperf;
mod pytest_benchmark;
mod quantity;
mod run;
mod scan;
mod sysbench;
mod vegeta;
mod wrk;
mod wrk2;

pub use complete::complete;
pub use file::{InputFile, LARGEST_FILE};
pub use quantity::{Kind, Quantity};

use crate::dataset::{Better, Dataset};
use crate::diagnostic::{Class, Fault, Faults, SourceText, nearest};
use run::Run;

/// A tool whose files can be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tool {
    Ab,
    BenchBase,
    BenchmarkDotNet,
    ClickBench,
    Criterion,
    Fio,
    Go,
    GoogleBenchmark,
    Hey,
    Hyperfine,
    Jmh,
    K6,
    Mysqlslap,
    Oha,
    Pgbench,
    Pyperf,
    PytestBenchmark,
    Sysbench,
    Vegeta,
    Wrk,
    Wrk2,
}

impl Tool {
    /// In the order of their names.
    pub const ALL: &[Tool] = &[
        Tool::Ab,
        Tool::BenchBase,
        Tool::BenchmarkDotNet,
        Tool::ClickBench,
        Tool::Criterion,
        Tool::Fio,
        Tool::Go,
        Tool::GoogleBenchmark,
        Tool::Hey,
        Tool::Hyperfine,
        Tool::Jmh,
        Tool::K6,
        Tool::Mysqlslap,
        Tool::Oha,
        Tool::Pgbench,
        Tool::Pyperf,
        Tool::PytestBenchmark,
        Tool::Sysbench,
        Tool::Vegeta,
        Tool::Wrk,
        Tool::Wrk2,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.importer().name()
    }

    /// The tool of a name; faults name the nearest known one.
    pub fn from_name(name: &str) -> Result<Tool, Fault> {
        if let Some(tool) = Self::ALL.iter().find(|tool| tool.name() == name) {
            return Ok(*tool);
        }
        let names: Vec<&str> = Self::ALL.iter().map(|tool| tool.name()).collect();
        let fault = Fault::error(Class::Usage, "import::unknown-tool", "no such tool is known")
            .found(format!("`{name}`"))
            .expected(format!("one of {}", names.join(", ")));
        Err(match nearest(name, names) {
            Some(near) => fault.hint(format!("did you mean `{near}`?")),
            None => fault,
        })
    }

    fn importer(self) -> &'static dyn Importer {
        match self {
            Tool::Ab => &ab::Ab,
            Tool::BenchBase => &benchbase::BenchBase,
            Tool::BenchmarkDotNet => &benchmark_dotnet::BenchmarkDotNet,
            Tool::ClickBench => &clickbench::ClickBench,
            Tool::Criterion => &criterion::Criterion,
            Tool::Fio => &fio::Fio,
            Tool::Go => &go::Go,
            Tool::GoogleBenchmark => &google_benchmark::GoogleBenchmark,
            Tool::Hey => &hey::Hey,
            Tool::Hyperfine => &hyperfine::Hyperfine,
            Tool::Jmh => &jmh::Jmh,
            Tool::K6 => &k6::K6,
            Tool::Mysqlslap => &mysqlslap::Mysqlslap,
            Tool::Oha => &oha::Oha,
            Tool::Pgbench => &pgbench::Pgbench,
            Tool::Pyperf => &pyperf::Pyperf,
            Tool::PytestBenchmark => &pytest_benchmark::PytestBenchmark,
            Tool::Sysbench => &sysbench::Sysbench,
            Tool::Vegeta => &vegeta::Vegeta,
            Tool::Wrk => &wrk::Wrk,
            Tool::Wrk2 => &wrk2::Wrk2,
        }
    }

    /// What the importer declares: each figure that it can give, where the tool itself names them.
    pub fn declares(self) -> &'static [Quantity] {
        self.importer().declares()
    }

    /// Whether a file of this name, found in a folder of results, is to be read. Only Criterion has such folders.
    pub fn finds_in_folder(self, name: &str) -> bool {
        self == Tool::Criterion && criterion::is_result(name)
    }

    /// The files that it reads, in words.
    pub fn reads(self) -> &'static str {
        self.importer().reads()
    }
}

/// How the files of one tool are read.
trait Importer: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The files that it reads, in words: `the text of its standard output`.
    fn reads(&self) -> &'static str;

    /// Every figure that it can give, apart from those that the files name themselves.
    fn declares(&self) -> &'static [Quantity];

    /// Whether a file looks like one of this tool.
    fn recognises(&self, source: &SourceText) -> bool;

    /// Which files belong to one run, as lists of indices; each file is one unless the tool writes several.
    fn runs(&self, sources: &[SourceText]) -> Vec<Vec<usize>> {
        (0..sources.len()).map(|index| vec![index]).collect()
    }

    /// Reads the files of one run. What is wrong goes into the run's faults, what is left out into its notes.
    fn read(&self, sources: &[&SourceText], run: &mut Run);
}

/// How files become a data set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// The variants' names, one a run, in the order of the files (`--as`). A name that occurs again makes its files
    /// repetitions of one variant.
    pub variants: Vec<String>,
    /// The workloads' names, one a run, in the order of the files (`--cases`), for tools that do not print them.
    pub cases: Vec<String>,
    /// The figures to keep, by id; without any, all (`--only`).
    pub only: Vec<String>,
    /// The parameter or setting whose values are the variants (`--variants-from`); `name` stands for the workload.
    pub variants_from: Option<String>,
    /// Directions of figures whose names say none (`--better`).
    pub better: Vec<(String, Better)>,
    /// The id of the data set.
    pub id: Option<String>,
}

/// A data set made of a tool's files.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    pub tool: Tool,
    pub dataset: Dataset,
    /// What was left out and what a reader of the numbers has to know; no errors.
    pub notes: Vec<Fault>,
}

/// Faults that are listed of one run; a file with more of them is wrong in one way many times.
const LISTED: usize = 500;

/// Reads a tool's files. Without a tool, it is guessed from what the files look like.
///
/// # Errors
/// All faults of all files: each names the file, the place, what was found and what would be right.
pub fn import(tool: Option<Tool>, files: &[InputFile], options: &Options) -> Result<Imported, Faults> {
    let mut faults = Vec::new();
    let mut sources = Vec::new();
    for file in files {
        match file::decode(file) {
            Ok(source) => sources.push(source),
            Err(fault) => faults.push(fault),
        }
    }
    Faults::check(faults)?;
    let tool = match tool {
        Some(tool) => {
            Faults::check(sources.iter().filter_map(|source| wrong_tool(tool, source)).collect())?;
            tool
        }
        None => guess_all(&sources)?,
    };
    let importer = tool.importer();
    let groups = importer.runs(&sources);
    let mut runs = Vec::new();
    let mut faults = Vec::new();
    for group in &groups {
        let mut run = Run {
            directions: options.better.clone(),
            ..Run::default()
        };
        let of_run: Vec<&SourceText> = group.iter().map(|index| &sources[*index]).collect();
        importer.read(&of_run, &mut run);
        if run.results.iter().all(|result| result.figures.is_empty()) && run.faults.is_empty() {
            run.faults.push(
                Fault::input("import::no-results", "the file holds no result")
                    .file(&of_run[0].name)
                    .expected(importer.reads())
                    .hint("did the run fail or end early?"),
            );
        }
        let more = run.faults.len().saturating_sub(LISTED);
        faults.extend(run.faults.drain(..).take(LISTED));
        if more > 0 {
            let message = format!("{more} more faults are not listed");
            faults.push(Fault::input("import::more", message).file(&of_run[0].name));
        }
        runs.push((of_run[0].name.clone(), run));
    }
    faults.extend(unknown_better(&runs, options));
    faults.extend(unknown_only(&runs, options));
    Faults::check(faults)?;
    keep_only(&mut runs, options);
    let (dataset, notes) = assemble::assemble(tool, runs, options)?;
    Ok(Imported { tool, dataset, notes })
}

/// The tools that a file looks like.
pub fn guess(source: &SourceText) -> Vec<Tool> {
    let looks = |tool: &&Tool| tool.importer().recognises(source);
    Tool::ALL.iter().filter(looks).copied().collect()
}

/// A fault when the file is plainly of another tool.
fn wrong_tool(tool: Tool, source: &SourceText) -> Option<Fault> {
    let importer = tool.importer();
    if importer.recognises(source) {
        return None;
    }
    if is_native(source) {
        return Some(native(source));
    }
    let likely = guess(source);
    let other = likely.first()?;
    Some(
        Fault::input("import::wrong-tool", "the file is of another tool")
            .file(&source.name)
            .found(format!(
                "what looks like {} of {}",
                other.importer().reads(),
                other.name()
            ))
            .expected(format!("{} of {}", importer.reads(), tool.name()))
            .hint(format!("benchfolio import {} {}", other.name(), source.name)),
    )
}

/// Whether a text is a data file already.
fn is_native(source: &SourceText) -> bool {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
    }
    serde_json::from_str::<Head>(&source.text).is_ok_and(|head| head.format.starts_with("benchfolio/"))
}

fn native(source: &SourceText) -> Fault {
    Fault::input("import::native", "the file is a data file already: it needs no import")
        .file(&source.name)
        .expected("what a benchmark tool printed or saved")
        .hint(format!("benchfolio build --data {}", source.name))
}

/// The one tool that all the files look like.
fn guess_all(sources: &[SourceText]) -> Result<Tool, Faults> {
    let mut faults = Vec::new();
    let mut tool = None;
    for source in sources {
        let likely = guess(source);
        let fault = match (likely.as_slice(), tool) {
            ([], _) if is_native(source) => native(source),
            ([], _) => Fault::input("import::unknown-format", "no known tool writes such a file")
                .file(&source.name)
                .hint("name the tool: benchfolio import TOOL FILE"),
            ([one], None) => {
                tool = Some(*one);
                continue;
            }
            ([one], Some(first)) if *one == first => continue,
            ([one], Some(first)) => Fault::input("import::mixed-tools", "the files are of different tools")
                .file(&source.name)
                .found(one.name())
                .expected(first.name())
                .hint("import the files of each tool on their own"),
            (several, _) => {
                let names: Vec<&str> = several.iter().map(|tool| tool.name()).collect();
                Fault::input("import::ambiguous-tool", "the file may be of several tools")
                    .file(&source.name)
                    .found(names.join(", "))
                    .hint("name the tool: benchfolio import TOOL FILE")
            }
        };
        faults.push(fault);
    }
    Faults::check(faults)?;
    tool.ok_or_else(|| Fault::error(Class::Usage, "import::no-file", "no file was given").into())
}

/// A `--better` that no figure has.
fn unknown_better(runs: &[(String, Run)], options: &Options) -> Option<Fault> {
    let (name, _) = options.better.iter().find(|(name, _)| !has_figure(runs, name))?;
    let message = "--better names no figure of the files";
    Some(Fault::error(Class::Usage, "import::unknown-figure", message).found(format!("`{name}`")))
}

/// An `--only` that no figure has.
fn unknown_only(runs: &[(String, Run)], options: &Options) -> Option<Fault> {
    let name = options.only.iter().find(|name| !has_figure(runs, name))?;
    let mut known: Vec<String> = Vec::new();
    for figure in runs.iter().flat_map(|(_, run)| &run.results).flat_map(|r| &r.figures) {
        let id = assemble::measure_id(&figure.quantity.id);
        if !known.contains(&id) {
            known.push(id);
        }
    }
    let message = "--only names no figure of the files";
    let fault = Fault::error(Class::Usage, "import::unknown-figure", message)
        .found(format!("`{name}`"))
        .expected(format!("some of {}", known.join(", ")));
    Some(match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => fault.hint(format!("did you mean `{near}`?")),
        None => fault,
    })
}

fn has_figure(runs: &[(String, Run)], name: &str) -> bool {
    let mut figures = runs.iter().flat_map(|(_, run)| &run.results).flat_map(|r| &r.figures);
    figures.any(|figure| is_called(&figure.quantity, name))
}

fn is_called(quantity: &Quantity, name: &str) -> bool {
    quantity.id == name || assemble::measure_id(&quantity.id) == assemble::measure_id(name)
}

/// Leaves out what `--only` does not name, and says so.
fn keep_only(runs: &mut [(String, Run)], options: &Options) {
    if options.only.is_empty() {
        return;
    }
    let wanted = |quantity: &Quantity| options.only.iter().any(|name| is_called(quantity, name));
    for (_, run) in runs {
        let mut left_out: Vec<String> = Vec::new();
        for result in &mut run.results {
            result.figures.retain(|figure| {
                let id = assemble::measure_id(&figure.quantity.id);
                let kept = wanted(&figure.quantity);
                if !kept && !left_out.contains(&id) {
                    left_out.push(id);
                }
                kept
            });
        }
        if !left_out.is_empty() {
            run.skip(format!("figures that were not asked for: {}", left_out.join(", ")));
        }
    }
}
