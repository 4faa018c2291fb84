//! The moves to and from a position in a game, in main lines and variations, and statistics of these moves over many
//! games.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::lint::{Context, GameFormat};
use vgn_engine::notation::{EndMark, SAN};
use vgn_engine::openings;
use vgn_engine::replay::{
    Deviation, FastPass, HalfMove, PlayedMove, Resolved, ResolvedMove, Visitor, resolve_game, sets_up_a_board,
};
use vgn_engine::rules::{Bitboards, Play, Position, Variant, fingerprint_of_bitboards};

use super::hover::numbered;
use super::line_of_play::{index_at, opening_of};
use super::occurrences::PositionKey;
use super::open_game::OpenGame;
use super::outline::symbols::terminator;
use super::tree::half_move_at;

/// A half-move to or from the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionMove {
    /// In bytes of the game's text.
    pub range: Range<u32>,
    pub play: Play,
    pub number: u32,
    pub color: Color,
    /// Fingerprint of the position before it.
    pub before: u64,
    /// It is in the main line.
    pub is_main: bool,
}

/// The moves of a game to and from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionMoves {
    /// Half-moves that reach the position, in text order.
    pub into: Vec<PositionMove>,
    /// Half-moves played from the position, in text order.
    pub out: Vec<PositionMove>,
    /// A decisive result or a draw, such as `1-0`.
    pub result: Option<&'static str>,
}

/// The moves of a game to and from a position. `fast_pass` reuses its memory from game to game. `None` if cancelled.
pub fn position_moves(
    text: &str,
    wanted: PositionKey,
    context: &Context<'_>,
    fast_pass: &mut FastPass,
) -> Option<PositionMoves> {
    let mut search = PositionMoveVisitor::new(text, wanted);
    // This visitor is shown standard chess only.
    let mut found = if fast_pass.visit(text.as_bytes(), 0, true, &mut search).is_some() {
        if wanted.variant() == Variant::Chess { search.found } else { PositionMoves::default() }
    } else {
        in_resolved(&context.whole(text, resolve_game(text, context))?, wanted)
    };
    const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
    found.result = terminator(text).and_then(|said| RESULTS.into_iter().find(|result| *result == said));
    Some(found)
}

/// The half-moves played from a position in a clean game. `None` for other games, which take ten times as long.
pub fn plain_continuations(text: &str, wanted: PositionKey, fast_pass: &mut FastPass) -> Option<Vec<Play>> {
    let mut search = PositionMoveVisitor::new(text, wanted);
    fast_pass.visit(text.as_bytes(), 0, true, &mut search)?;
    let is_chess = wanted.variant() == Variant::Chess;
    Some(search.found.out.into_iter().filter(|_| is_chess).map(|half_move| half_move.play).collect())
}

fn in_resolved(resolved: &Resolved, wanted: PositionKey) -> PositionMoves {
    let is_wanted = |board: Option<&Position>| board.is_some_and(|board| PositionKey::of(board) == wanted);
    let half_move = |half_move: &ResolvedMove| {
        let (play, before) = (half_move.play?, half_move.before.as_deref()?);
        Some(PositionMove {
            range: half_move.range.clone(),
            play,
            number: half_move.number,
            color: half_move.color,
            before: PositionKey::of(before).fingerprint(),
            is_main: half_move.depth == 0,
        })
    };
    let which = |wanted: &dyn Fn(&&ResolvedMove) -> bool| {
        resolved.moves.iter().filter(wanted).filter_map(half_move).collect::<Vec<_>>()
    };
    PositionMoves {
        into: which(&|half_move| is_wanted(half_move.after.as_deref())),
        out: which(&|half_move| is_wanted(half_move.before.as_deref())),
        result: None,
    }
}

/// Collects the moves of a clean game.
struct PositionMoveVisitor<'t> {
    text: &'t str,
    wanted: PositionKey,
    found: PositionMoves,
    /// The main line and the open variations.
    lines: Vec<LineFingerprints>,
}

/// Fingerprints of the positions before and after the last half-move of a line.
#[derive(Clone, Copy)]
struct LineFingerprints {
    before: u64,
    after: u64,
}

