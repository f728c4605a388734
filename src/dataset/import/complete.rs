//! What a tool's files do not say (the order of the variants, builds, the machine, figures counted beside the tool),
//! added to an imported data set: from a file in the data format that leaves out what the import already has.
//!
//! Such a file adds numbers but never replaces one: the tool's series and measures stay as they were imported. Knows
//! nothing of any tool.

use crate::dataset::Dataset;
use crate::dataset::json::{Kind, Path, Value, string};
use crate::dataset::read::json_text;
use crate::diagnostic::{Fault, Faults, SourceText};

/// The data set with what `more` adds. Objects are merged field by field and a field of `more` wins; entries of
/// `variants` and `cases` meet by `id`; `measures`, `series`, `claims` and `provenance.skipped` are added to.
///
/// # Errors
/// `more` is no JSON, names a variant or a case that the data set has not, describes one of its measures anew, or does
/// not fit the data format.
pub fn complete(dataset: &Dataset, more: &SourceText) -> Result<Dataset, Faults> {
    let added = json_text(more)?;
    let made = dataset.to_json();
    let mut merger = Merger {
        source: more,
        text: String::new(),
        pieces: Vec::new(),
        faults: Vec::new(),
    };
    merger.value(made.trim_end(), added, &Path::Root);
    Faults::check(merger.faults)?;
    let merged = SourceText::new(&more.name, merger.text);
    Dataset::read(&merged).map_err(|faults| {
        let placed = faults.iter().map(|fault| back(fault, &merger.pieces, more));
        Faults::check(placed.collect()).expect_err("there was a fault")
    })
}

/// A slice of the added file in the merged text: where it stands there, its length, where it came from.
struct Piece {
    at: usize,
    length: usize,
    origin: usize,
}

struct Merger<'s> {
    source: &'s SourceText,
    text: String,
    pieces: Vec<Piece>,
    faults: Vec<Fault>,
}

impl<'s> Merger<'s> {
    /// Takes over a value of the added file as it is written.
    fn take(&mut self, added: &'s str) {
        self.pieces.push(Piece {
            at: self.text.len(),
            length: added.len(),
            origin: self.origin(added),
        });
        self.text.push_str(added);
    }

    fn origin(&self, added: &'s str) -> usize {
        added.as_ptr() as usize - self.source.text.as_ptr() as usize
    }

    fn report(&mut self, added: &'s str, path: &Path<'_>, fault: Fault) {
        let start = self.origin(added);
        let length = added.find(['\r', '\n']).unwrap_or(added.len());
        self.faults
            .push(fault.at(self.source, start..start + length).path(path.to_string()));
    }

    fn value(&mut self, made: &str, added: &'s str, path: &Path<'_>) {
        match (members(made), members(added)) {
            (Some(made), Some(added)) => self.object(&made, &added, path),
            _ => self.take(added),
        }
    }

    fn object(&mut self, made: &[(&str, &str)], added: &[(&'s str, &'s str)], path: &Path<'_>) {
        for (number, (name, _)) in added.iter().enumerate() {
            if added[..number].iter().any(|(before, _)| string(before) == string(name)) {
                let fault = Fault::input("dataset::duplicate-key", "the field stands twice in one object");
                self.report(name, path, fault.found(*name));
            }
        }
        self.text.push('{');
        for (name, value) in made {
            self.separate('{');
            self.text.push_str(name);
            self.text.push(':');
            let wanted = string(name);
            match added.iter().find(|(other, _)| string(other) == wanted) {
                Some((_, added)) => self.field(wanted.as_deref().unwrap_or_default(), value, added, path),
                None => self.text.push_str(value),
            }
        }
        for (name, value) in added {
            if !made.iter().any(|(other, _)| string(other) == string(name)) {
                self.separate('{');
                self.take(name);
                self.text.push(':');
                self.take(value);
            }
        }
        self.text.push('}');
    }

    fn separate(&mut self, opening: char) {
        if !self.text.ends_with(opening) {
            self.text.push(',');
        }
    }

    fn field(&mut self, name: &str, made: &str, added: &'s str, parent: &Path<'_>) {
        let path = Path::Field(parent, name);
        let (Some(old), Some(new)) = (items(made), items(added)) else {
            return self.value(made, added, &path);
        };
        let at_root = matches!(parent, Path::Root);
        let of_provenance = matches!(parent, Path::Field(Path::Root, "provenance"));
        match name {
            "variants" | "cases" if at_root => self.entries(&old, &new, &path),
            "measures" if at_root => self.measures(&old, &new, &path),
            "series" | "claims" if at_root => self.list(&old, &new),
            "skipped" if of_provenance => self.list(&old, &new),
            _ => self.take(added),
        }
    }

