//! Moves that other readers of SAN call illegal: they are reported, and no safe fix makes another move of them.

use shakmaty::{Move, Role};
use vgn_lsp::lint::{Diagnostic, Severity};
use vgn_lsp::rules::Position;

use super::found::{earns, fixed};
use super::piece_letters::languages::numbered;
use super::piece_letters::mixed_letters::{Random, Tried, resolved};
use crate::support::games::Game;

/// What a text in the letters of SAN says of a move, whether or not `x` or `=` stands where it should: as python-chess and
/// most others take it apart.
#[derive(Debug)]
struct Said {
    role: Role,
    file: Option<u32>,
    rank: Option<u32>,
    to: (u32, u32),
    promotion: Option<Role>,
}

impl Said {
    fn read(text: &str) -> Option<Said> {
        let mut rest = text.strip_suffix(['+', '#']).unwrap_or(text);
        let role = rest.chars().next().and_then(|letter| "NBRQK".contains(letter).then_some(letter));
        rest = &rest[usize::from(role.is_some())..];
        let mut promotion = None;
        if let Some(cut) = rest.strip_suffix(|c: char| "nbrqkNBRQK".contains(c)) {
            promotion = rest.chars().last().and_then(Role::from_char);
            rest = cut.strip_suffix('=').unwrap_or(cut);
        }
        let (before, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = match *to.as_bytes() {
            [a @ b'a'..=b'h', b @ b'1'..=b'8'] => (u32::from(a - b'a'), u32::from(b - b'1')),
            _ => return None,
        };
        let before = before.strip_suffix(['x', '-']).unwrap_or(before);
        let (file, rank) = match *before.as_bytes() {
            [] => (None, None),
            [a @ b'a'..=b'h'] => (Some(a), None),
            [b @ b'1'..=b'8'] => (None, Some(b)),
            [a @ b'a'..=b'h', b @ b'1'..=b'8'] => (Some(a), Some(b)),
            _ => return None,
        };
        let (file, rank) = (file.map(|a| u32::from(a - b'a')), rank.map(|b| u32::from(b - b'1')));
        // Both coordinates of the source are any piece's.
        if role.is_none() && file.is_some() && rank.is_some() {
            return None;
        }
        let role = role.map_or(Some(Role::Pawn), Role::from_char)?;
        Some(Said { role, file, rank, to, promotion })
    }

    fn fits(&self, m: &Move) -> bool {
        let Some(from) = m.from() else { return false };
        let file = match self.role {
            Role::Pawn => self.file.or(Some(self.to.0)),
            _ => self.file,
        };
        !m.is_castle()
            && m.role() == self.role
            && (u32::from(m.to().file()), u32::from(m.to().rank())) == self.to
            && file.is_none_or(|file| file == u32::from(from.file()))
            && self.rank.is_none_or(|rank| rank == u32::from(from.rank()))
            && m.promotion() == self.promotion
    }

    fn is_legal(&self, before: &Position) -> bool {
        before.legal_moves().iter().any(|m| self.fits(m))
    }
}

/// A text with one slip: a letter that is wrong, too many or missing, two that have changed places, or another case.
fn slipped(text: &str, random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefgh12345678xbbBNRQKnrqkSLDTHPCb";
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len());
    let letter = LETTERS[random.below(LETTERS.len())];
    match random.below(7) {
        0 | 1 => bytes[at] = letter,
        2 => bytes.insert(at, letter),
        3 => drop(bytes.remove(at)),
        4 => bytes.swap(at, (at + 1) % text.len()),
        5 => bytes[0] = letter,
        _ => bytes[0] ^= 0x20,
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Games with one slip that makes a move illegal.
pub fn one_slip(games: &[Game<'_>], random: &mut Random, tried: &mut Tried) {
    for game in games {
        let sans = game.sans();
        let line: Vec<_> = game.resolved.moves.iter().filter(|m| m.depth == 0).collect();
        let at = random.below(sans.len() - 1);
        let mut texts = sans.clone();
        texts.truncate(at + 1 + random.below(sans.len() - at));
        let slip = slipped(&sans[at], random);
        let before = line[at].before.as_deref().expect("a board");
        if Said::read(&slip).is_none_or(|said| said.is_legal(before)) {
            continue;
        }
        texts[at] = slip.clone();
        let text = numbered(&texts);
        let resolved = resolved(&text);
        let range = &resolved.moves[at].range;
        // Behind a move, `N` is a glyph for a novelty.
        if text[range.start as usize..range.end as usize] != slip {
            continue;
        }
        let is_at = |other: &std::ops::Range<u32>| other.start < range.end && range.start < other.end;
        let found = &resolved.report.diagnostics;
        let mut fixes = found.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe).flat_map(|fix| &fix.edits);
        tried.games += 1;
        if let Some(edit) = fixes.find(|edit| is_at(&edit.range)) {
            tried.breaches.push(format!("{slip} is fixed to {}: {text}", edit.text));
        }
        let is_wrong = |d: &Diagnostic| matches!(d.severity, Severity::Error | Severity::Warning);
        if !found.iter().any(|d| is_wrong(d) && is_at(&d.range)) {
            tried.breaches.push(format!("{slip} is taken for right: {text}"));
        }
    }
}

#[test]
fn no_move_that_sans_letters_make_illegal_is_fixed_safely() {
    let tried = Tried::with(24, one_slip);
    assert_eq!(tried.breaches, Vec::<String>::new());
    assert!(tried.games > 500, "{}", tried.games);
}

/// The texts that the safe fixes of a game write.
fn safe_edits(text: &str) -> Vec<String> {
    let found = resolved(text).report.diagnostics;
    let fixes = found.into_iter().flat_map(|d| d.fixes).filter(|fix| fix.safe);
    fixes.flat_map(|fix| fix.edits).map(|edit| edit.text).collect()
}

#[test]
fn a_small_b_is_no_bishops_where_other_pieces_have_capitals() {
    let one = |text: &str, illegal: &str, right: &[&str]| {
        earns(text, &[&format!("illegal-move `{illegal}`")]);
        let right: Vec<String> = right.iter().map(|right| text.replace(illegal, right)).collect();
        assert_eq!(fixed(text, "illegal-move"), right, "{text}");
        assert_eq!(safe_edits(text), Vec::<String>::new(), "{text}");
    };
    one("1. e4 e6 2. Bc4 d5 3. Bb3 Nf6 4. bxd5 *", "bxd5", &["Bxd5"]);
    one("1. e4 e5 2. Nf3 Nc6 3. bb5 *", "bb5", &["Bb5"]);
    one("1. e4 e5 2. bb5 *", "bb5", &["Bb5"]);
    // Piece letters are small throughout.
    earns("1. e4 e5 2. nf3 nc6 3. bb5 *", &["import-format `nf3`"]);
    assert_eq!(safe_edits("1. e4 e5 2. nf3 nc6 3. bb5 *"), ["Nf3", "Nc6", "Bb5"]);
}

#[test]
fn letters_that_nothing_else_in_the_game_tells_are_not_fixed_safely() {
    for (text, found) in [
        ("1. Pf3 Pf6 *", "ambiguous-move `Pf3`"),
        ("1. Pf3 *", "ambiguous-move `Pf3`"),
        ("1. Pf3 Pf6 2. Pd4 *", "ambiguous-move `Pf3`"),
        ("1. e4 e5 2. Pf3 Pc6 *", "ambiguous-move `Pf3`"),
    ] {
        earns(text, &[found]);
        assert_eq!(safe_edits(text), Vec::<String>::new(), "{text}");
    }
    // Both squares say which piece it is.
    earns("1. Pd2-d4 Pc7c5 *", &["import-format `Pd2-d4`"]);
    // Dutch has no letter `B` or `N`; but where a move cannot be played, a `P` may be its knight's after all.
    for (text, pawn) in [("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Pa3 *", "Pa3"), ("1. Pf3 Nf6 *", "Pf3")] {
        earns(text, &[&format!("import-format `{pawn}`")]);
        assert_eq!(safe_edits(text), [&pawn[1..]]);
    }
    for text in ["1. e4 Pa5 2. d4 d5 3. Pd2 Pc6 4. Pgf3 Nf6 *", "1. d4 c5 2. Ph4 cxd4 3. Pxd4 d5 *"] {
        assert_eq!(safe_edits(text), Vec::<String>::new(), "{text}");
    }
    // The only letter that is no English one stands in a move that cannot be played.
    let icelandic = "1. e4 e5 2. Rf3 Rc6 3. Bb5 He8 *";
    earns(icelandic, &["foreign-piece-letter `Rf3`", "illegal-move `He8`"]);
    assert_eq!(safe_edits(icelandic), Vec::<String>::new());
    assert_eq!(safe_edits("1. e4 e5 2. Rf3 Rc6 3. Bb5 Hb8 *"), ["Nf3", "Nc6", "Rb8"]);
    // A queen in Polish, a knight in Hungarian.
    let either = "1. e4 c5 2. Hf3 d6 3. d4 *";
    earns(either, &["foreign-piece-letter `Hf3`"]);
    assert_eq!(safe_edits(either), Vec::<String>::new());
    assert_eq!(safe_edits("1. e4 c5 2. Hf3 d6 3. d4 cxd4 4. Hxd4 *"), ["Nf3", "Nxd4"]);
}
