//! The positions of a game's opening, in main line and variations, to find transpositions between games.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::lint::{Context, GameFormat};
use vgn_engine::replay::{Deviation, FastPass, PlayedMove, Visitor, resolve_game, sets_up_a_board};
use vgn_engine::rules::{Position, Variant, fingerprint, fingerprint_of_bitboards};

use super::game_opening::ReadMode;
use super::hover::named_in_label;

/// Number of half-moves per line that are recorded: transpositions occur early.
pub const OPENING_PLIES: u32 = 40;

/// Fingerprints of the positions in a game of standard chess; empty for other variants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningPositions {
    start: Option<u64>,
    /// The first [`OPENING_PLIES`] of each line, in text order.
    half_moves: Vec<OpeningPly>,
}

/// A half-move and the position that it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningPly {
    after: u64,
    /// In bytes of the game's text.
    pub range: Range<u32>,
    number: u32,
    color: Color,
}

impl OpeningPositions {
    /// The initial position and those after the half-moves.
    pub fn positions(&self) -> impl Iterator<Item = u64> + '_ {
        self.start.into_iter().chain(self.half_moves.iter().map(|half_move| half_move.after))
    }

    /// The first half-move that reaches the position `after`, unless the game also has the position `before`: then the
    /// move orders are the same or have met already.
    pub fn transposition(&self, before: u64, after: u64) -> Option<&OpeningPly> {
        let first = self.half_moves.iter().find(|half_move| half_move.after == after)?;
        (!self.positions().any(|position| position == before)).then_some(first)
    }
}

impl OpeningPly {
    /// `4. Nc3`: the number in the given format, and the text.
    pub fn name(&self, text: &str, format: GameFormat) -> String {
        let written = text.get(self.range.start as usize..self.range.end as usize).unwrap_or_default();
        named_in_label(format, self.number, self.color, written)
    }
}

/// The opening positions of a game. For clean games `text` may be the game's beginning. Damaged games are read up to
/// the damage. `fast_pass` reuses its memory from game to game. `None` if cancelled.
pub fn opening_positions(
    text: &str,
    reading: ReadMode,
    context: &Context<'_>,
    fast_pass: &mut FastPass,
) -> Option<OpeningPositions> {
    let start = Some(fingerprint(&Position::initial()));
    let mut search = OpeningPositionVisitor {
        text,
        counts: vec![0],
        found: OpeningPositions { start, half_moves: Vec::new() },
        is_done: false,
    };
    let is_whole = fast_pass.visit(text.as_bytes(), 0, true, &mut search).is_some();
    if is_whole || search.is_done || reading == ReadMode::Plain {
        return Some(search.found);
    }
    let resolved = context.whole(text, resolve_game(text, context))?;
    let is_chess = |board: &&Position| board.variant() == Variant::Chess;
    let first = resolved.moves.first().and_then(|first| first.before.as_deref());
    let half_moves = resolved.moves.iter().filter(|half_move| half_move.ply < OPENING_PLIES);
    let half_moves = half_moves.filter_map(|half_move| {
        Some(OpeningPly {
            after: fingerprint(half_move.after.as_deref().filter(is_chess)?),
            range: half_move.range.clone(),
            number: half_move.number,
            color: half_move.color,
        })
    });
    Some(OpeningPositions { start: first.filter(is_chess).map(fingerprint), half_moves: half_moves.collect() })
}

/// Records the positions of a clean game.
struct OpeningPositionVisitor<'t> {
    text: &'t str,
    /// Number of half-moves in the main line and in each open variation.
    counts: Vec<u32>,
    found: OpeningPositions,
    is_done: bool,
}

