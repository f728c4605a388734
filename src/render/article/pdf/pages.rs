//! From the flow to pages: where each page ends, what stands at its foot, which heads are repeated, and which pictures
//! follow. One pass with a look back to the last place where a page may end, so the time is linear.

use super::flow::{Item, Picture};

/// What is painted at a height of a page's text area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Flow(usize),
    /// Head of a table, repeated: table and item.
    Head(usize, usize),
    /// Footnote and item.
    Note(usize, usize),
    /// The rule above the footnotes.
    NoteRule,
}

#[derive(Debug, Default)]
pub(super) struct Page {
    /// Height from the top of the text area, in points.
    pub rows: Vec<(f32, Source)>,
    /// A picture that has this page for itself.
    pub picture: Option<usize>,
}

/// Between the text and the footnotes.
const NOTE_GAP: f32 = 16.0;
/// A page may stay empty by this part of its depth to keep together what may be parted.
const HOLE: f32 = 0.2;
/// More than this part of a page is not kept free for the notes of one line.
const NOTE_SHARE: f32 = 0.35;

pub(super) struct Paginator<'a> {
    pub items: &'a [Item],
    pub heads: &'a [Vec<Item>],
    pub notes: &'a [Vec<Item>],
    pub pictures: &'a [Picture],
    pub depth: f32,
}

/// The page under construction.
#[derive(Default)]
struct Sheet {
    rows: Vec<(f32, Source)>,
    y: f32,
    /// Notes on this page: index, item to start with, and the flow item that mentions them.
    notes: Vec<(usize, usize, usize)>,
    reserved: f32,
    pictures: Vec<(usize, usize)>,
    first: Option<usize>,
}

