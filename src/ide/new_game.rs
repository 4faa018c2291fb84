//! Converts games for new files and for read-only views.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use vgn_engine::binary::decode;
use vgn_engine::convert::{StoredGame, Target, convert_whole};
use vgn_engine::lint::Context;
use vgn_engine::notation::{FCN, Medium, Notation, SAN};

use super::LONGEST_RESOLVED;

/// The form in which games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewFileTarget {
    /// Readable text: text games stay unchanged.
    Readable,
    /// A conversion. A game that would lose data becomes readable text instead, unless `losing` says that the user has
    /// accepted the losses.
    Convert { to: Target, losing: bool },
}

/// A game of a file.
#[derive(Clone, Debug)]
pub struct SourceGame<'a> {
    /// Its text, up to the binary section if there is one.
    pub text: Cow<'a, str>,
    /// The bytes of its binary section.
    pub section: Option<&'a [u8]>,
    /// It has tags or moves.
    pub is_game: bool,
}

/// A converted game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGame {
    /// Its bytes, which are UTF-8 for text notations.
    pub bytes: Vec<u8>,
    /// What was lost, or why the conversion failed; one sentence.
    pub note: Option<String>,
    /// The conversion succeeded.
    pub done: bool,
}

impl NewFileTarget {
    /// The new file is text, if all conversions succeed.
    pub fn is_text(&self) -> bool {
        !matches!(self, NewFileTarget::Convert { to: Target::Notation(to), .. } if to.medium == Medium::Binary)
    }

    /// The result is a VGN game as text, with unchanged moves or in the latest version of a text notation that only VGN
    /// has.
    pub fn makes_vgn_text(&self) -> bool {
        match self {
            NewFileTarget::Convert { to: Target::Notation(to), .. } => {
                self.is_text() && **to != SAN && to.newer.is_none()
            }
            NewFileTarget::Convert { .. } => self.keeps_notation(),
            NewFileTarget::Readable => false,
        }
    }

    /// The notation of the moves is kept: binary games stay binary.
    pub fn keeps_notation(&self) -> bool {
        matches!(self, NewFileTarget::Convert { to: Target::Vgn, .. })
    }

    /// The result is PGN in its export format.
    pub fn exports(&self) -> bool {
        matches!(self, NewFileTarget::Convert { to, .. } if to.exports())
    }

    /// The target with this name: a notation, `PGN`, `portable PGN` or `VGN`.
    pub fn named(name: &str) -> Option<NewFileTarget> {
        Target::find(name).ok().map(|to| NewFileTarget::Convert { to, losing: false })
    }

    /// The same target with losses accepted.
    pub fn losing(self) -> NewFileTarget {
        match self {
            NewFileTarget::Readable => NewFileTarget::Readable,
            NewFileTarget::Convert { to, .. } => NewFileTarget::Convert { to, losing: true },
        }
    }

    /// The extension of the new file (rule A4).
    pub fn extension(&self) -> &'static str {
        match self {
            NewFileTarget::Convert { to, .. } if to.exports() => "pgn",
            _ => "vgn",
        }
    }

    /// The suffix of the new file's name; empty if the extension suffices.
    pub fn mark(&self) -> String {
        match self {
            NewFileTarget::Convert { to: Target::Vgn, .. } => String::new(),
            NewFileTarget::Convert { to: Target::Portable, .. } => "portable".to_owned(),
            NewFileTarget::Readable => "decoded".to_owned(),
            NewFileTarget::Convert { to, .. } => to.name().to_ascii_lowercase(),
        }
    }
}

impl NewFileTarget {
    /// The full name for users.
    pub fn full_name(&self) -> String {
        match self {
            NewFileTarget::Readable => "readable text".to_owned(),
            NewFileTarget::Convert { to, .. } => to.full_name(),
        }
    }
}

impl fmt::Display for NewFileTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewFileTarget::Readable => f.write_str("text"),
            NewFileTarget::Convert { to, .. } => f.write_str(to.name()),
        }
    }
}

impl FromStr for NewFileTarget {
    type Err = ();