impl<'t> PositionMoveVisitor<'t> {
    fn new(text: &'t str, wanted: PositionKey) -> PositionMoveVisitor<'t> {
        let fingerprint = PositionKey::of(&Position::initial()).fingerprint();
        let lines = vec![LineFingerprints { before: fingerprint, after: fingerprint }];
        PositionMoveVisitor { text, wanted, found: PositionMoves::default(), lines }
    }
}

impl Visitor for PositionMoveVisitor<'_> {
    /// The fast pass cannot start from a set-up board.
    fn tag(&mut self, _open: usize, name: Range<usize>, _value: Range<usize>) -> Option<()> {
        (!sets_up_a_board(self.text.get(name)?)).then_some(())
    }

    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        let is_main = self.lines.len() == 1;
        let line = self.lines.last_mut()?;
        *line = LineFingerprints { before: line.after, after: fingerprint_of_bitboards(played.after) };
        let wanted = self.wanted.fingerprint();
        if line.before != wanted && line.after != wanted {
            return Some(());
        }
        let half_move = PositionMove {
            range: u32::try_from(range.start).ok()?..u32::try_from(range.end).ok()?,
            play: Play::Move(played.mv),
            number: played.number,
            color: played.color,
            before: line.before,
            is_main,
        };
        if line.before == wanted {
            self.found.out.push(half_move.clone());
        }
        if line.after == wanted {
            self.found.into.push(half_move);
        }
        Some(())
    }

    fn variation(&mut self, _open: usize) -> Option<()> {
        let replaced = self.lines.last()?.before;
        self.lines.push(LineFingerprints { before: replaced, after: replaced });
        Some(())
    }

    fn variation_end(&mut self, _close: usize) {
        self.lines.pop();
    }

    /// Deviations do not change the positions.
    fn deviation(&mut self, _deviation: Deviation) -> Option<()> {
        Some(())
    }
}

/// Statistics of a half-move to or from a position over many games.
#[derive(Clone, Debug)]
pub struct MoveStats {
    pub play: Play,
    pub number: u32,
    pub color: Color,
    /// Fingerprint of the position before it.
    pub before: u64,
    /// Its occurrences in bytes of the document, in text order.
    pub places: Vec<Range<usize>>,
    /// Number of games with the half-move in the main line, and among them White's wins, Black's wins and draws.
    pub games: usize,
    pub white: usize,
    pub black: usize,
    pub drawn: usize,
    /// Number of its occurrences in variations.
    pub variations: usize,
}

/// Collects the statistics of many games.
#[derive(Clone, Debug, Default)]
pub struct MoveStatsBuilder(Vec<MoveStats>);

impl MoveStatsBuilder {
    /// Adds the half-moves of a game that starts at byte `start` of the document.
    pub fn add(&mut self, start: usize, position_moves: &[PositionMove], result: Option<&str>) {
        let mut seen: Vec<usize> = Vec::new();
        for half_move in position_moves {
            let is_same = |stats: &MoveStats| (stats.before, stats.play) == (half_move.before, half_move.play);
            let at = self.0.iter().position(is_same).unwrap_or_else(|| {
                self.0.push(MoveStats {
                    play: half_move.play,
                    number: half_move.number,
                    color: half_move.color,
                    before: half_move.before,
                    places: Vec::new(),
                    games: 0,
                    white: 0,
                    black: 0,
                    drawn: 0,
                    variations: 0,
                });
                self.0.len() - 1
            });
            let stats = &mut self.0[at];
            stats.places.push(start + half_move.range.start as usize..start + half_move.range.end as usize);
            if !half_move.is_main {
                stats.variations += 1;
            } else if !seen.contains(&at) {
                seen.push(at);
                stats.games += 1;
                match result {
                    Some("1-0") => stats.white += 1,
                    Some("0-1") => stats.black += 1,
                    Some("1/2-1/2") => stats.drawn += 1,
                    _ => {}
                }
            }
        }
    }

