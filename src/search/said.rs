//! What a game says besides its main line, compared with what another says.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use shakmaty::Move;

use crate::{GameSink, ReadingWay, SearchKey, WalkPlace, WalkStep, WalkedGame};

/// Tags, comments, NAGs and variations of a game.
#[derive(Clone, Debug, Default)]
pub struct SaidByGame {
    /// In bytes of the walked text.
    pub range: Range<usize>,
    /// Names and values.
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    /// Each with the position that the half-move before it led to.
    comments: Vec<(Option<SearchKey>, Vec<u8>)>,
    glyphs: Vec<(Option<SearchKey>, u32)>,
    /// The half-moves of all lines, by the position before them.
    moves: HashSet<(SearchKey, Move)>,
    /// Those of variations.
    side_moves: Vec<(SearchKey, Move)>,
    /// All that it says is known, and no half-move is in doubt.
    is_known: bool,
    /// What is known of a game whose text may say more, in bytes of the game: half-moves, comments and glyphs.
    places: Vec<Range<usize>>,
}

/// Something that one game says and another does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnsaidThing {
    /// The name of the tag, and its value.
    Tag(String, String),
    Comment(String),
    Glyph(u32),
    Variation,
    /// Not all of its text is understood, so that nobody can be sure.
    Unsure,
}

impl fmt::Display for UnsaidThing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnsaidThing::Tag(name, value) => write!(f, "the tag {name} `{value}`"),
            UnsaidThing::Comment(text) => write!(f, "the comment `{text}`"),
            UnsaidThing::Glyph(number) => write!(f, "the NAG ${number}"),
            UnsaidThing::Variation => f.write_str("a variation"),
            UnsaidThing::Unsure => f.write_str("text that is not understood"),
        }
    }
}

/// A tag that follows from the rest of the game.
const DERIVED: &[u8] = b"PlyCount";
/// Longest part of a comment that is shown, in characters.
const SHOWN: usize = 40;

impl SaidByGame {
    /// Looks whether the text, the bytes of the game, says more than is known. What a game with such text says is in
    /// doubt.
    pub fn confirm(&mut self, text: &[u8]) {
        if self.places.is_empty() {
            return;
        }
        let mut rest = text.to_vec();
        for place in std::mem::take(&mut self.places) {
            if let Some(known) = rest.get_mut(place) {
                known.fill(b' ');
            }
        }
        let is_tag = |line: &&[u8]| line.starts_with(b"[") && line.ends_with(b"]");
        let lines = || rest.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')');
        let is_number = |word: &[u8]| word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
        let mut words = lines().filter(|line| !is_tag(line)).flat_map(|line| line.split(is_between));
        let is_understood = words.all(|word| is_number(word) || matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*"));
        self.is_known &= is_understood && lines().filter(is_tag).count() == self.tags.len();
    }

    /// The first thing that this game says and the other does not; `None` if the other says all. Main lines are not
    /// compared.
    pub fn unsaid_in(&self, other: &SaidByGame) -> Option<UnsaidThing> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if !self.is_known || !other.is_known {
            return Some(UnsaidThing::Unsure);
        }
        let has_tag = |(name, value): &&(Vec<u8>, Vec<u8>)| {
            name == DERIVED || is_unknown(value) || other.tags.iter().any(|tag| tag.0 == *name && says(&tag.1, value))
        };
        if let Some((name, value)) = self.tags.iter().find(|tag| !has_tag(tag)) {
            return Some(UnsaidThing::Tag(text(name), text(value)));
        }
        if let Some((_, comment)) = self.comments.iter().find(|comment| !other.comments.contains(comment)) {
            let shown: String = text(comment).chars().take(SHOWN).collect();
            return Some(UnsaidThing::Comment(shown));
        }
        if let Some((_, number)) = self.glyphs.iter().find(|glyph| !other.glyphs.contains(glyph)) {
            return Some(UnsaidThing::Glyph(*number));
        }
        let has_moves = self.side_moves.iter().all(|played| other.moves.contains(played));
        (!has_moves).then_some(UnsaidThing::Variation)
    }
}

/// Whether the value of a tag says nothing.
fn is_unknown(value: &[u8]) -> bool {
    value.iter().all(|byte| matches!(byte, b'?' | b'.' | b'-' | b'*' | b' '))
}

/// Whether one value says all that another does: `1999.05.01` says more than `1999.??.??`.
fn says(value: &[u8], other: &[u8]) -> bool {
    let (value, other) = (value.trim_ascii(), other.trim_ascii());
    value.len() == other.len() && value.iter().zip(other).all(|(one, other)| one == other || *other == b'?')
}

