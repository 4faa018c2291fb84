//! Numbers of the index in a few words, for hovers.

use vgn_search::{ResultCounts, SoughtPosition};

use super::{IndexQuery, open_documents};
use crate::lsp::session::cancel::Cancel;

/// Maximum number of games in open documents that are walked for a hover.
const MOST_NEW: usize = 2_000;

impl IndexQuery {
    /// The counts of a position, if they are there at once: the index is complete, and little of the open documents is
    /// new. `None` also if cancelled.
    pub fn counts_at_once(&self, sought: &SoughtPosition, cancel: &Cancel) -> Option<ResultCounts> {
        if !self.index.is_complete() {
            return None;
        }
        let open = self.open_documents();
        for snapshot in &open {
            let games = snapshot.games_at_once()?.games();
            if games.filter(|game| game.is_game() && open_documents::known(game).is_none()).count() > MOST_NEW {
                return None;
            }
        }
        let mut tally = vgn_search::ResidentTally::default();
        let mut is_whole = true;
        self.count(&open, sought, cancel, &mut is_whole, |facts, played, _| _ = tally.take(facts, played))?;
        Some(tally.total)
    }
}

/// Counts in words: `212 games, White scores 54 %`; `None` for a single game, which is the one at the cursor.
pub fn in_words(counts: &ResultCounts) -> Option<String> {
    let ResultCounts { games, white, draws, black, .. } = *counts;
    let decided = white + draws + black;
    let score = (200 * white + 100 * draws + decided).checked_div(2 * decided);
    let score = score.map(|percent| format!(", White scores {percent} %")).unwrap_or_default();
    (games > 1).then(|| format!("{games} games{score}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_point_and_open_games_do_not_count() {
        let counts =
            |games, white, draws, black| ResultCounts { games, white, draws, black, ..ResultCounts::default() };
        assert_eq!(in_words(&counts(1, 1, 0, 0)), None);
        assert_eq!(in_words(&counts(5, 0, 0, 0)).as_deref(), Some("5 games"));
        assert_eq!(in_words(&counts(5, 1, 1, 1)).as_deref(), Some("5 games, White scores 50 %"));
        assert_eq!(in_words(&counts(3, 2, 0, 1)).as_deref(), Some("3 games, White scores 67 %"));
    }
}
