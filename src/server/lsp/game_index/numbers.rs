//! Numbers of the index in a few words, for hovers.

use vgn_search::{ResidentTally, ResultCounts, SoughtPosition};

use super::{IndexQuery, open_documents};
use crate::lsp::session::cancel::Cancel;

/// Maximum number of games in open documents that are walked for a hover or a completion.
const MOST_NEW: usize = 2_000;

impl IndexQuery {
    /// The counts of a position, if they are there at once: the index is complete, and little of the open documents is
    /// new. `None` also if cancelled.
    pub fn counts_at_once(&self, sought: &SoughtPosition, cancel: &Cancel) -> Option<ResultCounts> {
        self.tally_at_once(sought, None, cancel).map(|tally| tally.total)
    }

    /// What games play in a position, under the same conditions; without the game that starts at a byte of the document
    /// that is asked about.
    pub fn tally_at_once(
        &self,
        sought: &SoughtPosition,
        without: Option<usize>,
        cancel: &Cancel,
    ) -> Option<ResidentTally> {
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
        self.tally(&open, sought, without, cancel).map(|all| all.tally)
    }
}

/// Counts of a move in few words: `212 games, White 54 %`; a single game decides nothing.
pub fn of_move_in_words(counts: &ResultCounts) -> String {
    match counts.games {
        1 => "1 game".to_owned(),
        games => {
            let score = white_score(counts).map(|percent| format!(", White {percent} %"));
            format!("{games} games{}", score.unwrap_or_default())
        }
    }
}

/// White's points in percent of the decided games and draws; `None` without any.
fn white_score(counts: &ResultCounts) -> Option<u64> {
    let ResultCounts { white, draws, black, .. } = *counts;
    let decided = white + draws + black;
    (200 * white + 100 * draws + decided).checked_div(2 * decided)
}

/// Counts in words: `212 games, White scores 54 %`; `None` for a single game, which is the one at the cursor.
pub fn in_words(counts: &ResultCounts) -> Option<String> {
    let games = counts.games;
    let score = white_score(counts).map(|percent| format!(", White scores {percent} %")).unwrap_or_default();
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
        assert_eq!(of_move_in_words(&counts(3, 2, 0, 1)), "3 games, White 67 %");
        assert_eq!(of_move_in_words(&counts(2, 0, 0, 0)), "2 games");
        assert_eq!(of_move_in_words(&counts(1, 1, 0, 0)), "1 game");
    }
}
