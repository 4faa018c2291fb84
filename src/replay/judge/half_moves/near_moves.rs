//! What a move that cannot be read or played was meant for: legal moves that one slip of the fingers parts from it.

use std::borrow::Cow;
use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Edit, Fix};
use crate::notation::nag::of_printed;
use crate::notation::{EndMark, SAN};
use crate::replay::judge::Judge;
use crate::replay::judge::letters::letter_case::in_usual_case;
use crate::replay::judge::line::Last;
use crate::replay::spelling::HalfMove;
use crate::rules::{Play, Position};
use crate::source::near::distance;
use crate::syntax::replace_homoglyphs;

/// So many moves are suggested.
const MOST: usize = 3;

/// A text of so many letters, as coordinates on both sides of a hyphen have, may have two slips.
const LONG: usize = 6;

/// No move has more letters, slips among them.
const LONGEST: usize = 14;

/// Farther than letters of moves lie apart.
const OTHER_LENGTH: u32 = 100;

impl Judge<'_> {
    /// Legal moves that the text may have been meant for, likeliest first: in another language's letters, else spelt
    /// alike but for capital letters, else a slip away (a letter too many, too few or wrong, or two that have changed
    /// places). Nothing, where that says little.
    pub(crate) fn near_moves(&self, text: &str) -> Vec<String> {
        let Some(position) = self.line.position() else { return Vec::new() };
        let seen = replace_homoglyphs(text);
        let seen = seen.as_deref().unwrap_or(text);
        let in_capitals = self.with_capital_piece(seen);
        let written = NearText::new(&in_capitals);
        if !written.tells() {
            return Vec::new();
        }
        // The first letter may be the piece's in another alphabet.
        let first = text.chars().next().map_or(0, char::len_utf8);
        let rest = replace_homoglyphs(&text[first..]);
        let mut foreign = match rest {
            Some(rest) => self.foreign_meanings(&[&text[..first], &rest].concat(), &position),
            None => self.foreign_meanings(text, &position),
        };
        if !foreign.is_empty() {
            foreign.truncate(MOST);
            return foreign;
        }
        let mut found: Vec<(Apart, usize, String)> = Vec::new();
        for m in position.legal_moves() {
            let play = Play::Move(m);
            let after = position.after(&play);
            let half_move = HalfMove { before: &position, play: &play, after: &after, end: EndMark::None };
            let Ok(spelt) = half_move.spell(self.notation) else { continue };
            let ours = self.letters.language.map_or_else(|| spelt.clone(), |language| language.from_english(&spelt));
            let cased = self.in_case_of_game(text, ours.clone());
            let alike = if matches!(in_capitals, Cow::Owned(_)) { &ours } else { &cased };
            if let Some(apart) = written.apart(&bare(alike)) {
                let ours = cased;
                found.push((apart, rank_of_promotion(&ours), ours));
            }
        }
        found.sort();
        let nearest = found.first().map_or(0, |(apart, ..)| apart.slips);
        found.retain(|(apart, ..)| apart.slips == nearest);
        found.into_iter().take(MOST).map(|(.., spelt)| spelt).collect()
    }

    /// Legal moves that are spelt as the two parts with one character between them, marks aside.
    pub(crate) fn with_one_character(&self, before: &str, behind: &str) -> Vec<String> {
        let behind = behind.trim_end_matches(['+', '#']);
        let fits = |spelt: &str| {
            let middle = spelt.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            middle.is_some_and(|middle| middle.len() == 1)
        };
        self.spelt_moves(fits)
    }

    /// Legal moves whose spelling without marks is such a one, unless the game has the letters of another language.
    pub(crate) fn spelt_moves(&self, fits: impl Fn(&str) -> bool) -> Vec<String> {
        let Some(position) =
            self.line.position().filter(|_| self.letters.language.is_none() && self.letters.voices.is_empty())
        else {
            return Vec::new();
        };
        let spell = |m| {
            let play = Play::Move(m);
            let after = position.after(&play);
            let half_move = HalfMove { before: &position, play: &play, after: &after, end: EndMark::None };
            half_move.spell(self.notation).ok().filter(|spelt| fits(spelt.trim_end_matches(['+', '#'])))
        };
        position.legal_moves().into_iter().filter_map(spell).take(MOST).collect()
    }

    /// `nxf8` as `Nxf8`: in English, no file has such a letter. UCI's `G1F4` as `g1f4`: capitals are not its own.
    fn with_capital_piece<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.notation.allows_illegal
            && let Some(usual) = in_usual_case(text)
            && let Some(read) = self.read_by_notation(&usual)
            && self.read_by_notation(text) != Some(read)
        {
            return Cow::Owned(usual);
        }
        let is_piece = text.starts_with(['n', 'r', 'q', 'k']) && *self.notation == SAN;
        match is_piece && self.letters.language.is_none() && self.letters.voices.is_empty() {
            true => Cow::Owned(text[..1].to_ascii_uppercase() + &text[1..]),
            false => Cow::Borrowed(text),
        }
    }

    /// What a lone piece letter may have been meant for, in words and as its edits: the move that it makes with the
    /// next word (`N c6`); else the NAG, behind a half-move or before one that is this side's alone (`2. N Nf3`).
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
        if self.line.last != Last::Number && self.line.last_move.is_some() {
            return Some((format!("`{nag}`"), vec![Edit::replace(range.clone(), nag)]));
        }
        // Else it may be this side's half-move that has lost its square, and the next word the other side's, unless
        // White's next number comes behind that.
        let others = position.after(&Play::Null);
        let behind = rest.trim_start()[word.len()..].trim_start();
        let is_number = behind.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
        let is_numbered = self.line.color == Color::Black && is_number && !behind.starts_with('.');
        let is_this_sides = is_legal(word, &position) && (is_numbered || !is_legal(word, &others));
        let edits = self.nags_for(range, &nag).filter(|_| is_this_sides)?;
        Some((format!("the NAG `{nag}` after the move `{word}`"), edits))
    }
}

