//! Selects the diagnostics of a document that are sent.
//!
//! The protocol sends the whole list of a document every time, so an unlimited list would make every keystroke in a
//! broken file slow. Sent are: all of the game edited last, then the most severe, then the nearest to it.

use vgn_engine::games::{File, Game};
use vgn_engine::lint::{Diagnostic, Severity};

/// Maximum number of diagnostics sent for one document.
pub const LIMIT: usize = 2_000;

/// Diagnostics of one game.
#[derive(Clone, Debug)]
pub struct SelectedFindings<'a, K> {
    pub game: Game<'a, K>,
    /// Indices of the selected ones in the game's report, ascending; `None` for all.
    pub only: Option<Vec<usize>>,
}

impl<K> SelectedFindings<'_, K> {
    /// Number of selected diagnostics.
    pub fn count(&self) -> usize {
        match &self.only {
            None => findings(&self.game).len(),
            Some(only) => only.len(),
        }
    }
}

/// The selected diagnostics, in the order of the text, and the number of all.
#[derive(Debug)]
pub struct FindingsSelection<'a, K> {
    pub selected: Vec<SelectedFindings<'a, K>>,
    pub total: usize,
}

/// Selects at most `limit` of the diagnostics known so far; `last_edit` is a byte in the game edited last.
pub fn select<'a, K>(file: &'a File<K>, last_edit: usize, limit: usize) -> FindingsSelection<'a, K> {
    let (_, counts) = file.known();
    let total = counts.total();
    if total <= limit {
        let selected = file.with_findings().map(|game| SelectedFindings { game, only: None });
        return FindingsSelection { selected: selected.collect(), total };
    }
    let mut left = limit;
    let mut met: Vec<Game<'a, K>> = Vec::new();
    // Start of the game, index of the finding, and index in `met`: flat, as most games have one finding.
    let mut chosen: Vec<(usize, usize, usize)> = Vec::with_capacity(limit);
    let mut choose = |game: Game<'a, K>, severity: Option<Severity>| {
        let start = game.range().start;
        let wanted = findings(&game).iter().enumerate();
        let wanted = wanted.filter(|(_, found)| severity.is_none_or(|severity| found.severity == severity));
        let before = chosen.len();
        chosen.extend(wanted.take(left).map(|(index, _)| (start, index, met.len())));
        left -= chosen.len() - before;
        met.push(game);
        left > 0
    };
    let edited = file.game_at(last_edit);
    let mut goes_on = edited.is_none_or(|game| choose(game, None));
    for severity in Severity::ALL {
        // Parts of the file without this severity are skipped, and the walk ends when the limit is reached.
        let mut games = file.with_severity(severity, last_edit);
        while let Some(game) = goes_on.then(|| games.next()).flatten() {
            if edited.is_none_or(|edited| !edited.is_same(&game)) {
                goes_on = choose(game, Some(severity));
            }
        }
    }
    chosen.sort_unstable();
    let selected = chosen.chunk_by(|(one, ..), (other, ..)| one == other).map(|of_game| {
        let game = met[of_game[0].2];
        let is_whole = findings(&game).len() == of_game.len();
        SelectedFindings { game, only: (!is_whole).then(|| of_game.iter().map(|(_, index, _)| *index).collect()) }
    });
    FindingsSelection { selected: selected.collect(), total }
}

/// The findings of a game known so far.
fn findings<'a, K>(game: &Game<'a, K>) -> &'a [Diagnostic] {
    game.analysed().map_or(&[][..], |report| &report.diagnostics)
}

#[cfg(test)]
mod tests {
    use vgn_engine::lint::{Code, Context, FileKind, Settings};

    use super::*;

    /// Games of equal length, each with one diagnostic of the given severity, or none.
    fn selected(severities: &[Option<Severity>], last_edit_in: usize, limit: usize) -> (Vec<usize>, usize) {
        let game = "[GameFormat \"VGN\"]\n\n1. e4 $999 *\n\n";
        let text = game.repeat(severities.len());
        let file: File = File::new(text.as_str());
        for (game, severity) in file.games().zip(severities) {
            let mut settings = Settings::default();
            for entry in vgn_engine::lint::CATALOGUE {
                settings.set_level(entry.code, None);
            }
            settings.set_level(Code::UnknownNag, *severity);
            let context = Context::new(&settings, FileKind::Vgn);
            assert!(game.judge(&text[game.range()], &context));
            let found = game.analysed().map(|report| report.diagnostics.len());
            assert_eq!(found, Some(usize::from(severity.is_some())));
        }
        let selection = select(&file, (last_edit_in + 1) * game.len() - 9, limit);
        let number = |selected: &SelectedFindings<'_, ()>| file.games().position(|game| game.is_same(&selected.game));
        (selection.selected.iter().filter_map(number).collect(), selection.total)
    }

    #[test]
    fn all_are_sent_where_there_is_room() {
        use Severity::{Error, Hint};
        assert_eq!(selected(&[Some(Hint), None, Some(Error), Some(Hint)], 2, 3), (vec![0, 2, 3], 3));
    }

    #[test]
    fn the_edited_game_then_the_gravest_then_the_nearest_in_the_order_of_the_text() {
        use Severity::{Error, Hint, Warning};
        let games = [Warning, Error, Warning, Warning, Hint, Warning, Error].map(Some);
        assert_eq!(selected(&games, 4, 1), (vec![4], 7));
        assert_eq!(selected(&games, 4, 3), (vec![1, 4, 6], 7));
        assert_eq!(selected(&games, 4, 4), (vec![1, 4, 5, 6], 7));
        assert_eq!(selected(&games, 4, 5), (vec![1, 3, 4, 5, 6], 7));
    }
}
