//! The command line as clap sees it.

use crate::check::allow::Allowance;
use crate::dataset::Better;
use crate::pipeline::{Form, Shard};
use crate::project::WORD_FILES;
use crate::translation::Chosen;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use std::str::FromStr;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a check or a verification found something
  2  the command line asks for something impossible
  3  an input is wrong
  4  an output could not be written
  130, 143  stopped by SIGINT or SIGTERM; every report is then the complete old set or the complete new one";

#[derive(Debug, Parser)]
#[command(
    name = "benchfolio",
    version,
    about = "Publishes benchmark results: from one JSON file to article, infographic, PDF and posts, in many languages",
    styles = STYLES,
    after_help = EXIT_CODES,
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Builds reports: every artefact in every language, into OUT/<id>/
    #[command(after_help = BUILD_EXAMPLES)]
    Build(Build),
    /// Builds reports with their graphics archive: OUT/<id>/<id>-graphics.zip, which anyone can verify and rebuild
    #[command(after_help = ARCHIVE_EXAMPLES)]
    Archive(Build),
    /// Makes everything again from what lies in an archive, and says what differs and where
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Looks at reports before they are published: data, words, and every number of every artefact
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Shows which paragraphs of each translation are complete, stale or missing, and confirms translations
    #[command(after_help = STATUS_EXAMPLES)]
    Status(Status),
    /// Prints the recomputed table of a data file
    #[command(after_help = SUMMARY_EXAMPLES)]
    Summary(Summary),
    /// Turns what a benchmark tool printed or saved into a data file
    #[command(after_help = IMPORT_EXAMPLES)]
    Import(Import),
    /// Starts a report folder for a data file, or the words of another language
    #[command(after_help = NEW_EXAMPLES)]
    New(New),
    /// Sends words to translators and takes them back: gettext PO or XLIFF
    #[command(after_help = I18N_EXAMPLES, disable_help_subcommand = true)]
    I18n {
        #[command(subcommand)]
        command: I18n,
    },
    /// Puts the results of all shards of a run together
    #[command(after_help = MERGE_EXAMPLES)]
    Merge(Merge),
    /// Prints the JSON Schema of the data format benchfolio/1, of the events of --format json, or of themes
    #[command(
        after_help = "Examples:\n  benchfolio schema > benchfolio-1.schema.json\n  benchfolio schema --events\n  benchfolio schema --theme"
    )]
    Schema {
        /// The schema of one event, as `build`, `check`, `status` and `merge` print them with --format json
        #[arg(long, conflicts_with = "theme")]
        events: bool,
        /// The schema of theme.toml
        #[arg(long)]
        theme: bool,
    },
    /// Prints a completion script for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell to complete in
        shell: Shell,
    },
    /// Prints a manual page
    #[command(after_help = "Examples:\n  benchfolio man > benchfolio.1\n  benchfolio man build | man -l -")]
    Man {
        /// The command that the page is about; without it, the page of the program
        command: Option<String>,
    },
}