    fn from_str(name: &str) -> Result<NewFileTarget, ()> {
        if name == "text" { Ok(NewFileTarget::Readable) } else { NewFileTarget::named(name).ok_or(()) }
    }
}

/// The possible targets for a new file: the preferred notation first, then VGN with unchanged moves, then the other
/// text notations and the self-delimiting binary ones.
pub fn new_file_targets(preferred: &'static Notation) -> Vec<NewFileTarget> {
    let first = Target::Notation(preferred);
    let rest = Target::of_text().filter(|target| *target != first && *target != Target::Vgn);
    let binary = Target::all().filter(|target| !Target::of_text().any(|text| text == *target));
    let has_terminator = |target: &Target| matches!(target, Target::Notation(notation) if notation.has_terminator());
    let targets = [first, Target::Vgn].into_iter().chain(rest).chain(binary.filter(has_terminator));
    targets.map(|to| NewFileTarget::Convert { to, losing: false }).collect()
}

/// Converts a game.
pub fn new_game(game: &SourceGame<'_>, context: &Context<'_>, target: NewFileTarget) -> NewGame {
    if !game.is_game {
        return NewGame { bytes: as_it_is(game), note: None, done: true };
    }
    let NewFileTarget::Convert { to, losing } = target else {
        return NewGame { bytes: readable(game, context), note: None, done: true };
    };
    let note = match convert_whole(&whole(game), context, &to) {
        Ok(new) if losing || new.losses.is_empty() => {
            let mut bytes = new.text.into_bytes();
            bytes.extend(new.section.unwrap_or_default());
            let note = new.losses.first().map(|loss| with_more(&loss.message, new.losses.len()));
            return NewGame { bytes, note, done: true };
        }
        Ok(new) => new.losses.first().map(|loss| with_more(&loss.message, new.losses.len())),
        Err(refusal) => Some(refusal.message),
    };
    let bytes = if target.is_text() { readable(game, context) } else { as_it_is(game) };
    NewGame { bytes, note, done: false }
}

pub(super) fn whole<'a>(game: &'a SourceGame<'_>) -> StoredGame<'a> {
    StoredGame { text: &game.text, section: game.section, length_known: false }
}

fn with_more(message: &str, count: usize) -> String {
    if count > 1 { format!("{message}, and {} more", count - 1) } else { message.to_owned() }
}

fn as_it_is(game: &SourceGame<'_>) -> Vec<u8> {
    let mut bytes = game.text.as_bytes().to_vec();
    bytes.extend_from_slice(game.section.unwrap_or_default());
    bytes
}

