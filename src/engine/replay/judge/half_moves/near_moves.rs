//! Legal moves that an unreadable or illegal move may have been intended as: they differ from it by one typing slip.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Edit, Fix};
use crate::notation::nag::of_printed;
use crate::notation::{EndMark, SAN};
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::judge::movetext::variations::next_half_move;
use crate::replay::spelling::HalfMove;
use crate::rules::{Play, Position};
use crate::source::near::distance;
use crate::syntax::{nearest_castling, replace_homoglyphs};

/// Maximum number of suggested moves.
const MOST: usize = 3;

/// Minimum length of texts that may have two slips, such as coordinates on both sides of a hyphen.
const LONG: usize = 6;

/// Maximum length of a move with slips.
const LONGEST: usize = 14;

/// A distance above that of any letters of moves.
const OTHER_LENGTH: u32 = 100;

impl Judge<'_> {
    /// Legal moves that may be intended by the text, most likely first: moves with the same spelling except for case,
    /// else moves one slip away (an additional, missing or wrong letter, or two
    /// transposed ones). Empty if the text contains too little of a move. Moves after which the half-move behind `end` is
    /// not legal are left out.
    pub(crate) fn near_moves(&self, text: &str, end: u32) -> Vec<String> {
        let Some(position) = self.line.position() else { return Vec::new() };
        let seen = replace_homoglyphs(text);
        let seen = seen.as_deref().unwrap_or(text);
        let in_capitals = self.with_capital_piece(seen);
        let written = NearText::new(&in_capitals);
        if !written.has_enough_text() {
            return Vec::new();
        }
        let mut found: Vec<((MoveDistance, usize, String), Position)> = Vec::new();
        for m in position.legal_moves() {
            let play = Play::Move(m);
            let after = position.after(&play);
            let half_move = HalfMove { before: &position, play: &play, after: &after, end: EndMark::None };
            let Ok(spelt) = half_move.spell(self.notation) else { continue };
            let ours = self.letters.language.map_or_else(|| spelt.clone(), |language| language.from_english(&spelt));
            if let Some(distance) = written.distance_to(&bare(&ours)) {
                found.push(((distance, rank_of_promotion(&ours), ours), after));
            }
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        let nearest = found.first().map_or(0, |((distance, ..), _)| distance.slips);
        found.retain(|((distance, ..), after)| distance.slips == nearest && self.may_go_on(end, after));
        found.into_iter().take(MOST).map(|((.., spelt), _)| spelt).collect()
    }

    /// The half-move behind `end`, if it can be read, is legal in this position.
    fn may_go_on(&self, end: u32, position: &Position) -> bool {
        let next = next_half_move(self.text, end).filter(|next| self.read_text(next).is_some());
        next.is_none_or(|next| self.goes_on_with(next, position))
    }

    /// Corrects the case of a piece letter that is no file: `nxf8` as `Nxf8`.
    fn with_capital_piece<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_piece = text.starts_with(['n', 'r', 'q', 'k']) && *self.notation == SAN;
        match is_piece && self.letters.language.is_none() {
            true => Cow::Owned(text[..1].to_ascii_uppercase() + &text[1..]),
            false => Cow::Borrowed(text),
        }
    }

    /// The intended meaning of a separate piece letter, in words and as edits: a move together with the next word
    /// (`N c6`), else a NAG after a half-move or before one that only this side can play (`2. N Nf3`).
    pub(crate) fn lone_letter(&self, range: &Range<u32>) -> Option<(String, Vec<Edit>)> {
        let letter = self.slice(range);
        if !matches!(letter, "N" | "B" | "R" | "Q" | "K") {
            return None;
        }
        let position = self.line.position()?;
        let rest = &self.text[range.end as usize..];
        let word = rest.trim_start();
        let word =
            &word[..word.find(|c: char| !c.is_ascii_alphanumeric() && !"+#=-:".contains(c)).unwrap_or(word.len())];
        let whole = format!("{letter}{word}");
        let is_legal = |text: &str, position: &Position| {
            let read = crate::notation::san::read(text);
            read.is_some_and(|read| super::coordinates::legal_play(position, &read).is_some())
        };
        if !word.is_empty() && is_legal(&whole, &position) {
            let end = range.end + (rest.len() - rest.trim_start().len() + word.len()) as u32;
            return Some((format!("`{whole}`"), vec![Edit::replace(range.start..end, whole)]));
        }
        let nag = format!("${}", of_printed(letter, self.glyphs_mover())?);
        if self.line.preceding != PrecedingToken::Number && self.line.last_move.is_some() {
            return Some((format!("`{nag}`"), vec![Edit::replace(range.clone(), nag)]));
        }
        // Otherwise it may be this side's half-move without its square, and the next word the other side's, unless
        // White's next number follows that word.
        let others = position.after(&Play::Null);
        let after = rest.trim_start()[word.len()..].trim_start();
        let is_number = after.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
        let is_numbered = self.line.color == Color::Black && is_number && !after.starts_with('.');
        let is_this_sides = is_legal(word, &position) && (is_numbered || !is_legal(word, &others));
        let edits = self.nags_for(range, &nag).filter(|_| is_this_sides)?;
        Some((format!("the NAG `{nag}` after the move `{word}`"), edits))
    }
}