impl Paginator<'_> {
    pub fn pages(&self) -> Vec<Page> {
        let mut pages = Vec::new();
        let mut sheet = Sheet::default();
        let mut at = 0;
        while at < self.items.len() {
            let item = &self.items[at];
            if let Some(picture) = item.picture {
                sheet.pictures.push((picture, at));
                at += 1;
                continue;
            }
            if sheet.first.is_none() {
                if item.space {
                    at += 1;
                    continue;
                }
                self.begin(&mut sheet, at);
            }
            let notes = self.note_cost(&sheet, item);
            let fits = sheet.y + item.height + sheet.reserved + notes <= self.depth + 0.01;
            if fits || sheet.first == Some(at) {
                self.place(&mut sheet, at, notes);
                at += 1;
                continue;
            }
            at = self.break_before(&mut sheet, at);
            sheet = self.finish(sheet, &mut pages);
        }
        let mut left = true;
        while left {
            sheet = self.finish(sheet, &mut pages);
            left = !sheet.notes.is_empty() || !sheet.pictures.is_empty();
        }
        pages
    }

    fn begin(&self, sheet: &mut Sheet, at: usize) {
        sheet.first = Some(at);
        if let Some(head) = self.items[at].head {
            for (i, item) in self.heads[head].iter().enumerate() {
                sheet.rows.push((sheet.y, Source::Head(head, i)));
                sheet.y += item.height;
            }
        }
    }

    fn note_cost(&self, sheet: &Sheet, item: &Item) -> f32 {
        let mut cost: f32 = item.notes.iter().map(|note| self.note_room(*note, 0)).sum();
        if cost > 0.0 && sheet.notes.is_empty() {
            cost += NOTE_GAP;
        }
        cost
    }

    fn note_room(&self, note: usize, from: usize) -> f32 {
        let whole: f32 = self
            .notes
            .get(note)
            .map_or(0.0, |items| items[from..].iter().map(|i| i.height).sum());
        whole.min(self.depth * NOTE_SHARE)
    }

    fn place(&self, sheet: &mut Sheet, at: usize, notes: f32) {
        let item = &self.items[at];
        sheet.rows.push((sheet.y, Source::Flow(at)));
        sheet.y += item.height;
        sheet.reserved += notes;
        sheet.notes.extend(item.notes.iter().map(|note| (*note, 0, at)));
    }

    /// Ends the page before the last item up to `at` that may begin a page, and gives that item. A place that parts
    /// what had better stay together is passed over when the hole that is left is small.
    fn break_before(&self, sheet: &mut Sheet, at: usize) -> usize {
        let first = sheet.first.unwrap_or(at);
        // A picture stands on the next page: what is before it in the flow is what this page ends with.
        let last = |before: usize| self.items[..before].iter().rfind(|item| item.picture.is_none());
        let mut places = (first + 1..=at)
            .rev()
            .filter(|before| last(*before).is_none_or(|item| !item.keep));
        let nearest = places.next().unwrap_or(at);
        let parts = |before: usize| last(before).is_some_and(|item| item.together);
        let mut next = nearest;
        if parts(nearest) {
            let top = |before: usize| {
                let row = |(y, source): &(f32, Source)| match source {
                    Source::Flow(i) if *i >= before => Some(*y),
                    _ => None,
                };
                sheet.rows.iter().find_map(row).unwrap_or(sheet.y)
            };
            let whole = places.find(|before| !parts(*before));
            let small = |before: &usize| self.depth - sheet.reserved - top(*before) <= self.depth * HOLE;
            next = whole.filter(small).unwrap_or(nearest);
        }
        let later = |source: &Source| matches!(source, Source::Flow(i) if *i >= next);
        sheet.rows.retain(|(_, source)| !later(source));
        sheet.notes.retain(|(.., mentioned)| *mentioned < next);
        sheet.pictures.retain(|(_, from)| *from < next);
        next
    }

    /// Sets the notes of a page, adds it and the pages of its pictures, and begins the next.
    fn finish(&self, mut sheet: Sheet, pages: &mut Vec<Page>) -> Sheet {
        let used = sheet.rows.iter().rev().find_map(|(y, source)| match source {
            Source::Flow(i) if !self.items[*i].space => Some(y + self.items[*i].height),
            Source::Head(head, i) => Some(y + self.heads[*head][*i].height),
            _ => None,
        });
        let room = self.depth - used.unwrap_or(0.0) - NOTE_GAP;
        let mut foot: Vec<(f32, Source)> = Vec::new();
        let mut height = 0.0;
        let mut carried = Vec::new();
        for (note, from, _) in &sheet.notes {
            for (i, item) in self.notes[*note].iter().enumerate().skip(*from) {
                if !carried.is_empty() || height + item.height > room && !(used.is_none() && foot.is_empty()) {
                    carried.push((*note, i, 0));
                    break;
                }
                foot.push((height, Source::Note(*note, i)));
                height += item.height;
            }
        }
        if !foot.is_empty() {
            let top = self.depth - height;
            sheet.rows.push((top - NOTE_GAP * 0.45, Source::NoteRule));
            sheet.rows.extend(foot.into_iter().map(|(y, source)| (top + y, source)));
        }
        if !sheet.rows.is_empty() {
            pages.push(Page {
                rows: sheet.rows,
                picture: None,
            });
        }
        for (picture, _) in sheet.pictures {
            debug_assert!(picture < self.pictures.len());
            pages.push(Page {
                rows: Vec::new(),
                picture: Some(picture),
            });
        }
        let mut next = Sheet::default();
        if !carried.is_empty() {
            let rooms: f32 = carried.iter().map(|(note, from, _)| self.note_room(*note, *from)).sum();
            next.reserved = rooms.min(self.depth * 0.6) + NOTE_GAP;
            next.notes = carried;
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(height: f32, keep: bool) -> Item {
        Item {
            height,
            keep,
            ..Item::default()
        }
    }

    fn flow_of(page: &Page) -> Vec<usize> {
        page.rows
            .iter()
            .filter_map(|(_, source)| match source {
                Source::Flow(i) => Some(*i),
                _ => None,
            })
            .collect()
    }

    fn paginate(items: &[Item], notes: &[Vec<Item>], heads: &[Vec<Item>]) -> Vec<Page> {
        Paginator {
            items,
            heads,
            notes,
            pictures: &[],
            depth: 100.0,
        }
        .pages()
    }

    #[test]
    fn a_heading_goes_with_what_follows() {
        let items = [item(60.0, false), item(30.0, true), item(20.0, false)];
        let pages = paginate(&items, &[], &[]);
        assert_eq!(pages.iter().map(flow_of).collect::<Vec<_>>(), [vec![0], vec![1, 2]]);
    }

    #[test]
    fn what_may_nowhere_be_parted_is_parted_where_the_page_ends() {
        let items: Vec<Item> = (0..5).map(|_| item(30.0, true)).collect();
        let pages = paginate(&items, &[], &[]);
        assert_eq!(
            pages.iter().map(flow_of).collect::<Vec<_>>(),
            [vec![0, 1, 2], vec![3, 4]]
        );
    }

    #[test]
    fn what_had_better_stay_together_does_unless_the_hole_is_large() {
        let block = |before: f32| {
            let line = || Item {
                together: true,
                ..item(10.0, false)
            };
            let mut items = vec![item(before, false)];
            items.extend((0..4).map(|_| line()));
            items.push(item(10.0, false));
            paginate(&items, &[], &[]).iter().map(flow_of).collect::<Vec<_>>()
        };
        assert_eq!(block(85.0), [vec![0], vec![1, 2, 3, 4, 5]]);
        assert_eq!(block(55.0), [vec![0, 1, 2, 3, 4], vec![5]]);
    }

    #[test]
    fn a_heading_before_a_picture_goes_with_the_text_after_it() {
        let picture = Item {
            picture: Some(0),
            ..Item::default()
        };
        let items = [item(80.0, false), item(10.0, true), picture, item(20.0, false)];
        let pictures = [Picture {
            element: crate::render::article::pdf::structure::Structure::ROOT,
            caption: Vec::new(),
        }];
        let pages = Paginator {
            pictures: &pictures,
            items: &items,
            heads: &[],
            notes: &[],
            depth: 100.0,
        }
        .pages();
        assert_eq!(
            pages
                .iter()
                .map(|page| (flow_of(page), page.picture))
                .collect::<Vec<_>>(),
            [(vec![0], None), (vec![1, 3], None), (vec![], Some(0))]
        );
    }

    #[test]
    fn space_does_not_begin_a_page() {
        let space = Item {
            space: true,
            ..item(20.0, false)
        };
        let items = [item(95.0, false), space, item(20.0, false)];
        let pages = paginate(&items, &[], &[]);
        assert_eq!(pages.iter().map(flow_of).collect::<Vec<_>>(), [vec![0], vec![2]]);
    }

    #[test]
    fn a_note_stands_on_the_page_of_its_mention() {
        let mention = Item {
            notes: vec![0],
            ..item(10.0, false)
        };
        let items = [item(70.0, false), mention];
        let pages = paginate(&items, &[vec![item(12.0, false)]], &[]);
        assert_eq!(pages.len(), 2);
        assert!(pages[1].rows.contains(&(88.0, Source::Note(0, 0))));
    }

    #[test]
    fn a_note_longer_than_its_page_goes_on_upon_the_next() {
        let mention = Item {
            notes: vec![0],
            ..item(10.0, false)
        };
        let note: Vec<Item> = (0..20).map(|_| item(12.0, false)).collect();
        let pages = paginate(&[mention], &[note], &[]);
        let set: usize = pages
            .iter()
            .flat_map(|page| &page.rows)
            .filter(|(_, source)| matches!(source, Source::Note(..)))
            .count();
        assert_eq!(set, 20);
        assert!(pages.len() > 2);
    }

    #[test]
    fn the_head_of_a_table_is_repeated() {
        let row = |head| Item {
            head,
            ..item(40.0, false)
        };
        let items = [row(None), row(Some(0)), row(Some(0))];
        let pages = paginate(&items, &[], &[vec![item(10.0, true)]]);
        assert_eq!(pages[1].rows[0], (0.0, Source::Head(0, 0)));
        assert_eq!(pages[1].rows[1], (10.0, Source::Flow(2)));
    }
}
