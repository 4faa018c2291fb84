//! Games whose piece letters are of two languages: nothing that English reads becomes another move, and what is written is
//! what was played.

use shakmaty::{Role, Square};
use vgn_lsp::analysis::{Context, FileKind, Resolved, Settings, resolve_game};
use vgn_lsp::notation::SAN;
use vgn_lsp::notation::languages::{LANGUAGES, Language};
use vgn_lsp::rules::Position;

use super::found::{earns, fixed};
use super::languages::{games, numbered};
use crate::support::games::spell;

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
    resolve_game(text, &Context { settings: &settings, kind: FileKind::Unknown, fixes: true })
}

fn is_whole(resolved: &Resolved) -> bool {
    resolved.moves.iter().all(|m| m.play.is_some())
}

/// What is amiss with a game in which these half-moves were played, and are written so: each breach in words.
fn breaches(texts: &[String], played: &[String]) -> Vec<String> {
    let text = numbered(texts);
    let resolved = resolved(&text);
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

#[test]
fn games_in_letters_of_two_languages_are_read_as_they_were_played() {
    let mut random = Random(5);
    let (mut tried, mut read) = (0, 0);
    let mut all: Vec<String> = Vec::new();
    for language in LANGUAGES {
        for game in games().skip(random.below(20)).step_by(9).take(8) {
            for english in [2, 4, 12, 3] {
                let mut sans = game.sans();
                if english == 3 {
                    sans.truncate(4 + random.below(16));
                }
                let texts = mixed(language, &sans, english, &mut random);
                all.extend(breaches(&texts, &sans).into_iter().map(|breach| format!("{}: {breach}", language.name)));
                tried += 1;
                read += u32::from(is_whole(&resolved(&numbered(&texts))));
            }
        }
    }
    assert_eq!(all, Vec::<String>::new());
    assert!(tried > 500 && read * 2 > tried, "{read} of {tried}");
}

/// A move in these letters that is not legal.
fn impossible(before: &Position, language: &Language, random: &mut Random) -> Option<String> {
    (0..200).find_map(|_| {
        let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][random.below(4)];
        let square = Square::new(random.below(64) as u32);
        let text = language.from_english(&format!("{}{square}", role.upper_char()));
        before.san_candidates(role, square, |_| true)?.is_empty().then_some(text)
    })
}

#[test]
fn an_illegal_move_in_a_game_of_any_language_stays_one() {
    let mut random = Random(9);
    let (mut tried, mut legal) = (0, 0);
    let mut all: Vec<String> = Vec::new();
    for language in LANGUAGES {
        for game in games().skip(random.below(20)).step_by(9).take(8) {
            let mut sans = game.sans();
            let line: Vec<_> = game.resolved.moves.iter().filter(|m| m.depth == 0).collect();
            for english in [usize::MAX, 4, usize::MAX, 12] {
                if english == 12 {
                    sans.truncate(4 + random.below(16));
                }
                let at = random.below(sans.len() - 1);
                let Some(illegal) = impossible(line[at].before.as_ref().expect("a board"), language, &mut random)
                else {
                    continue;
                };
                let mut texts = mixed(language, &sans, english, &mut random);
                texts[at] = illegal.clone();
                let text = numbered(&texts);
                let resolved = resolved(&text);
                tried += 1;
                if resolved.moves[at].play.is_some() {
                    legal += 1;
                    // English may read the text as a legal move, and then something else is not.
                    let fixes = resolved.report.diagnostics.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe);
                    let mut edits = fixes.flat_map(|fix| &fix.edits);
                    let is_fixed = edits.any(|edit| edit.range.start == resolved.moves[at].range.start);
                    if is_fixed || is_whole(&resolved) {
                        all.push(format!("{} {illegal}: {text}", language.name));
                    }
                }
            }
        }
    }
    assert_eq!(all, Vec::<String>::new());
    assert!(tried > 700 && legal * 200 < tried, "{legal} of {tried}");
}

#[test]
fn each_foreign_move_beside_english_ones_is_read_by_itself() {
    let one = |text: &str, first: &str, right: &str| {
        earns(text, &[&format!("foreign-piece-letter `{first}`")]);
        assert_eq!(fixed(text, "foreign-piece-letter"), [right]);
    };
    one("1. e4 e5 2. Sf3 Sc6 3. Bc4 Lc5 *", "Sf3", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *");
    one("1. e4 e5 2. Sf3 d6 3. Lc4 Be7 *", "Sf3", "1. e4 e5 2. Nf3 d6 3. Bc4 Be7 *");
    one("1. e4 e5 2. Cf3 Nc6 3. Tg1 Rb8 *", "Cf3", "1. e4 e5 2. Nf3 Nc6 3. Rg1 Rb8 *");
    one("1. e4 e5 2. Df3 Nc6 3. Lc4 Rb8 *", "Df3", "1. e4 e5 2. Qf3 Nc6 3. Bc4 Rb8 *");
    one("1. e4 e5 2. Sf3 Nc6 3. Lb5 *", "Sf3", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    one("1. e4 e5 2. Sf3 Nc6 *", "Sf3", "1. e4 e5 2. Nf3 Nc6 *");
    one("1. e4 e5 2. Sf3 Cc6 3. Lb5 *", "Sf3", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    // A new piece without `=`, as many languages write it, is nothing wrong besides.
    let promoted = "1. e4 b5 2. c3 b4 3. d3 bxc3 4. d4 cxb2 5. h3 bxa1D ";
    one(&format!("{promoted}6. Nf3 *"), "bxa1D", &format!("{}6. Nf3 *", promoted.replace('D', "=Q")));
    one(&format!("{promoted}*"), "bxa1D", &format!("{}*", promoted.replace('D', "=Q")));
    // One letter in a game is a slip; the move that it is most widely printed for is offered.
    let slip = "1. e4 e5 2. Sf3 Nc6 3. Bb5 Nf6 *";
    earns(slip, &["invalid-move-text `Sf3`"]);
    assert_eq!(fixed(slip, "invalid-move-text"), [slip.replace("Sf3", "Nf3")]);
    // Dutch has a knight of the pawn's letter: an illegal one is no pawn's move.
    earns("1. Pf3 Pf6 2. g3 b5 3. Pb4 Lb7 4. Lg2 e6 *", &["foreign-piece-letter `Pf3`", "illegal-move `Pb4`"]);
}