/// Collects what games say from a walk.
#[derive(Default)]
pub struct SaidSink {
    /// The games that have ended.
    pub games: Vec<SaidByGame>,
    game: SaidByGame,
    comments: Vec<(usize, Vec<u8>)>,
    glyphs: Vec<(usize, u32)>,
    /// Places of half-moves in the text, and the positions that they led to.
    places: Vec<(usize, Option<SearchKey>)>,
    texts: Vec<Range<usize>>,
    has_doubt: bool,
}

impl GameSink for SaidSink {
    fn begin(&mut self) {
        let games = std::mem::take(&mut self.games);
        *self = SaidSink { games, ..SaidSink::default() };
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.game.tags.push((name.to_vec(), value.to_vec()));
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        self.texts.push(step.range.clone());
        self.places.push((step.range.start, after.and_then(|place| place.key)));
        let Some(played) = before.and_then(|place| place.key).zip(step.mv).filter(|_| step.is_sound) else {
            self.has_doubt = true;
            return;
        };
        self.game.moves.insert(played);
        if step.depth > 0 {
            self.game.side_moves.push(played);
        }
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        self.glyphs.push((range.start, number));
        self.texts.push(range);
    }

    fn comment(&mut self, range: Range<usize>, text: &[u8]) {
        let inside = match text {
            [b'{', inside @ .., b'}'] => inside,
            [b';', inside @ ..] => inside,
            all => all,
        };
        let words: Vec<&[u8]> = inside.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        if !words.is_empty() {
            self.comments.push((range.start, words.join(&b' ')));
        }
        self.texts.push(range);
    }

    fn end(&mut self, game: &WalkedGame) {
        let mut said = std::mem::take(&mut self.game);
        said.is_known = game.way != ReadingWay::Section && !self.has_doubt;
        if game.way == ReadingWay::Judged {
            let inside = |at: usize| at.saturating_sub(game.range.start);
            said.places = self.texts.iter().map(|text| inside(text.start)..inside(text.end)).collect();
        }
        said.range = game.range.clone();
        let position = |at: usize| {
            let before = self.places.partition_point(|(place, _)| *place < at);
            before.checked_sub(1).and_then(|last| self.places[last].1)
        };
        said.comments = self.comments.drain(..).map(|(at, text)| (position(at), text)).collect();
        said.glyphs = self.glyphs.drain(..).map(|(at, number)| (position(at), number)).collect();
        self.games.push(said);
    }
}

#[cfg(test)]
mod tests {
    use vgn_engine::lint::FileKind;

    use super::*;
    use crate::GameWalker;

    fn unsaid(one: &str, other: &str) -> Option<String> {
        let said = |text: &str| {
            let (mut sink, mut walker) = (SaidSink::default(), GameWalker::new(FileKind::Pgn));
            walker.game(text.as_bytes(), 0, true, &mut sink);
            let mut said = sink.games.remove(0);
            said.confirm(text.as_bytes());
            said
        };
        said(one).unsaid_in(&said(other)).map(|thing| thing.to_string())
    }

    #[test]
    fn what_the_other_game_lacks_is_named() {
        let full =
            "[White \"A\"]\n[Date \"1999.05.01\"]\n[Round \"3\"]\n\n1. e4 {a  b} e5 $1 (1... c5 2. Nf3) 2. Nf3 *\n";
        for (text, expected) in [
            (full, None),
            ("[White \"A\"]\n[Date \"1999.??.??\"]\n[Site \"?\"]\n[PlyCount \"2\"]\n\n1. e4 {a\nb} e5 *\n", None),
            ("1. e4 e5 (1... c5) *\n", None),
            ("1. e4 e5! *\n", None),
            ("[Site \"Rome\"]\n\n1. e4 e5 *\n", Some("the tag Site `Rome`")),
            ("[White \"a\"]\n\n1. e4 e5 *\n", Some("the tag White `a`")),
            ("1. e4 {ab} e5 *\n", Some("the comment `ab`")),
            ("1. e4 e5 {a b} *\n", Some("the comment `a b`")),
            ("1. e4 e5 $2 *\n", Some("the NAG $2")),
            ("1. e4! e5 *\n", Some("the NAG $1")),
            ("1. e4 e5 (1... c5 2. Nc3) *\n", Some("a variation")),
            ("[White \"A\"]\n\n1.e4 {a b}\n1...e5\n(1... c5)*\n", None),
            ("1. e4 <x> e5 *\n", Some("text that is not understood")),
            ("1. e4 e5 (1... c5)\n% x\n*\n", Some("text that is not understood")),
            ("1. e4 e5 (1... c5 2. Na3 Zz) *\n", Some("text that is not understood")),
        ] {
            assert_eq!(unsaid(text, full).as_deref(), expected, "{text}");
        }
    }
}