impl Visitor for OpeningPositionVisitor<'_> {
    /// A set-up board is not part of an opening.
    fn tag(&mut self, _open: usize, name: Range<usize>, _value: Range<usize>) -> Option<()> {
        (!sets_up_a_board(self.text.get(name)?)).then_some(())
    }

    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        let is_main = self.counts.len() == 1;
        let count = self.counts.last_mut()?;
        *count += 1;
        if *count <= OPENING_PLIES {
            self.found.half_moves.push(OpeningPly {
                after: fingerprint_of_bitboards(played.after),
                range: u32::try_from(range.start).ok()?..u32::try_from(range.end).ok()?,
                number: played.number,
                color: played.color,
            });
        }
        // Includes the variations of the last recorded half-move.
        self.is_done = is_main && *count > OPENING_PLIES;
        (!self.is_done).then_some(())
    }

    fn variation(&mut self, _open: usize) -> Option<()> {
        let count = *self.counts.last()?;
        self.counts.push(count.saturating_sub(1));
        Some(())
    }

    fn variation_end(&mut self, _close: usize) {
        self.counts.pop();
    }

    /// Deviations do not change the positions.
    fn deviation(&mut self, _deviation: Deviation) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};

    fn all(text: &str, reading: ReadMode) -> OpeningPositions {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        opening_positions(text, reading, &context, &mut FastPass::default()).expect("nobody calls it off")
    }

    fn positions(text: &str, reading: ReadMode) -> Vec<u64> {
        all(text, reading).positions().collect()
    }

    #[test]
    fn a_game_that_is_read_plainly_passes_what_the_judge_says() {
        let line = "[White \"A\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 a6 ";
        let back_and_forth = |pair: u32| format!("{}. Ba4 Rb8 {}. Bb5 Ra8 ", 2 * pair, 2 * pair + 1);
        let shuffled = format!("{line}{}*", (2..40).map(back_and_forth).collect::<String>());
        for text in [&format!("{line}*"), &shuffled] {
            let plain = all(text, ReadMode::Plain);
            let judged = text.replacen("1. e4", "1. e2e4", 1);
            assert_eq!(all(&judged, ReadMode::Plain).half_moves.len(), 0, "it is not read plainly");
            assert_eq!(plain.positions().collect::<Vec<_>>(), positions(&judged, ReadMode::All), "{text}");
            assert_eq!(plain.half_moves[3].name(text, GameFormat::Pgn), "2. Nf3");
            assert_eq!(plain.half_moves[6].name(text, GameFormat::Vgn), "2.5 Nc6");
        }
        assert_eq!(all(&shuffled, ReadMode::Plain).half_moves.len(), OPENING_PLIES as usize + 3);
        let fcn = "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 *";
        assert_eq!(all(fcn, ReadMode::Plain).half_moves, []);
        assert_eq!(positions(fcn, ReadMode::All), positions("[White \"A\"]\n\n1. e4 e5 *", ReadMode::Plain));
        assert_eq!(all("[Variant \"Atomic\"]\n\n1. e4 e5 *", ReadMode::All), OpeningPositions::default());
        let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd8 *";
        assert_eq!((positions(set_up, ReadMode::Plain).len(), positions(set_up, ReadMode::All).len()), (1, 3));
    }

    #[test]
    fn lines_meet_where_one_comes_from_another_position() {
        let transposition = |own: &str, other: &str| {
            let own = positions(&format!("[White \"A\"]\n\n{own} *"), ReadMode::Plain);
            let text = format!("[White \"A\"]\n\n{other} *");
            let other = all(&text, ReadMode::Plain);
            let met =
                own.windows(2).map(|step| Some(other.transposition(step[0], step[1])?.name(&text, GameFormat::Pgn)));
            met.flatten().collect::<Vec<_>>()
        };
        let [nothing, queens]: [&[&str]; 2] = [&[], &["3. d4"]];
        assert_eq!(
            transposition("1. d4 Nf6 2. c4 e6 3. Nf3 d5", "1. Nf3 Nf6 2. c4 e6 3. d4 d5"),
            queens,
            "not at 3... d5"
        );
        assert_eq!(transposition("1. d4 Nf6 2. c4 e6 3. Nf3 d5", "1. d4 Nf6 2. c4 e6 3. Nf3 d5"), nothing);
        let both = "1. d4 (1. Nf3 Nf6 2. c4 e6 3. d4 d5) Nf6 2. c4 e6 3. a3";
        assert_eq!(
            transposition("1. d4 Nf6 2. c4 e6 3. Nf3 d5", both),
            nothing,
            "the other game has both orders, and says so"
        );
        assert_eq!(transposition("1. Nf3 Nf6 2. Ng1 Ng8 3. e4", "1. e4 e5"), nothing, "a start that comes again");
    }
}
