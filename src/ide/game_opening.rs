//! The opening of a game by the positions of its main line. For lists of many games: a clean game is played only as far
//! as openings reach, from the beginning of its text.

use std::ops::Range;

use vgn_engine::lint::Context;
use vgn_engine::openings::{Opening, named};
use vgn_engine::replay::{
    Deviation, FastPass, PlayedMove, Resolved, ResolvedMove, Visitor, resolve_game, sets_up_a_board,
};
use vgn_engine::rules::{Bitboards, Position};

/// Number of half-moves of the main line to examine.
const BOOK: usize = 60;

/// A game's opening.
#[derive(Clone, Debug)]
pub struct GameOpening {
    pub opening: &'static Opening,
    /// The half-move that reaches it, in bytes of the game's text.
    pub range: Range<u32>,
}

/// Which games are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadMode {
    /// Clean games only: with tags, in SAN, from the initial position.
    Plain,
    /// All games. Others take ten times as long as clean ones.
    All,
}

/// The last named position of a game's main line. `text` may be the game's beginning. `fast_pass` reuses its memory
/// from game to game.
pub fn game_opening(
    text: &str,
    reading: ReadMode,
    context: &Context<'_>,
    fast_pass: &mut FastPass,
) -> Option<GameOpening> {
    let mut search = OpeningVisitor { text, depth: 0, seen: 0, found: None };
    let is_whole = fast_pass.visit(text.as_bytes(), 0, true, &mut search).is_some();
    if is_whole || search.seen >= BOOK || reading == ReadMode::Plain {
        return search.found;
    }
    let resolved = context.whole(text, resolve_game(text, context))?;
    main_line_opening(&resolved).map(|(half_move, opening)| GameOpening { opening, range: half_move.range.clone() })
}

/// The last half-move of the main line with a named position, and its opening.
pub fn main_line_opening(resolved: &Resolved) -> Option<(&ResolvedMove, &'static Opening)> {
    let main_line = resolved.moves.iter().filter(|half_move| half_move.depth == 0).take(BOOK);
    let named = main_line.filter_map(|half_move| {
        let after = half_move.after.as_deref().filter(|after| matches!(after, Position::Legal(_)))?;
        Some((half_move, named(&Bitboards::standard(after)?)?))
    });
    named.last()
}

/// Follows the main line of a clean game as far as openings reach.
struct OpeningVisitor<'t> {
    text: &'t str,
    depth: usize,
    seen: usize,
    found: Option<GameOpening>,
}

impl Visitor for OpeningVisitor<'_> {
    /// A set-up board has no opening.
    fn tag(&mut self, _open: usize, name: Range<usize>, _value: Range<usize>) -> Option<()> {
        (!sets_up_a_board(self.text.get(name)?)).then_some(())
    }

    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        if self.depth > 0 {
            return Some(());
        }
        self.seen += 1;
        if let Some(opening) = named(played.after) {
            let range = u32::try_from(range.start).ok()?..u32::try_from(range.end).ok()?;
            self.found = Some(GameOpening { opening, range });
        }
        (self.seen < BOOK).then_some(())
    }

    fn variation(&mut self, _open: usize) -> Option<()> {
        self.depth += 1;
        Some(())
    }

    fn variation_end(&mut self, _close: usize) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn deviation(&mut self, _deviation: Deviation) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};

    /// The opening's name and the half-move that reaches it.
    fn opening(text: &str, reading: ReadMode) -> Option<(&'static str, &str)> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let GameOpening { opening, range } = game_opening(text, reading, &context, &mut FastPass::default())?;
        Some((opening.name, &text[range.start as usize..range.end as usize]))
    }

    #[test]
    fn a_main_line_is_named_by_its_positions() {
        let morphy = Some(("Ruy Lopez: Morphy Defense", "a6"));
        for (text, plainly) in [
            ("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. h4 h5 *", true),
            ("[White \"A\"]\n\n1. Nf3 Nc6 2. e4 (2. d4 d5 3. c4) 2... e5 3. Bb5 {best} a6 4. h4", true),
            ("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. h4 Ke4 5. broken", true),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", false),
            ("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 2.5 Nb8-c6 3. Bf1-b5 3.5 Pa7-a6", false),
        ] {
            let found = opening(text, ReadMode::All);
            assert_eq!(found.map(|(name, _)| name), morphy.map(|(name, _)| name), "{text}");
            assert_eq!(opening(text, ReadMode::Plain), found.filter(|_| plainly), "{text}");
        }
        let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *";
        for text in [set_up, "1. a3 Ke4", "[Variant \"Atomic\"]\n\n1. e4 e5 *", "*", ""] {
            assert!(opening(text, ReadMode::Plain).is_none_or(|(_, played)| played == "a3"), "{text}");
        }
        assert_eq!(opening("[Variant \"Atomic\"]\n\n1. e4 e5 *", ReadMode::All), None);
        let is_found = |text: &str| assert!(opening(text, ReadMode::Plain).is_some(), "{text}");
        let long = format!("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {}*", "4. Ba4 Rb8 5. Bb5 Ra8 ".repeat(200));
        is_found(&long);
        assert_eq!(
            opening(&long, ReadMode::Plain),
            opening(&long[..long.len() / 2], ReadMode::Plain),
            "it is not read to its end"
        );
    }
}