const BUILD_EXAMPLES: &str = "\
Examples:
  benchfolio build                                  all that lie in reports/
  benchfolio build reports/proxysql-2.7-vs-3.0 --lang pl
  benchfolio build --data data.json --out site      a whole report from a data file alone
  benchfolio build --only png,pdf --jobs 2
  benchfolio build archive/*.zip                    reports that are packed, and graphics archives
  benchfolio build --shard 2/5 --out shard          the second of five parts; see benchfolio merge
  benchfolio build --format json | jq -r 'select(.event == \"published\") | .folder'

OUT/<id>/ holds exactly what the last build made; it is swapped in whole. What was made from the same inputs already
is not made again. Errors in one report do not stop the others.";

const MERGE_EXAMPLES: &str = "\
Examples:
  benchfolio build --shard 1/2 --out shard-1        on one machine
  benchfolio build --shard 2/2 --out shard-2        on another one
  benchfolio merge shard-1 shard-2 --out out

Nothing is written when a shard or a report is missing, or when two shards contradict each other.";

const ARCHIVE_EXAMPLES: &str = "\
Examples:
  benchfolio archive reports/proxysql-2.7-vs-3.0    out/proxysql-2.7-vs-3.0/proxysql-2.7-vs-3.0-graphics.zip
  benchfolio archive --out site                     of every folder under reports/
  benchfolio build --only archive                   a set of nothing but the archive and the data

What lies in an archive stands in docs/archive.md.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  benchfolio verify proxysql-2.7-vs-3.0-graphics.zip
  benchfolio verify out/proxysql-2.7-vs-3.0         a set, by the archive in it
  benchfolio verify unpacked/ --diff-dir /tmp/diff  an unpacked archive; pictures of differing pixels
  benchfolio verify graphics.zip --out rebuilt      and write what is made anew into rebuilt/<id>/
  benchfolio verify *.zip --format json | jq -r 'select(.event == \"verified\") | .verdict'

Nothing but the archive takes part: no templates, words or fonts of this machine, and no network.";

const CHECK_EXAMPLES: &str = "\
Examples:
  benchfolio check                                  every folder under reports/, and what lies in out/
  benchfolio check --format sarif > findings.sarif
  benchfolio check --format github --deny warnings  annotations for GitHub and Forgejo
  benchfolio check reports/mine --trace             every number, where it stands, what it comes from
  benchfolio check --allow drift=\"the host warms up in the first minutes\"

What each rule asks for, and why, stands in docs/checks.md.";

const STATUS_EXAMPLES: &str = "\
Examples:
  benchfolio status                                 every folder under reports/
  benchfolio status reports/mine --lang pl --deny stale
  benchfolio status reports/mine --accept pl        every paragraph of the Polish words was read and is right
  benchfolio status reports/mine --accept pl/article.md#method/3
  benchfolio status --templates templates           standard words";

const SUMMARY_EXAMPLES: &str = "\
Examples:
  benchfolio summary data.json
  benchfolio summary data.json --format markdown --lang pl
  benchfolio summary data.json --format json | jq '.rows[0]'";

const IMPORT_EXAMPLES: &str = "\
Examples:
  benchfolio import sysbench old.txt new.txt --as 8.0,8.4 -o data.json
  benchfolio import results.txt > data.json         the tool is recognised
  benchfolio import sysbench off.txt on.txt --as off,on --with machine.json -o data.json
  benchfolio import criterion target/criterion      the last run and the one before
  go test -bench . -count 10 | benchfolio import go - --id parser";

const I18N_EXAMPLES: &str = "\
Examples:
  benchfolio i18n export reports/mine --lang pl --format po -o mine.pl.po
  benchfolio i18n import mine.pl.po reports/mine
  benchfolio i18n export --templates templates --lang sv --format xliff -o words.sv.xlf
  benchfolio i18n import words.sv.xlf --templates templates";

const NEW_EXAMPLES: &str = "\
Examples:
  benchfolio new cache-test --data results.json --lang en,pl
  benchfolio new cache-test --lang de               the words of another language for a report that is there
  benchfolio new --lang sv --templates words        standard words in a new language, below words/sv
  benchfolio build reports/cache-test";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  benchfolio completions bash > /etc/bash_completion.d/benchfolio
  benchfolio completions zsh > ~/.zfunc/_benchfolio";

/// Which reports, and what they are read with: what every command that works on reports is asked.
#[derive(Debug, Args)]
pub struct Selection {
    /// Report folders, or zip archives of them; without any, all that lie in reports/
    #[arg(value_name = "REPORT")]
    pub reports: Vec<PathBuf>,
    /// A data file alone, with the standard words
    #[arg(long, value_name = "FILE", conflicts_with = "reports")]
    pub data: Option<PathBuf>,
    /// Where the folders of the built reports lie
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    /// Languages, by tag; without it, all that the report names
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub lang: Vec<String>,
    /// A folder of templates and words that stand before the built-in ones
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// A rule that may be broken, and why, in ten characters at least; a build writes the reason to the manifest
    #[arg(long, value_name = "RULE=REASON")]
    pub allow: Vec<Allowance>,
}

#[derive(Debug, Args)]
pub struct Build {
    #[command(flatten)]
    pub selection: Selection,
    /// Forms to build; without it, all
    #[arg(long, value_name = "FORM", value_delimiter = ',')]
    pub only: Vec<Form>,
    /// Threads, 1 to 256; without it, one a processor. The artefacts do not depend on it
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Make everything, also what was made from the same inputs already
    #[arg(long, short)]
    pub force: bool,
    /// Build only the K-th of N parts of the reports; N machines with the same reports build each of them once
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Go on with the other reports when one fails; this is what happens anyway
    #[arg(long, overrides_with = "fail_fast")]
    pub keep_going: bool,
    /// Begin no other report when one has failed
    #[arg(long, overrides_with = "keep_going")]
    pub fail_fast: bool,
    /// Write OUT/contact-sheet.html: every picture below OUT, and the old ones beside those that changed
    #[arg(long)]
    pub contact_sheet: bool,
    #[command(flatten)]
    pub messages: Messages,
}

#[derive(Debug, Args)]
pub struct Verify {
    /// Archives, packed or unpacked, or built sets
    #[arg(value_name = "ZIP|DIR", required = true)]
    pub archives: Vec<PathBuf>,
    /// Write what is made anew into DIR/<id>/
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write a picture of the differing pixels of each PNG into DIR
    #[arg(long, value_name = "DIR")]
    pub diff_dir: Option<PathBuf>,
    #[command(flatten)]
    pub messages: Messages,
}

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    pub selection: Selection,
    /// Findings that end the run with exit code 1 beside errors
    #[arg(long, value_name = "SEVERITY")]
    pub deny: Option<Denied>,
    /// List every number of every artefact and what it comes from, instead of the findings
    #[arg(long)]
    pub trace: bool,
    /// How findings are written: for people, one JSON object a line, SARIF 2.1.0, or annotations
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<CheckFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Denied {
    Warnings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
    Sarif,
    /// Workflow commands of GitHub and Forgejo
    Github,
}

#[derive(Debug, Args)]
pub struct Status {
    /// Report folders; without any, every folder under reports/
    #[arg(value_name = "REPORT")]
    pub reports: Vec<PathBuf>,
    /// A folder of standard words to look at instead of reports
    #[arg(long, value_name = "DIR", conflicts_with = "reports")]
    pub templates: Option<PathBuf>,
    /// Languages to look at, by tag; without it, all
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub lang: Vec<String>,
    /// Confirm translations: LANG, LANG/FILE or LANG/FILE#PARAGRAPH; `all` stands for every language. May be repeated
    #[arg(long, value_name = "WHAT")]
    pub accept: Vec<Accepted>,
    /// What ends the run with exit code 1: stale includes missing, unconfirmed includes both
    #[arg(long, value_enum, value_name = "STANDING")]
    pub deny: Option<DeniedStanding>,
    /// How the result is printed
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<MessageFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeniedStanding {
    Missing,
    Stale,
    Unconfirmed,
}

/// What is confirmed: `pl`, `pl/article.md`, `pl/article.md#method/3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// `None` stands for all.
    pub language: Option<String>,
    pub chosen: Chosen,
}

impl FromStr for Accepted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (language, rest) = text
            .split_once('/')
            .map_or((text, None), |(tag, rest)| (tag, Some(rest)));
        let (file, key) = match rest.map(|rest| rest.split_once('#').unwrap_or((rest, ""))) {
            None => (None, None),
            Some((file, key)) => (Some(file), (!key.is_empty()).then_some(key)),
        };
        if let Some(file) = file.filter(|file| !WORD_FILES.contains(file)) {
            return Err(format!(
                "there is no file `{file}`; expected one of {}",
                WORD_FILES.join(", ")
            ));
        }
        Ok(Accepted {
            language: (language != "all").then(|| language.to_owned()),
            chosen: Chosen {
                file: file.map(str::to_owned),
                key: key.map(str::to_owned),
            },
        })
    }
}

#[derive(Debug, Args)]
pub struct Summary {
    /// The data file; `-` reads standard input
    pub data: PathBuf,
    /// The form of the table
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub format: TableFormat,
    /// The language of words and numbers, by tag
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: String,
    /// The digits of numbers, by CLDR's name of them: `arab` in Arabic; `latn` otherwise
    #[arg(long, value_name = "NAME", default_value = "latn", hide_default_value = true)]
    pub numerals: String,
}

#[derive(Debug, Args)]
pub struct Import {
    /// The tool, then its files; without a tool it is recognised. `-` reads standard input, a folder is one of Criterion
    #[arg(value_name = "[TOOL] FILE", required = true, num_args = 1..)]
    pub tool_and_files: Vec<String>,
    /// Where the data file goes; without it, to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Names of the variants, one a run, in the order of the files; a name that occurs again makes repetitions
    #[arg(long = "as", value_name = "NAME", value_delimiter = ',')]
    pub variants: Vec<String>,
    /// Names of the workloads, one a run, in the order of the files, for tools that do not print them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub cases: Vec<String>,
    /// Figures to keep, by id; without it, all. What is left out is listed
    #[arg(long, value_name = "FIGURE", value_delimiter = ',')]
    pub only: Vec<String>,
    /// What the files do not say: a data file without the parts that the import makes; it adds numbers and replaces none
    #[arg(long, value_name = "FILE")]
    pub with: Option<PathBuf>,
    /// The parameter or setting whose values are the variants; `name` stands for the workload
    #[arg(long, value_name = "PARAMETER")]
    pub variants_from: Option<String>,
    /// Which way is better, for a figure whose name does not say it: FIGURE=lower or FIGURE=higher; may be repeated
    #[arg(long, value_name = "FIGURE=WAY", value_parser = direction)]
    pub better: Vec<(String, Better)>,
    /// The id of the data set
    #[arg(long, value_name = "ID")]
    pub id: Option<String>,
}

fn direction(text: &str) -> Result<(String, Better), String> {
    match text.rsplit_once('=') {
        Some((figure, "lower")) => Ok((figure.to_owned(), Better::Lower)),
        Some((figure, "higher")) => Ok((figure.to_owned(), Better::Higher)),
        _ => Err("expected FIGURE=lower or FIGURE=higher".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct New {
    /// The report's id: the name of its folder under reports/. Without it, standard words are started
    #[arg(required_unless_present = "lang")]
    pub name: Option<String>,
    /// The data file; it is copied into the folder. Without it, the report must be there
    #[arg(long, value_name = "FILE", requires = "name")]
    pub data: Option<PathBuf>,
    /// Languages, by tag; the first one of a new report is its reference
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub lang: Vec<String>,
    /// The folder of standard words; without it, templates
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum I18n {
    /// Writes the paragraphs of a language for translators
    Export(Export),
    /// Takes back what translators made; refuses broken placeholders
    Import(ImportWords),
}

#[derive(Debug, Args)]
pub struct Export {
    /// The report folder
    #[arg(value_name = "REPORT", required_unless_present = "templates")]
    pub report: Option<PathBuf>,
    /// A folder of standard words instead of a report
    #[arg(long, value_name = "DIR", conflicts_with = "report")]
    pub templates: Option<PathBuf>,
    /// The language that is translated into, by tag
    #[arg(long, value_name = "LANG")]
    pub lang: String,
    /// The format: gettext PO or XLIFF 1.2
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ExchangeFormat::Po)]
    pub format: ExchangeFormat,
    /// Where it goes; without it, to standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExchangeFormat {
    Po,
    Xliff,
}

#[derive(Debug, Args)]
pub struct ImportWords {
    /// The PO or XLIFF file
    pub file: PathBuf,
    /// The report folder
    #[arg(value_name = "REPORT", required_unless_present = "templates")]
    pub report: Option<PathBuf>,
    /// A folder of standard words instead of a report
    #[arg(long, value_name = "DIR", conflicts_with = "report")]
    pub templates: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Merge {
    /// The output folders of the shards
    #[arg(value_name = "SHARD_OUT", required = true)]
    pub shards: Vec<PathBuf>,
    /// Where the folders of the reports go
    #[arg(long, short, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
    #[command(flatten)]
    pub messages: Messages,
}

#[derive(Debug, Args)]
pub struct Messages {
    /// How messages are printed; without it, with source lines on a terminal and one a line elsewhere
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<MessageFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// One line a message, on standard error
    Text,
    /// One JSON object a line, on standard output
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Columns for a terminal
    Table,
    /// JSON with exact and rounded values
    Json,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