    /// The statistics by descending frequency, then in text order.
    pub fn sorted(mut self) -> Vec<MoveStats> {
        let first = |stats: &MoveStats| stats.places.first().map_or(0, |place| place.start);
        self.0.sort_by_key(|stats| (std::cmp::Reverse((stats.games, stats.variations)), first(stats)));
        self.0
    }
}

impl MoveStats {
    /// `2. Nf3` or `2... Nc6`: in SAN if the position before is known, otherwise with the text `written`.
    pub fn name(&self, before: Option<&Position>, written: &str) -> String {
        let san = before.and_then(|before| {
            let after = before.after(&self.play);
            HalfMove { before, play: &self.play, after: &after, end: EndMark::None }.spell(&SAN).ok()
        });
        format!("{} {}", numbered(GameFormat::Pgn, self.number, self.color), san.as_deref().unwrap_or(written))
    }

    /// "12 games: 5 won by White, 4 drawn, 3 won by Black; 2 variations".
    pub fn counts(&self) -> String {
        let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        let results = [(self.white, "won by White"), (self.drawn, "drawn"), (self.black, "won by Black")];
        let results = results.into_iter().filter(|(count, _)| *count > 0);
        let results: Vec<String> = results.map(|(count, how)| format!("{count} {how}")).collect();
        let mut parts = Vec::new();
        if self.games > 0 {
            let games = counted(self.games, "game");
            parts.push(if results.is_empty() { games } else { format!("{games}: {}", results.join(", ")) });
        }
        if self.variations > 0 {
            parts.push(counted(self.variations, "variation"));
        }
        parts.join("; ")
    }
}

/// The book move with most openings through it.
pub fn book_continuation(before: &Position, excluded: &[Play]) -> Option<Play> {
    let plays = before.legal_moves().into_iter().map(Play::Move).filter(|play| !excluded.contains(play));
    let known = plays.filter_map(|play| Some((book_lines(before, &play, &before.after(&play))?, play)));
    known.max_by_key(|(lines, _)| *lines).map(|(_, play)| play)
}

/// The number of openings that continue the current one with this half-move, and of those through the position after
/// it, by any move order. `None` if the move is not in the book.
pub fn book_lines(before: &Position, play: &Play, after: &Position) -> Option<(usize, usize)> {
    let named =
        openings::named(&Bitboards::standard(after)?).map_or(0, |opening| openings::lines_through(opening.line));
    let by_move = || {
        let line = match openings::named(&Bitboards::standard(before)?) {
            Some(opening) => opening.line,
            None if is_initial(before) => "",
            None => return None,
        };
        let san = HalfMove { before, play, after, end: EndMark::None }.spell(&SAN).ok()?;
        let number = format!("{}. ", line.matches('.').count() + 1);
        let number = if before.turn().is_white() { number.as_str() } else { "" };
        Some(openings::lines_through(format!("{line} {number}{san}").trim_start()))
    };
    Some((by_move().unwrap_or(0), named)).filter(|lines| *lines != (0, 0))
}

fn is_initial(position: &Position) -> bool {
    position.turn().is_white() && position.board() == Position::initial().board()
}

/// A position to explore: the one after or before a half-move.
#[derive(Clone, Debug)]
pub struct ExploredPosition {
    board: Position,
    /// The half-move, in bytes of the game's text.
    pub half_move: Range<u32>,
    /// `2... Nc6`.
    pub name: String,
    /// The opening of the half-move.
    pub opening: Option<String>,
}

