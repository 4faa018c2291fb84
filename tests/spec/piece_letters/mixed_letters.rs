//! Games whose piece letters are of two languages: nothing that English reads becomes another move, and what is written is
//! what was played.

use std::ops::Range;

use shakmaty::{Role, Square};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::languages::{LANGUAGES, Language};
use vgn_lsp::notation::{SAN, san};
use vgn_lsp::replay::{Resolved, resolve_game};
use vgn_lsp::rules::Position;

use crate::spec::found::earns;
use crate::spec::piece_letters::languages::{games, numbered};
use crate::support::games::{Game, spell};

/// Numbers that are the same at every run.
pub struct Random(pub u32);

impl Random {
    /// Some number that is less than `most`.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % most
    }
}

/// A game of any kind of file, read whole, with its fixes.
pub fn resolved(text: &str) -> Resolved {
    let settings = Settings::default();
    resolve_game(text, &Context::new(&settings, FileKind::Unknown).with_fixes(true))
}

fn is_whole(resolved: &Resolved) -> bool {
    resolved.moves.iter().all(|m| m.play.is_some())
}

/// A game that can be played in English letters alone is in English, for this program as for every other.
fn is_read_in_english(resolved: &Resolved, texts: &[String]) -> bool {
    is_whole(resolved) && texts.iter().all(|text| san::read(text).is_some())
}

/// What is amiss with a game in which these half-moves were played, and are written so: each breach in words.
fn breaches(texts: &[String], played: &[String]) -> Vec<String> {
    let text = numbered(texts);
    let resolved = resolved(&text);
    if is_read_in_english(&resolved, texts) {
        return Vec::new();
    }
    let at = |start: u32| resolved.moves.iter().position(|m| m.range.start == start);
    let mut found = Vec::new();
    for d in &resolved.report.diagnostics {
        for edit in d.fixes.iter().filter(|fix| fix.safe).flat_map(|fix| &fix.edits) {
            let Some(n) = at(edit.range.start) else { continue };
            if edit.text != played[n] {
                found.push(format!("{} writes {} for {}, which is {}", d.code, edit.text, texts[n], played[n]));
            }
        }
    }
    // A game of which some move cannot be read is not converted, and one with half-moves of which nobody can be sure only
    // with losses.
    if is_whole(&resolved) && resolved.uncertain.is_empty() {
        for (n, m) in resolved.moves.iter().enumerate() {
            let read = spell(m, &SAN).unwrap_or_default();
            if read != played[n] {
                found.push(format!("{} is read as {read}, and is {}", texts[n], played[n]));
            }
        }
    }
    found.into_iter().map(|breach| format!("{breach}: {text}")).collect()
}

/// Each half-move in a language's letters, but for one in so many.
fn mixed(language: &Language, sans: &[String], english: usize, random: &mut Random) -> Vec<String> {
    let letters = |san: &String| if random.below(english) == 0 { san.clone() } else { language.from_english(san) };
    sans.iter().map(letters).collect()
}

/// What a law has found over games that seeds make.
#[derive(Default)]
pub struct Tried {
    pub games: u32,
    /// Those of them of which the law's second count speaks.
    pub of_note: u32,
    pub breaches: Vec<String>,
}

