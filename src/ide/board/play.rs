//! Writes a half-move made on a board into the game, in the game's notation, as the next half-move of its line or as a
//! variation. The result is verified by reading it again.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::format::games_by_lines;
use vgn_engine::lint::{Context, Edit, GameFormat, apply, line_end_of};
use vgn_engine::notation::{EndMark, Medium, TokenContent};
use vgn_engine::replay::{HalfMove, Resolved, ResolvedMove, resolve_game};
use vgn_engine::rules::{Play, Position};
use vgn_engine::syntax::Token;

use super::game::{annotations, parents};
use super::hand_move::HandMove;
use super::moves::board_after;
use crate::completion::{ahead, language, numbers_black};
use crate::hover::numbered;
use crate::outline::{GameOutline, Leaf};

/// A half-move written into a game, or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayEdit {
    /// `None` if the game already has all of it.
    pub edit: Option<Edit>,
    /// The range of the first half-move that is new, or of the last one if none is; in bytes of the edited text.
    pub range: Range<u32>,
    /// The index of that half-move among all half-moves of the edited game, in text order.
    pub id: usize,
}

/// Maximum line length of PGN's export format, in characters.
const WIDTH: usize = 79;

/// Plays a half-move after another one, or at the game's beginning.
///
/// # Errors
/// The reason as a sentence.
pub fn play(
    text: &str,
    resolved: &Resolved,
    context: &Context<'_>,
    after: Option<usize>,
    wanted: HandMove<'_>,
) -> Result<PlayEdit, String> {
    if after.is_some_and(|id| id >= resolved.moves.len()) {
        return Err("the game has no such half-move".to_owned());
    }
    let board = board_after(resolved, after).ok_or("the board is not known here")?;
    let play = wanted.on(board, resolved.notation)?;
    let children = parents(&resolved.moves);
    let children: Vec<usize> = (0..children.len()).filter(|id| children[*id] == after).collect();
    if let Some(id) = children.iter().copied().find(|id| resolved.moves[*id].play == Some(play)) {
        return Ok(PlayEdit { edit: None, range: resolved.moves[id].range.clone(), id });
    }
    let site = PlayWriter { text, resolved, outline: GameOutline::new(text, context.cancel), board, play };
    let spelt = site.spelt()?;
    let drafts = match children.first() {
        None => site.next(after, &spelt),
        Some(replaced) => site.variation(*replaced, &spelt),
    };
    let id_at = |at: u32| resolved.moves.partition_point(|half_move| half_move.range.start < at);
    for PlayDraft { edit, at } in drafts {
        let start = edit.range.start + u32::try_from(at).unwrap_or(u32::MAX);
        let range = start..start + u32::try_from(spelt.len()).unwrap_or(u32::MAX);
        let id = id_at(edit.range.start);
        if site.is_right(&edit, id, after, context) {
            return Ok(PlayEdit { edit: Some(edit), range, id });
        }
    }
    Err("the half-move cannot be written here: other programs would read the game in another way".to_owned())
}

/// A possible edit, and the offset of the half-move in its text.
struct PlayDraft {
    edit: Edit,
    at: usize,
}

/// Writes a half-move into a game.
struct PlayWriter<'a> {
    text: &'a str,
    resolved: &'a Resolved,
    outline: GameOutline<'a>,
    board: &'a Position,
    play: Play,
}