impl ExploredPosition {
    /// The position after (or before) the half-move at `place` of a game's text.
    pub fn at(open: &impl OpenGame, place: u32, is_before: bool) -> Option<ExploredPosition> {
        let token = half_move_at(&open.tree()?, place)?;
        let resolved = open.resolved()?;
        let (moves, start) = (&resolved.moves, u32::from(token.text_range().start()));
        let at = index_at(moves, start)?;
        let half_move = &moves[at];
        let board = if is_before { &half_move.before } else { &half_move.after };
        Some(ExploredPosition {
            board: board.as_deref().cloned()?,
            half_move: half_move.range.clone(),
            name: format!("{} {}", numbered(GameFormat::Pgn, half_move.number, half_move.color), token.text()),
            opening: opening_of(moves, at).map(|(opening, _)| format!("{} {}", opening.eco, opening.name)),
        })
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_game::StandaloneGame;
    use vgn_engine::lint::{FileKind, Settings};

    /// The moves to and from the position after the half-move at `|`.
    fn ways(games: &[&str]) -> (Vec<String>, Vec<String>) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let marked = games.iter().find(|game| game.contains('|')).expect("a mark");
        let text = marked.replace('|', "");
        let place = marked.find('|').expect("a mark") as u32;
        let wanted = ExploredPosition::at(&StandaloneGame::of(&text), place, false).expect("a half-move");
        let wanted = PositionKey::of(wanted.position());
        let (mut into, mut out, mut fast_pass) =
            (MoveStatsBuilder::default(), MoveStatsBuilder::default(), FastPass::default());
        let all: String = games.iter().map(|game| game.replace('|', "")).collect();
        let mut start = 0;
        for game in games {
            let game = game.replace('|', "");
            let found = position_moves(&game, wanted, &context, &mut fast_pass).expect("not called off");
            into.add(start, &found.into, found.result);
            out.add(start, &found.out, found.result);
            start += game.len();
        }
        let said =
            |stats: MoveStats| format!("{}: {}", stats.name(None, &all[stats.places[0].clone()]), stats.counts());
        (into.sorted().into_iter().map(said).collect(), out.sorted().into_iter().map(said).collect())
    }

    #[test]
    fn move_orders_and_continuations_are_counted_over_games() {
        let (into, out) = ways(&[
            "1. e4 e5 2. Nf3 N|c6 3. Bb5 (3. Bc4 Bc5) 1-0\n\n",
            "[Result \"1/2-1/2\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bc4 1/2-1/2\n\n",
            "1. e4 (1. Nf3 e5 2. e4 Nc6 3. Bb5) e5 2. Nf3 Nc6 3. d4 0-1\n\n",
            "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Nb8-c6 2. Ng1-f3 2.5 Pe7-e5 3. Bf1-b5 1-0\n\n",
            "1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 *\n\n",
            "1. e4 e5 2. Nf3 Nc6 Ke4\n\n",
            "[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. Nf3 Nc6 3. d4 *\n\n",
        ]);
        assert_eq!(
            into,
            [
                "2... Nc6: 4 games: 1 won by White, 1 won by Black; 1 variation",
                "2... e5: 2 games: 1 won by White, 1 drawn",
            ]
        );
        assert_eq!(
            out,
            [
                "3. Bb5: 2 games: 2 won by White; 1 variation",
                "3. Bc4: 1 game: 1 drawn; 1 variation",
                "3. d4: 1 game: 1 won by Black",
                "3. Ng1: 1 game",
            ]
        );
    }

    #[test]
    fn a_set_up_board_is_one_to_go_on_from() {
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n";
        let (into, out) = ways(&[
            &format!("{fen}1. e4 Kd7 2. Kd2 Ke|8 3. Kd3 *\n\n"),
            &format!("{fen}1. Kd2 Ke7 2. e4 Ke8 3. Kc3 *\n\n"),
        ]);
        assert_eq!(into, ["2... Ke8: 1 game", "2... Ke8: 1 game"], "from different squares");
        assert_eq!(out, ["3. Kd3: 1 game", "3. Kc3: 1 game"]);
    }

    #[test]
    fn the_table_of_openings_goes_on_as_far_as_it_reaches() {
        let mut position = Position::initial();
        let mut line = Vec::new();
        while let Some(play) = book_continuation(&position, &[]) {
            let after = position.after(&play);
            line.push(HalfMove { before: &position, play: &play, after: &after, end: EndMark::None }.spell(&SAN).ok());
            position = after;
        }
        let line: Vec<String> = line.into_iter().flatten().collect();
        assert!((2..40).contains(&line.len()), "{line:?}");
        assert_eq!(line[..5], ["e4", "e5", "Nf3", "Nc6", "Bb5"], "{line:?}");
    }
}