/// What is asked of games with changes at random.
pub type Law = fn(&[Game<'_>], &mut Random, &mut Tried);

impl Tried {
    /// A law tried with so many seeds, or as many as `LETTERS_SEEDS` says.
    pub fn with(seeds: u32, law: Law) -> Tried {
        let seeds = std::env::var("LETTERS_SEEDS").map_or(seeds, |count| count.parse().expect("a number"));
        Tried::over(0..seeds, law)
    }

    pub fn over(seeds: Range<u32>, law: Law) -> Tried {
        let mut tried = Tried::default();
        let games: Vec<Game> = games().collect();
        seeds.for_each(|seed| law(&games, &mut Random(seed), &mut tried));
        tried
    }
}

/// Games in the letters of a language and of English; of note are those that can be played to their ends.
pub fn two_languages(games: &[Game<'_>], random: &mut Random, tried: &mut Tried) {
    for language in LANGUAGES {
        for english in [2, 4, 12, 3] {
            let mut sans = games[random.below(games.len())].sans();
            if english == 3 {
                sans.truncate(4 + random.below(16));
            }
            let texts = mixed(language, &sans, english, random);
            let found = breaches(&texts, &sans).into_iter().map(|breach| format!("{}: {breach}", language.name));
            tried.breaches.extend(found);
            tried.games += 1;
            tried.of_note += u32::from(is_whole(&resolved(&numbered(&texts))));
        }
    }
}

#[test]
fn games_in_letters_of_two_languages_are_read_as_they_were_played() {
    let tried = Tried::with(8, two_languages);
    assert_eq!(tried.breaches, Vec::<String>::new());
    assert!(tried.games > 500 && tried.of_note * 20 > tried.games, "{} of {}", tried.of_note, tried.games);
}

/// A move in these letters that is not legal.
fn impossible(before: &Position, language: &Language, random: &mut Random) -> Option<String> {
    (0..200).find_map(|_| {
        let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][random.below(4)];
        let square = Square::new(random.below(64) as u32);
        let text = language.from_english(&format!("{}{square}", role.upper_char()));
        before.san_candidates(role, square, |_| true).is_empty().then_some(text)
    })
}

/// Games in which one move is illegal by the letters of their language; of note are those in which it becomes a legal
/// one.
pub fn one_illegal_move(games: &[Game<'_>], random: &mut Random, tried: &mut Tried) {
    for language in LANGUAGES {
        for english in [usize::MAX, 4, usize::MAX, 12] {
            let game = &games[random.below(games.len())];
            let line: Vec<_> = game.resolved.moves.iter().filter(|m| m.depth == 0).collect();
            let mut sans = game.sans();
            if english == 12 {
                sans.truncate(4 + random.below(16));
            }
            let at = random.below(sans.len() - 1);
            let Some(illegal) = impossible(line[at].before.as_deref().expect("a board"), language, random) else {
                continue;
            };
            let mut texts = mixed(language, &sans, english, random);
            texts[at] = illegal.clone();
            let text = numbered(&texts);
            let resolved = resolved(&text);
            tried.games += 1;
            if resolved.moves[at].play.is_some() && !is_read_in_english(&resolved, &texts) {
                tried.of_note += 1;
                // English may read the text as a legal move, and then something else is not.
                let fixes = resolved.report.diagnostics.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe);
                let mut edits = fixes.flat_map(|fix| &fix.edits);
                let is_fixed = edits.any(|edit| edit.range.start == resolved.moves[at].range.start);
                if is_fixed || (is_whole(&resolved) && resolved.uncertain.is_empty()) {
                    tried.breaches.push(format!("{} {illegal}: {text}", language.name));
                }
            }
        }
    }
}

#[test]
fn an_illegal_move_in_a_game_of_any_language_stays_one() {
    let tried = Tried::with(8, one_illegal_move);
    assert_eq!(tried.breaches, Vec::<String>::new());
    assert!(tried.games > 700 && tried.of_note * 200 < tried.games, "{} of {}", tried.of_note, tried.games);
}

/// What safe fixes write, and the half-moves that a conversion would list.
fn certain(text: &str) -> (Vec<String>, Vec<&str>) {
    let resolved = resolved(text);
    let fixes = resolved.report.diagnostics.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe);
    let written = fixes.flat_map(|fix| &fix.edits).map(|edit| edit.text.clone()).collect();
    (written, resolved.uncertain.iter().map(|range| &text[range.start as usize..range.end as usize]).collect())
}

#[test]
fn a_single_odd_letter_tells_no_language() {
    for (text, found, listed) in [
        ("1. e4 e5 2. Gf3 Nf6 *", "invalid-move-text `Gf3`", &[][..]),
        ("1. e4 e5 2. Of3 *", "invalid-move-text `Of3`", &[]),
        ("1. e4 e5 2. Lf3 Nf6 *", "invalid-move-text `Lf3`", &[]),
        ("1. e4 e5 2. Sf3 Nc6 *", "invalid-move-text `Sf3`", &[]),
        ("1. e4 e5 2. Sf3 *", "foreign-piece-letter `Sf3`", &["Sf3"]),
    ] {
        earns(text, &[found]);
        assert_eq!(certain(text), (Vec::new(), listed.to_vec()), "{text}");
    }
}

#[test]
fn an_illegal_move_that_another_language_reads_is_not_fixed_safely() {
    for text in [
        // A knight in Turkish, a bishop in Czech, a pawn in Finnish.
        "1. d4 Ah6 2. c4 g6 3. g3 c6 4. Ag2 d5 *",
        "1. e4 c6 2. Sb5 d5 3. Sd2 dxe4 4. Sxe4 Sf6 *",
        "1. e4 Ph5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 *",
    ] {
        assert_eq!(certain(text).0, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn no_fix_is_safe_where_a_letter_of_two_languages_can_be_two_pieces() {
    for text in [
        // Romanian `N` is the bishop, and `Bf5` English: so `Nb5` is either's.
        "1. e4 c5 2. f4 Cc6 3. Nf3 Cf6 4. Cc3 d5 5. e5 Ce4 6. Nb5 Cxc3 7. dxc3 Bf5 *",
        "1. e4 c5 2. Cf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Cc3 a6 6. Bc4 e6 7. Nb3 b5 8. O-O *",
        // Polish and Hungarian `H`, beside an English `N`.
        "1. e4 c5 2. Hf3 e6 3. d4 cxd4 4. Nxd4 *",
        "1. e4 c5 2. Hf3 d6 3. d4 cxd4 4. Nxd4 Hf6 5. Hc3 *",
    ] {
        assert_eq!(certain(text).0, Vec::<String>::new(), "{text}");
    }
}
