//! Which of a document's diagnostics are sent.
//!
//! The protocol sends the whole list of a document every time, so a list without an end would make every keystroke in
//! a broken file slow. Sent are: all of the game that was edited last, then the gravest, then the nearest to it.

use std::ops::Range;

use crate::analysis::{Diagnostic, GameReport, Severity};

/// The most diagnostics that are sent for one document.
pub const LIMIT: usize = 2_000;

/// One diagnostic with the place of its game.
#[derive(Clone, Debug)]
pub struct Selected<'a> {
    /// The offset of the game in the document, in bytes.
    pub game_start: usize,
    pub diagnostic: &'a Diagnostic,
}

/// What is sent, in the order of the text, and how many there were.
#[derive(Debug)]
pub struct Selection<'a> {
    pub selected: Vec<Selected<'a>>,
    pub total: usize,
}

/// Selects at most `limit` diagnostics of the games, of which one holds the byte `last_edit`.
pub fn select<'a>(
    games: impl Iterator<Item = (Range<usize>, &'a GameReport)>,
    last_edit: usize,
    limit: usize,
) -> Selection<'a> {
    let mut all = Vec::new();
    for (range, report) in games {
        for diagnostic in &report.diagnostics {
            let urgency = Urgency::of(&range, diagnostic.severity, last_edit);
            all.push((urgency, Selected { game_start: range.start, diagnostic }));
        }
    }
    let total = all.len();
    if total > limit {
        all.select_nth_unstable_by_key(limit, |(urgency, _)| *urgency);
        all.truncate(limit);
        all.sort_by_key(|(_, selected)| selected.game_start + selected.diagnostic.range.start as usize);
    }
    Selection { selected: all.into_iter().map(|(_, selected)| selected).collect(), total }
}

/// The order in which diagnostics are chosen: the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Urgency {
    elsewhere: bool,
    severity: Severity,
    /// In bytes.
    distance: usize,
}

impl Urgency {
    fn of(game: &Range<usize>, severity: Severity, last_edit: usize) -> Urgency {
        let distance = game.start.saturating_sub(last_edit).max((last_edit + 1).saturating_sub(game.end));
        Urgency { elsewhere: distance > 0, severity, distance }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::Code;

    use super::*;

    /// Games of ten bytes, each with one diagnostic of the given severity.
    fn reports(severities: &[Severity]) -> Vec<GameReport> {
        let report = |severity: &Severity| {
            let message = String::new();
            let (related, fixes) = (Vec::new(), Vec::new());
            let diagnostics =
                vec![Diagnostic { code: Code::StrayText, severity: *severity, range: 1..2, message, related, fixes }];
            GameReport { diagnostics, is_game: true, ..GameReport::default() }
        };
        severities.iter().map(report).collect()
    }

    fn selected(severities: &[Severity], last_edit: usize, limit: usize) -> (Vec<usize>, usize) {
        let reports = reports(severities);
        let games = reports.iter().enumerate().map(|(index, report)| (index * 10..index * 10 + 10, report));
        let selection = select(games, last_edit, limit);
        (selection.selected.iter().map(|selected| selected.game_start / 10).collect(), selection.total)
    }

    #[test]
    fn all_are_sent_where_there_is_room() {
        use Severity::{Error, Hint};
        assert_eq!(selected(&[Hint, Error, Hint], 25, 3), (vec![0, 1, 2], 3));
    }

    #[test]
    fn the_edited_game_then_the_gravest_then_the_nearest_in_the_order_of_the_text() {
        use Severity::{Error, Hint, Warning};
        let games = [Warning, Error, Warning, Warning, Hint, Warning, Error];
        assert_eq!(selected(&games, 49, 1), (vec![4], 7));
        assert_eq!(selected(&games, 49, 3), (vec![1, 4, 6], 7));
        assert_eq!(selected(&games, 49, 4), (vec![1, 4, 5, 6], 7));
        assert_eq!(selected(&games, 49, 5), (vec![1, 3, 4, 5, 6], 7));
    }
}