    /// One list behind the other.
    fn list(&mut self, made: &[&str], added: &[&'s str]) {
        self.text.push('[');
        for item in made {
            self.separate('[');
            self.text.push_str(item);
        }
        for item in added {
            self.separate('[');
            self.take(item);
        }
        self.text.push(']');
    }

    /// Entries that meet by their ids; each added one must meet.
    fn entries(&mut self, made: &[&str], added: &[&'s str], path: &Path<'_>) {
        let known: Vec<Option<String>> = made.iter().map(|item| id_of(item)).collect();
        for (number, item) in added.iter().enumerate() {
            if id_of(item).is_some_and(|id| known.contains(&Some(id))) {
                continue;
            }
            let ids: Vec<String> = known.iter().flatten().map(|id| format!("`{id}`")).collect();
            let fault = Fault::input("import::unknown-id", "the imported files have nothing of this id")
                .expected(format!("one of {}", ids.join(", ")));
            let fault = match id_of(item) {
                Some(id) => fault.found(format!("`{id}`")),
                None => fault.found("no id"),
            };
            self.report(item, &Path::Item(path, number), fault);
        }
        self.text.push('[');
        for (item, id) in made.iter().zip(&known) {
            self.separate('[');
            match added.iter().position(|other| id_of(other) == *id) {
                Some(number) => self.value(item, added[number], &Path::Item(path, number)),
                None => self.text.push_str(item),
            }
        }
        self.text.push(']');
    }

    /// New measures behind the imported ones, whose units and directions are the tool's.
    fn measures(&mut self, made: &[&str], added: &[&'s str], path: &Path<'_>) {
        let known: Vec<Option<String>> = made.iter().map(|item| id_of(item)).collect();
        for (number, item) in added.iter().enumerate() {
            if let Some(id) = id_of(item).filter(|id| known.contains(&Some(id.clone()))) {
                let fault = Fault::input(
                    "import::known-measure",
                    "the imported files already say what this measure is",
                );
                let fault = fault.found(format!("`{id}`")).expected("a measure of its own");
                self.report(item, &Path::Item(path, number), fault);
            }
        }
        self.list(made, added);
    }
}

const NOWHERE: &Path<'static> = &Path::Root;

fn members(text: &str) -> Option<Vec<(&str, &str)>> {
    Value { text, path: NOWHERE }.members()
}

fn items(text: &str) -> Option<Vec<&str>> {
    Value { text, path: NOWHERE }.items()
}

/// The `id` of an entry of a list.
fn id_of(item: &str) -> Option<String> {
    let is_id = |(name, _): &(&str, &str)| string(name).as_deref() == Some("id");
    let (_, text) = members(item)?.into_iter().find(is_id)?;
    let id = Value { text, path: NOWHERE };
    (id.kind() == Kind::String).then(|| id.string())?
}

/// A fault of the merged text as one of the added file: the text that it is about stands there, else the file is all
/// that can be named. The path counts in the merged lists, so it goes where there is a place.
fn back(fault: &Fault, pieces: &[Piece], more: &SourceText) -> Fault {
    let mut fault = fault.clone();
    let Some(place) = fault.place.take() else {
        return fault;
    };
    let inside = |piece: &&Piece| (piece.at..piece.at + piece.length).contains(&place.span.start);
    match pieces.iter().find(inside) {
        Some(piece) => {
            let start = place.span.start - piece.at + piece.origin;
            fault.path = None;
            fault.at(more, start..start + place.span.len())
        }
        None => fault.file(&more.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::import::{InputFile, Options, import};

    const RUN: &str = "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\nSQL statistics:\n    \
        transactions:                        10 (5.00 per sec.)\n\nGeneral statistics:\n    \
        total time:                          2.0000s\n";

    fn imported() -> Dataset {
        let files = [InputFile::new("off.txt", RUN), InputFile::new("on.txt", RUN)];
        import(None, &files, &Options::default()).unwrap().dataset
    }

    fn with(text: &str) -> Result<Dataset, String> {
        complete(&imported(), &SourceText::new("more.json", text)).map_err(|faults| faults.to_string())
    }

    #[test]
    fn what_the_files_do_not_say_is_added() {
        let made = with(
            r#"{"id": "mine", "provenance": {"note": "n", "skipped": ["a run"]},
                "variants": [{"id": "on", "name": "Cache on", "build": "1.2"}],
                "measures": [{"id": "hits", "unit": "%", "better": "higher"}],
                "method": {"variant_order": "alternated", "environment": {"os": "Debian"}},
                "series": [{"measure": "hits", "variant": "on", "repetitions": [91.5, 92]}]}"#,
        )
        .unwrap();
        let before = imported();
        assert_eq!(made.id, "mine");
        assert_eq!(
            (made.variants[0].name.as_str(), made.variants[1].name.as_str()),
            ("off", "Cache on")
        );
        assert_eq!(made.variants[1].build.as_deref(), Some("1.2"));
        assert_eq!(made.method.tool, before.method.tool);
        assert_eq!(made.method.environment.os.as_deref(), Some("Debian"));
        assert_eq!(made.provenance.skipped.last().map(String::as_str), Some("a run"));
        assert_eq!(made.series[..before.series.len()], before.series[..]);
        assert_eq!(made.series.len(), before.series.len() + 1);
    }

    #[test]
    fn no_number_of_the_tool_is_replaced() {
        let again = with(r#"{"series": [{"measure": "throughput", "variant": "on", "value": 99}]}"#).unwrap_err();
        assert!(again.starts_with("more.json:1:"), "{again}");
        let unit = with(r#"{"measures": [{"id": "throughput", "unit": "s", "better": "lower"}]}"#).unwrap_err();
        assert_eq!(
            unit,
            "more.json:1:15: $.measures[0]: the imported files already say what this measure is: found `throughput`, \
             expected a measure of its own"
        );
    }

    #[test]
    fn faults_are_placed_in_the_added_file() {
        let unknown = with(r#"{"variants": [{"id": "of"}]}"#).unwrap_err();
        assert_eq!(
            unknown,
            "more.json:1:15: $.variants[0]: the imported files have nothing of this id: found `of`, expected one of \
             `off`, `on`"
        );
        let field = with("{\"method\":\n {\"treads\": 2}}").unwrap_err();
        assert!(
            field.starts_with("more.json:2:3: unknown field: found `treads`"),
            "{field}"
        );
        let twice = with(r#"{"id": "a", "id": "b"}"#).unwrap_err();
        assert!(twice.contains("the field stands twice"), "{twice}");
        let cut = with(r#"{"id": "a""#).unwrap_err();
        assert!(cut.starts_with("more.json:1:"), "{cut}");
    }
}