/// A binary game in SAN if possible, else in FCN, else in the notation of its transcript, as are very long ones.
fn readable(game: &SourceGame<'_>, context: &Context<'_>) -> Vec<u8> {
    let Some(section) = game.section else { return game.text.as_bytes().to_vec() };
    let Some(decoded) = decode(&game.text, section) else { return as_it_is(game) };
    // An unreadable part of the section is lost in every notation.
    let unread = usize::from(decoded.error.is_some());
    let mut notations = [&SAN, &FCN].into_iter().filter(|_| section.len() <= LONGEST_RESOLVED);
    let text = notations.find_map(|notation| {
        let new = convert_whole(&whole(game), context, &Target::Notation(notation)).ok()?;
        (new.losses.len() <= unread).then_some(new.text)
    });
    text.unwrap_or(decoded.text).into_bytes()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use vgn_engine::lint::{FileKind, Settings};

    const TAGS: &str = "[GameFormat \"VGN\"]\n[Result \"White wins\"]\n[MoveFormat \"BCCF\"]";
    /// Pe2-e4, Pe7-e5, and a move that ends the game: Ng1-f3 or Ke1-e3.
    const LEGAL: &[u8] = b"\x86\x30\x9a\x40\xc2\xa1";
    const ILLEGAL: &[u8] = b"\x86\x30\x9a\x40\x82\x21";

    fn check(text: &str, section: Option<&[u8]>, target: NewFileTarget, expected: Expect) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn);
        let game = SourceGame { text: text.into(), section, is_game: true };
        let new = new_game(&game, &context, target);
        let done = if new.done { "done" } else { "not done" };
        let note = new.note.unwrap_or_default();
        expected.assert_eq(&format!("{done} {note}\n{}\n", String::from_utf8_lossy(&new.bytes)));
    }

    fn target(name: &str) -> NewFileTarget {
        name.parse().expect("a target")
    }

    #[test]
    fn a_binary_game_becomes_readable() {
        check(
            TAGS,
            Some(LEGAL),
            NewFileTarget::Readable,
            expect![[r#"
                done 
                [GameFormat "VGN"]
                [Result "White wins"]
                [MoveFormat "SAN:Standard Algebraic Notation"]

                1. e4 e5 2. Nf3 1-0

            "#]],
        );
        check(
            TAGS,
            Some(ILLEGAL),
            NewFileTarget::Readable,
            expect![[r#"
                done 
                [GameFormat "VGN"]
                [Result "White wins"]
                [MoveFormat "FCN:Friendly Coordinate Notation"]

                1. Pe2-e4 Pe7-e5 2. Ke1-e3#+ 1-0

            "#]],
        );
        check(
            TAGS,
            Some(&LEGAL[..5]),
            NewFileTarget::Readable,
            expect![[r#"
                done 
                [GameFormat "VGN"]
                [Result "White wins"]
                [MoveFormat "SAN:Standard Algebraic Notation"]

                1. e4 e5 1-0

            "#]],
        );
        check(
            "[Event \"x\"]\n\n1. e4 *\n",
            None,
            NewFileTarget::Readable,
            expect![[r#"
            done 
            [Event "x"]

            1. e4 *

        "#]],
        );
    }

    #[test]
    fn a_very_long_game_is_readable_in_the_notation_of_its_twin() {
        let round = [194, 160, 222, 208, 171, 0, 183, 112];
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn);
        for (rounds, expected) in [(10, " 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3"), (LONGEST_RESOLVED / 8 + 1, "1. g1f3 g8f6")] {
            let section = round.repeat(rounds);
            let game = SourceGame { text: TAGS.into(), section: Some(&section), is_game: true };
            let text = String::from_utf8(new_game(&game, &context, NewFileTarget::Readable).bytes).expect("text");
            let moves = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            assert!(moves.contains(expected) && moves.contains("[Result \"White wins\"]"), "{}", &text[..300]);
        }
    }

    #[test]
    fn what_would_lose_something_is_what_can_be_read_or_stays() {
        check(
            TAGS,
            Some(LEGAL),
            target("LAN"),
            expect![[r#"
                done 
                [GameFormat "VGN"]
                [Result "White wins"]
                [MoveFormat "LAN:Long Algebraic Notation"]

                1. e2-e4 e7-e5 2. Ng1-f3 1-0

            "#]],
        );
        check(
            TAGS,
            Some(ILLEGAL),
            target("SAN"),
            expect![[r#"
                not done `e1e3` cannot be written: SAN can record only legal moves, and this move is not legal
                [GameFormat "VGN"]
                [Result "White wins"]
                [MoveFormat "FCN:Friendly Coordinate Notation"]

                1. Pe2-e4 Pe7-e5 2. Ke1-e3#+ 1-0

            "#]],
        );
        check(
            TAGS,
            Some(ILLEGAL),
            target("SAN").losing(),
            expect![[r#"
                done `e1e3` cannot be written: SAN can record only legal moves, and this move is not legal
                [GameFormat "VGN"]
                [Result "White wins"]
                [MoveFormat "SAN:Standard Algebraic Notation"]

                1. e4 e5 1-0

            "#]],
        );
        check(
            "1. e4 {good} e5 *\n",
            None,
            target("BCCF"),
            expect![[r#"
            not done BCCF cannot record comments
            1. e4 {good} e5 *

        "#]],
        );
        check(
            "1. e4 {good} e5 *\n",
            None,
            target("BCCF").losing(),
            expect![[r#"
                done BCCF cannot record comments
                [GameFormat "VGN:Variable Game Notation"]
                [MoveFormat "BCCF:Binary Compressed Coordinate Format"]�0�A
            "#]],
        );
    }
}