fn is_bare_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

/// A text without marks, and without the signs that are left out most easily.
fn bare(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#']);
    let keep = |(at, c): &(usize, char)| *at == 0 || !matches!(c, 'x' | 'X' | ':' | '=');
    text.char_indices().filter(keep).map(|(_, c)| c).collect()
}

/// How far a move is from what was written; the least is the likeliest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Apart {
    /// Letters too many, too few or wrong, and pairs that have changed places.
    slips: usize,
    /// The first letter is another one.
    other_piece: bool,
    /// How far wrong letters are from the right ones.
    far: u32,
}

/// Where a promotion stands among those of one pawn: what is likeliest comes first.
fn rank_of_promotion(spelt: &str) -> usize {
    match spelt.trim_end_matches(['+', '#']).bytes().next_back() {
        Some(piece) if piece.is_ascii_alphabetic() => {
            b"QRBN".iter().position(|b| *b == piece.to_ascii_uppercase()).unwrap_or(4)
        }
        _ => 0,
    }
}

/// What was written, to be held against legal moves.
struct NearText {
    bare: String,
    /// The square that two digits stand for: `56` is `e6` with the keyboard's upper row struck twice.
    digits: Option<String>,
}

impl NearText {
    fn new(text: &str) -> NearText {
        let bare = bare(text);
        let digits = match *text.as_bytes() {
            [file @ b'1'..=b'8', rank @ b'1'..=b'8'] => {
                Some(format!("{}{}", char::from(b'a' + (file - b'1')), char::from(rank)))
            }
            [b'0' | b'O' | b'o', b'0' | b'O' | b'o'] => Some("O-O".to_owned()),
            [b'0' | b'O' | b'o', b'0' | b'O' | b'o', b'0' | b'O' | b'o'] => Some("O-O-O".to_owned()),
            _ => None,
        };
        NearText { bare, digits }
    }

    /// The text says enough of a move for others to be near it: a rank, or all but a rank.
    fn tells(&self) -> bool {
        let bytes = self.bare.as_bytes();
        self.digits.is_some()
            || matches!(bytes, b"O-O" | b"O-O-O")
            || ((2..=LONGEST).contains(&bytes.len()) && bytes.iter().any(|byte| matches!(byte, b'1'..=b'8')))
            || matches!(*bytes, [.., b'a'..=b'h' | b'A'..=b'H'] if (2..=3).contains(&bytes.len()))
    }

    /// How far a move is from what was written, if it may be meant.
    fn apart(&self, spelt: &str) -> Option<Apart> {
        if let Some(digits) = &self.digits {
            return (digits == spelt).then_some(Apart::default());
        }
        if spelt.eq_ignore_ascii_case(&self.bare) {
            return Some(Apart::default());
        }
        if !self.bare.bytes().any(|byte| byte.is_ascii_digit()) {
            // Only the rank is missing.
            let is_cut_short = spelt.len() == self.bare.len() + 1 && spelt.starts_with(&self.bare);
            return is_cut_short.then_some(Apart { slips: 1, ..Apart::default() });
        }
        if is_bare_square(&self.bare) && matches!(*spelt.as_bytes(), [b'a'..=b'h', _, _]) && spelt.ends_with(&self.bare)
        {
            // A pawn's capture without its file.
            return Some(Apart { slips: 1, ..Apart::default() });
        }
        let most = if self.bare.len() >= LONG { 2 } else { 1 };
        let slips = distance(&self.bare, spelt, most)?;
        let far = match self.bare.len() == spelt.len() {
            true => self.bare.bytes().zip(spelt.bytes()).map(|(a, b)| u32::from(a.abs_diff(b))).sum(),
            // A wrong letter is likelier than one too many or too few.
            false => OTHER_LENGTH,
        };
        Some(Apart { slips, other_piece: self.bare.bytes().next() != spelt.bytes().next(), far })
    }
}

/// A fix for each of several spellings.
pub(crate) fn suggestions(range: &Range<u32>, spellings: &[String]) -> Vec<Fix> {
    let fix =
        |spelt: &String| Fix::choice(format!("write `{spelt}`"), vec![Edit::replace(range.clone(), spelt.as_str())]);
    spellings.iter().map(fix).collect()
}