impl PlayWriter<'_> {
    /// The half-move in the game's notation and language.
    fn spelt(&self) -> Result<String, String> {
        let notation = self.resolved.notation.ok_or("the game's notation is not known")?;
        if notation.medium == Medium::Binary {
            return Err("the moves of this game are binary: convert it to text first".to_owned());
        }
        let after = self.board.after(&self.play);
        let half_move = HalfMove { before: self.board, play: &self.play, after: &after, end: EndMark::None };
        let spelt = half_move.spell(notation).map_err(|why| why.to_string())?;
        let language = language(&self.outline, &self.resolved.moves, notation);
        Ok(language.map_or(spelt.clone(), |language| language.from_english(&spelt)))
    }

    /// Continues the line of `after` at its end.
    fn next(&self, after: Option<usize>, spelt: &str) -> Vec<PlayDraft> {
        let leaves = self.outline.leaves();
        let tags_end = self.outline.tags_end();
        let line = after.and_then(|id| self.leaf_of(id)).map_or(0, |at| leaves[at].line);
        let is_inside = |leaf: &Leaf| self.outline.is_within(leaf.line, line);
        let ends = |leaf: &Leaf| leaf.line == line && matches!(leaf.token, Token::Terminator | Token::VariationClose);
        let first = after.and_then(|id| self.leaf_of(id)).unwrap_or(tags_end);
        let count = leaves[first..].iter().take_while(|leaf| is_inside(leaf) && !ends(leaf)).count();
        let (number, color) = match after {
            Some(id) => {
                let last = &self.resolved.moves[id];
                (last.number + u32::from(last.color.is_black()), !last.color)
            }
            None => (self.board.fullmoves().get(), self.board.turn()),
        };
        if count == 0 {
            return vec![self.first(tags_end, &self.number(number, color), spelt)];
        }
        let before = &leaves[..first + count];
        let number = if self.belongs(before, line, color) { self.number(number, color) } else { String::new() };
        vec![self.behind(before, "", &number, spelt, "")]
    }

    /// Adds a variation on a half-move, after its annotations and other variations; in VGN first after Black's reply
    /// (rule C7).
    fn variation(&self, replaced: usize, spelt: &str) -> Vec<PlayDraft> {
        let half_move = &self.resolved.moves[replaced];
        let number = self.number(half_move.number, half_move.color);
        let mut drafts = Vec::new();
        let is_vgn = self.resolved.format == GameFormat::Vgn;
        let answer =
            self.leaf_of(replaced).and_then(|at| self.next_move(at)).filter(|_| is_vgn && half_move.color.is_white());
        for at in answer.into_iter().chain(self.leaf_of(replaced)) {
            let leaves = self.outline.leaves();
            let line = leaves[at].line;
            let is_of_it = |leaf: &&Leaf| {
                leaf.line != line
                    || matches!(
                        leaf.token,
                        Token::Nag
                            | Token::CompositeNag
                            | Token::Suffix
                            | Token::BraceComment
                            | Token::LineComment
                            | Token::Escape
                    )
            };
            let is_inside = |leaf: &Leaf| self.outline.is_within(leaf.line, line);
            let count = leaves[at + 1..].iter().take_while(|leaf| is_inside(leaf) && is_of_it(leaf)).count();
            let before = &leaves[..at + 1 + count];
            // Black's half-move after a variation needs its number (PGN 8.2.2.2).
            let next = leaves.get(at + 1 + count).filter(|leaf| leaf.line == line && leaf.token == Token::Move);
            let next = next.and_then(|leaf| self.resolved.moves.iter().find(|it| it.range.start == leaf.range.start));
            let next = next.filter(|next| next.color.is_black() && !number.is_empty());
            let again = next.map_or_else(String::new, |next| self.number(next.number, next.color));
            drafts.push(self.behind(before, "(", &number, spelt, &again));
            if !number.is_empty() {
                drafts.push(self.behind(before, "(", "", spelt, &again));
            }
        }
        drafts
    }

    /// Index of a half-move's token.
    fn leaf_of(&self, id: usize) -> Option<usize> {
        let start = self.resolved.moves.get(id)?.range.start;
        self.outline.leaves().binary_search_by_key(&start, |leaf| leaf.range.start).ok()
    }

    /// Index of the next half-move of the line.
    fn next_move(&self, at: usize) -> Option<usize> {
        let leaves = self.outline.leaves();
        (at + 1..leaves.len()).find(|next| leaves[*next].line == leaves[at].line && leaves[*next].token == Token::Move)
    }

    /// The next half-move needs a number.
    fn belongs(&self, before: &[Leaf], line: usize, color: Color) -> bool {
        let here = before.iter().rev().find(|leaf| leaf.line == line);
        if here.is_some_and(|leaf| matches!(leaf.token, Token::MoveNumber | Token::Periods)) {
            return false;
        }
        let is_direct = before.last().is_some_and(|leaf| {
            leaf.line == line && matches!(leaf.token, Token::Move | Token::Suffix | Token::Nag | Token::CompositeNag)
        });
        color == Color::White || !is_direct || numbers_black(&self.outline, self.resolved.format, before)
    }

    /// The number of a half-move in the game's style; empty if the game has no numbers.
    fn number(&self, number: u32, color: Color) -> String {
        let leaves = self.outline.leaves();
        let is_numbered = leaves.iter().any(|leaf| leaf.token == Token::MoveNumber);
        if !is_numbered && self.resolved.moves.len() > 1 {
            return String::new();
        }
        let number = i64::from(number) + ahead(&self.outline, &self.resolved.moves);
        if number < 1 {
            return String::new();
        }
        let mut spaced = leaves.windows(2).rev().filter(|pair| pair[0].token == Token::MoveNumber);
        let is_spaced = spaced.next().is_none_or(|pair| pair[0].range.end < pair[1].range.start);
        let blank = if is_spaced || self.resolved.format == GameFormat::Vgn { " " } else { "" };
        format!("{}{blank}", numbered(self.resolved.format, number, color))
    }

    /// The first half-move of a game, after its tags.
    fn first(&self, tags_end: usize, number: &str, spelt: &str) -> PlayDraft {
        let leaves = self.outline.leaves();
        match leaves.get(tags_end).filter(|leaf| leaf.token == Token::Terminator) {
            Some(terminator) => {
                let at = terminator.range.start;
                PlayDraft { edit: Edit { range: at..at, text: format!("{number}{spelt} ") }, at: number.len() }
            }
            None => {
                let end = tags_end.checked_sub(1).map_or(0, |last| leaves[last].range.end);
                let lead = if tags_end > 0 { line_end_of(self.text).repeat(2) } else { String::new() };
                let at = lead.len() + number.len();
                PlayDraft { edit: Edit { range: end..end, text: format!("{lead}{number}{spelt}") }, at }
            }
        }
    }

    /// Inserts the half-move after these tokens.
    fn behind(&self, before: &[Leaf], open: &str, number: &str, spelt: &str, again: &str) -> PlayDraft {
        let end = before.last().map_or(0, |last| last.range.end);
        let is_line = before.last().is_some_and(|last| matches!(last.token, Token::LineComment | Token::Escape));
        let line_end = line_end_of(self.text);
        let close = if open.is_empty() { "" } else { ")" };
        let words = format!("{open}{number}{spelt}{close}");
        let head = &self.text[..end as usize];
        let column = head.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count();
        let is_wrapped = self.text.lines().all(|line| line.chars().count() <= WIDTH + 1);
        let opens = head.ends_with('(');
        let lead = match () {
            () if is_line => line_end,
            () if opens => "",
            () if is_wrapped && column + 1 + words.chars().count() > WIDTH => line_end,
            () => " ",
        };
        let at = lead.len() + open.len() + number.len();
        let mut text = format!("{lead}{words}");
        if !again.is_empty() {
            text.push(' ');
            text += again.trim_end();
        }
        let rest = &self.text[end as usize..];
        if !rest.is_empty() && !rest.starts_with([' ', '\t', '\n', '\r', ')']) {
            text.push(' ');
        }
        if is_line && !rest.starts_with(['\n', '\r']) && !rest.is_empty() {
            text += line_end;
        }
        PlayDraft { edit: Edit { range: end..end, text }, at }
    }

    /// The half-move was read as the one that was played; in a notation of boards only the board counts.
    fn is_played(&self, read: &ResolvedMove) -> bool {
        let after = self.board.after(&self.play);
        let is_board = self.resolved.notation.is_some_and(|notation| notation.content == TokenContent::Boards);
        let is_same = |read: &Position| read.board() == after.board() && read.turn() == after.turn();
        read.play == Some(self.play) || is_board && read.after.as_deref().is_some_and(is_same)
    }

    /// The edited game differs from the old one only by the additional half-move.
    fn is_right(&self, edit: &Edit, id: usize, after: Option<usize>, context: &Context<'_>) -> bool {
        let text = apply(self.text, std::slice::from_ref(edit));
        let Some(new) = context.whole(&text, resolve_game(&text, context)) else { return false };
        let old = &self.resolved.moves;
        let is_one_game = games_by_lines(&text) <= games_by_lines(self.text);
        if new.moves.len() != old.len() + 1 || !self.is_played(&new.moves[id]) || !is_one_game {
            return false;
        }
        let later = |old: usize| old + usize::from(old >= id);
        let is_same = |at: usize| {
            let (old, new) = (&old[at], &new.moves[later(at)]);
            (old.play, old.depth, old.ply, old.color) == (new.play, new.depth, new.ply, new.color)
        };
        let old_notes = annotations(self.text, self.resolved, &self.outline);
        let new_notes = annotations(&text, &new, &GameOutline::new(&text, context.cancel));
        let has_same_notes = |at: usize| {
            let (old, new) = (&old_notes[at], &new_notes[later(at)]);
            old.parent.map(later) == new.parent
                && (&old.san, &old.nags, &old.before, &old.notes) == (&new.san, &new.nags, &new.before, &new.notes)
        };
        new_notes[id].parent == after && (0..old.len()).all(|at| is_same(at) && has_same_notes(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    /// The game with a half-move played after the one with the text `after`, or the error.
    fn played(text: &str, after: &str, wanted: &str) -> String {
        put(text, after, HandMove { text: wanted, may_be_illegal: false })
    }

    fn put(text: &str, after: &str, wanted: HandMove<'_>) -> String {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let resolved = resolve_game(text, &context);
        let is_it =
            |it: &vgn_engine::replay::ResolvedMove| text[it.range.start as usize..it.range.end as usize] == *after;
        let id = resolved.moves.iter().position(is_it);
        assert!(after.is_empty() || id.is_some(), "{after}");
        match play(text, &resolved, &context, id, wanted) {
            Ok(PlayEdit { edit: None, id, .. }) => format!("there: {id}"),
            Ok(PlayEdit { edit: Some(edit), range, id }) => {
                assert!(edit.range.is_empty());
                let new = apply(text, &[edit]);
                let moves = resolve_game(&new, &context).moves;
                assert_eq!(moves[id].range, range, "{new}");
                new
            }
            Err(why) => why,
        }
    }

    #[test]
    fn the_next_half_move_goes_behind_its_line() {
        for (text, after, wanted, expected) in [
            ("1. e4 *", "e4", "e7e5", "1. e4 e5 *"),
            ("1. e4 e5\n*\n", "e5", "Nf3", "1. e4 e5 2. Nf3\n*\n"),
            ("1. e4 {x} *", "e4", "e5", "1. e4 {x} 1... e5 *"),
            ("1. e4 e5 2. *", "e5", "g1f3", "1. e4 e5 2. Nf3 *"),
            ("1. e4 (1. d4 d5) 1... e5 *", "d5", "c4", "1. e4 (1. d4 d5 2. c4) 1... e5 *"),
            ("1.e4 e5", "e5", "Nf3", "1.e4 e5 2.Nf3"),
            ("1. e4 ;good\n*", "e4", "e5", "1. e4 ;good\n1... e5\n*"),
            ("[White \"a\"]\n\n*\n", "", "e4", "[White \"a\"]\n\n1. e4 *\n"),
            ("[White \"a\"]\n", "", "e4", "[White \"a\"]\n\n1. e4\n"),
            ("[MoveFormat \"FCN\"]\n\n1. Pe2-e4 *", "Pe2-e4", "e5", "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 Pe7-e5 *"),
            ("e4 e5 *", "e5", "Nf3", "e4 e5 Nf3 *"),
            ("1. e4 e5 2. Sf3 Sc6 *", "Sc6", "f1b5", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *"),
        ] {
            assert_eq!(played(text, after, wanted), expected);
        }
    }

    #[test]
    fn another_half_move_becomes_a_variation() {
        for (text, after, wanted, expected) in [
            ("1. e4 e5 *", "", "d4", "1. e4 (1. d4) 1... e5 *"),
            ("1. e4 e5 2. Nf3 *", "e4", "c5", "1. e4 e5 (1... c5) 2. Nf3 *"),
            ("1. e4 {x} (1. d4) 1... e5 *", "", "c4", "1. e4 {x} (1. d4) (1. c4) 1... e5 *"),
            ("1. e4 (1. d4 d5) e5 *", "d4", "Nf6", "1. e4 (1. d4 d5 (1... Nf6)) e5 *"),
            ("1. e4! $14 e5 *", "", "d4", "1. e4! $14 (1. d4) 1... e5 *"),
            ("1. e4 Ke4 2. Nf3 *", "e4", "e5", "1. e4 Ke4 (1... e5) 2. Nf3 *"),
        ] {
            assert_eq!(played(text, after, wanted), expected);
        }
        let vgn = "[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n\n";
        let text = format!("{vgn}1. e4 1.5 e5 2. Nf3 *");
        assert_eq!(played(&text, "", "d4"), format!("{vgn}1. e4 1.5 e5 (1. d4) 2. Nf3 *"));
    }

    #[test]
    fn what_is_there_is_only_told() {
        let text = "1. e4 (1. d4) 1... e5 *";
        assert_eq!((played(text, "", "e4"), played(text, "", "d2d4")), ("there: 0".to_owned(), "there: 1".to_owned()));
        assert_eq!(played(text, "e4", "e7e5"), "there: 2");
    }

    #[test]
    fn moves_of_all_kinds() {
        let set = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*");
        let end = |text: String| text.rsplit("\n\n").next().unwrap_or_default().to_owned();
        let promotes = set("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!(end(played(&promotes, "", "a7a8n")), "1. a8=N *");
        assert_eq!(played(&promotes, "", "a7a8"), "`a7a8` lacks what the pawn becomes");
        let castles = set("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        for wanted in ["e1g1", "e1h1", "O-O", "0-0"] {
            assert_eq!(end(played(&castles, "", wanted)), "1. O-O *");
        }
        let of_960 = castles.replace("[SetUp", "[Variant \"Chess960\"]\n[SetUp");
        assert_eq!(end(played(&of_960, "", "e1h1")), "1. O-O *");
        let house = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *";
        assert!(
            played(house, "Qxd5", "P@e4").ends_with("3. @e4 *") || played(house, "Qxd5", "P@e4").ends_with("3. P@e4 *")
        );
        assert_eq!(end(played("1. e4 *", "e4", "--")), "1. e4 -- *");
        assert_eq!(played("1. e4 *", "e4", "e7e4"), "`exe4` is not legal here: the pawn on e7 cannot move to e4");
        assert_eq!(played("1. f3 e5 2. g4 Qh4# *", "Qh4#", "e2e4").find("is not legal"), Some(5));
    }

    #[test]
    fn moves_are_found_however_they_are_typed() {
        for wanted in ["nf3", "NF3", "Ng1-f3", "2. Nf3", "2.Nf3", "Ngf3", "N1f3", "Nf3!?", "Nf3+"] {
            assert_eq!(played("1. e4 e5 *", "e5", wanted), "1. e4 e5 2. Nf3 *", "{wanted}");
        }
        for (text, after, wanted, expected) in [
            ("1. e4 *", "e4", "e7-e5", "1. e4 e5 *"),
            ("1. e4 *", "e4", "1... e5", "1. e4 e5 *"),
            ("1. e4 *", "e4", "E5", "1. e4 e5 *"),
            ("1. e4 e5 *", "e5", "bc4", "1. e4 e5 2. Bc4 *"),
            ("1. e4 d5 *", "d5", "ed", "`ed` is not legal here"),
            ("1. e4 d5 *", "d5", "e:d5", "1. e4 d5 2. exd5 *"),
            ("1. e4 e5 *", "e5", "Nd4", "`Nd4` is not legal here: none of the knights on b1 and g1 can move to d4"),
            ("1. e4 e5 *", "e5", "Qd3", "`Qd3` is not legal here: the pawn on d2 is in the way of the queen on d1"),
            ("1. e4 e5 *", "e5", "o-o", "`o-o` is not legal here: the bishop on f1 is in the way of castling"),
            ("1. d4 d5 2. Nf3 Nf6 *", "Nf6", "nd2", "`nd2` may be `Nbd2` or `Nfd2`"),
        ] {
            assert_eq!(played(text, after, wanted), expected, "{wanted}");
        }
    }

    #[test]
    fn what_the_rules_forbid_is_written_where_the_notation_and_people_allow_it() {
        let any =
            |text: &str, after: &str, wanted: &str| put(text, after, HandMove { text: wanted, may_be_illegal: true });
        for (notation, first, wanted, expected) in [
            ("UCI", "e2e4", "e7e4", "e2e4 e7e4"),
            ("LAN", "e2-e4", "e8e4", "e2-e4 Ke8xe4"),
            ("FCN", "Pe2-e4", "d8h2", "Pe2-e4 Qd8-h2xP"),
            ("MCN", "e2e4", "d2d4", "e2e4 d2d4"),
        ] {
            let text = format!("[MoveFormat \"{notation}\"]\n\n1. {first} *");
            assert_eq!(any(&text, first, wanted), format!("[MoveFormat \"{notation}\"]\n\n1. {expected} *"));
            let named = expected.split(' ').next_back().unwrap_or_default();
            let why = played(&text, first, wanted);
            assert!(why.starts_with(&format!("`{named}` is not legal here")), "{notation}: {why}");
            assert_eq!(any(&text, first, "a5a4"), "no piece stands on a5");
        }
        let why = any("1. e4 *", "e4", "e7e4");
        assert!(
            why.ends_with("the pawn on e7 cannot move to e4, and SAN cannot record what the rules forbid"),
            "{why}"
        );
        assert_eq!(any("1. e4 *", "e4", "e7e5"), "1. e4 e5 *");
    }

    #[test]
    fn nothing_is_written_where_it_would_be_read_otherwise() {
        let refusal = "the half-move cannot be written here: other programs would read the game in another way";
        assert_eq!(played("1. e4 {never closed", "e4", "e5"), refusal);
    }
}
