//! What the runs say of what was left out: once where many files say the same.

use super::Run;
use crate::dataset::import::file::base_name;
use crate::diagnostic::Fault;

/// Moves notes and omissions out of the runs. What several files say alike is said once, with the number of files.
pub(super) fn gather(runs: &mut [(String, Run)], notes: &mut Vec<Fault>, skipped: &mut Vec<String>) {
    let several = runs.len() > 1;
    let mut alike: Vec<(Fault, usize)> = Vec::new();
    let mut omissions: Vec<(String, Vec<String>)> = Vec::new();
    let all = runs.len();
    for (file, run) in runs {
        for note in run.notes.drain(..) {
            if note.place.is_some() || note.file.is_some() {
                alike.push((note, 1));
                continue;
            }
            let same = |known: &&mut (Fault, usize)| known.0.file.is_some() && known.0.message == note.message;
            match alike.iter_mut().find(same) {
                Some((_, count)) => *count += 1,
                None => alike.push((note.file(file.as_str()), 1)),
            }
        }
        for what in run.skipped.drain(..) {
            match omissions.iter_mut().find(|(known, _)| *known == what) {
                Some((_, files)) => files.push(base_name(file).to_owned()),
                None => omissions.push((what, vec![base_name(file).to_owned()])),
            }
        }
    }
    notes.extend(alike.into_iter().map(|(note, count)| match count {
        1 => note,
        2 => Fault {
            message: format!("{} (and in 1 more file)", note.message),
            ..note
        },
        _ => Fault {
            message: format!("{} (and in {} more files)", note.message, count - 1),
            ..note
        },
    }));
    skipped.extend(omissions.into_iter().map(|(what, files)| match files.as_slice() {
        _ if !several => what,
        few @ ([_] | [_, _] | [_, _, _]) => format!("{}: {what}", few.join(", ")),
        files if files.len() == all => what,
        [first, rest @ ..] => format!("{first} and {} more files: {what}", rest.len()),
        [] => what,
    }));
}