fn is_bare_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// The two squares that a text names, in its order; `None` if it names fewer or more.
fn squares_of(text: &str) -> Option<[&[u8]; 2]> {
    let is_square = |pair: &&[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let mut squares = text.as_bytes().windows(2).filter(is_square);
    let both = [squares.next()?, squares.next()?];
    squares.next().is_none().then_some(both)
}

/// The letter of a piece, in upper case, with which a text ends: the one promoted to, or captured.
fn last_letter(text: &str) -> Option<u8> {
    let last = text.bytes().next_back()?;
    last.is_ascii_alphabetic().then_some(last.to_ascii_uppercase())
}

/// A text without marks and without the signs that are most often omitted.
fn bare(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#']);
    let keep = |(at, c): &(usize, char)| *at == 0 || !matches!(c, 'x' | 'X' | ':' | '=' | '(' | ')');
    text.char_indices().filter(keep).map(|(_, c)| c).collect()
}

/// The distance of a move from a text; the smallest is the most likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct MoveDistance {
    /// Number of additional, missing or wrong letters, and of transposed pairs.
    slips: usize,
    /// The first letters differ.
    other_piece: bool,
    /// Sum of the distances between wrong and correct letters.
    far: u32,
}

/// Rank of a promotion among those of the same pawn, most likely first.
fn rank_of_promotion(spelt: &str) -> usize {
    match spelt.trim_end_matches(['+', '#']).bytes().next_back() {
        Some(piece) if piece.is_ascii_alphabetic() => {
            b"QRBN".iter().position(|b| *b == piece.to_ascii_uppercase()).unwrap_or(4)
        }
        _ => 0,
    }
}

/// A text to be compared with legal moves.
struct NearText {
    bare: String,
    /// The square that digits denote, `56` is `e6` typed on the keyboard's upper row only, or the castling that letters
    /// and hyphens denote.
    digits: Option<String>,
}

impl NearText {
    fn new(text: &str) -> NearText {
        let bare = bare(text);
        let digits = match *text.as_bytes() {
            [file @ b'1'..=b'8', rank @ b'1'..=b'8'] => {
                Some(format!("{}{}", char::from(b'a' + (file - b'1')), char::from(rank)))
            }
            [b'C', b'K'] => Some("KC".to_owned()),
            [b'C', b'Q'] => Some("QC".to_owned()),
            _ => nearest_castling(text.trim_end_matches(['+', '#'])).map(str::to_owned),
        };
        NearText { bare, digits }
    }

    /// The text contains enough of a move for a comparison: a rank, or all but a rank.
    fn has_enough_text(&self) -> bool {
        let bytes = self.bare.as_bytes();
        self.digits.is_some()
            || matches!(bytes, b"O-O" | b"O-O-O")
            || ((2..=LONGEST).contains(&bytes.len()) && bytes.iter().any(|byte| matches!(byte, b'1'..=b'8')))
            || matches!(*bytes, [.., b'a'..=b'h' | b'A'..=b'H'] if (2..=3).contains(&bytes.len()))
    }

    /// The distance of a move from the text, if it may be intended.
    fn distance_to(&self, spelt: &str) -> Option<MoveDistance> {
        if let Some(digits) = &self.digits {
            return (digits == spelt).then_some(MoveDistance::default());
        }
        if spelt.eq_ignore_ascii_case(&self.bare) {
            return Some(MoveDistance::default());
        }
        if !self.bare.bytes().any(|byte| byte.is_ascii_digit()) {
            // Only the rank is missing.
            let is_cut_short = spelt.len() == self.bare.len() + 1 && spelt.starts_with(&self.bare);
            return is_cut_short.then_some(MoveDistance { slips: 1, ..MoveDistance::default() });
        }
        if is_bare_square(&self.bare) && matches!(*spelt.as_bytes(), [b'a'..=b'h', _, _]) && spelt.ends_with(&self.bare)
        {
            // A pawn's capture without its file.
            return Some(MoveDistance { slips: 1, ..MoveDistance::default() });
        }
        let is_same_way = squares_of(&self.bare).is_some_and(|squares| squares_of(spelt) == Some(squares));
        if is_same_way && last_letter(&self.bare).is_none_or(|piece| last_letter(spelt) == Some(piece)) {
            return Some(MoveDistance { slips: 1, ..MoveDistance::default() });
        }
        let most = if self.bare.len() >= LONG { 2 } else { 1 };
        let slips = distance(&self.bare, spelt, most)?;
        let far = match self.bare.len() == spelt.len() {
            true => self.bare.bytes().zip(spelt.bytes()).map(|(a, b)| u32::from(a.abs_diff(b))).sum(),
            // A wrong letter is more likely than an additional or missing one.
            false => OTHER_LENGTH,
        };
        Some(MoveDistance { slips, other_piece: self.bare.bytes().next() != spelt.bytes().next(), far })
    }
}

/// A fix for each spelling.
pub(crate) fn suggestions(range: &Range<u32>, spellings: &[String]) -> Vec<Fix> {
    let fix = |spelt: &String| {
        // A blank that has changed places with a character may be a line end.
        let shown = spelt.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        Fix::choice(format!("write `{shown}`"), vec![Edit::replace(range.clone(), spelt.as_str())])
    };
    spellings.iter().map(fix).collect()
}
