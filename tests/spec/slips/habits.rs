//! What is wrong with a game as a whole is one finding: real games, written as a program with one bad habit would write
//! them.

use shakmaty::{Color, fen::Fen};
use vgn_lsp::lint::{Context, Diagnostic, FileKind, Settings, apply};
use vgn_lsp::replay::{ResolvedMove, check_game, resolve_game};
use vgn_lsp::syntax::games::games;

use crate::spec::found::{VGN, clean, earns};

/// A real game, read.
pub struct Game {
    text: String,
    result: String,
    moves: Vec<ResolvedMove>,
}

impl Game {
    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn half_moves(&self) -> impl Iterator<Item = (&ResolvedMove, &str)> {
        self.moves.iter().map(|m| (m, &self.text[m.range.start as usize..m.range.end as usize]))
    }

    /// The game written anew as PGN, each half-move as `write` has it.
    pub fn pgn(&self, write: impl Fn(&ResolvedMove, &str) -> String) -> String {
        self.written(ROSTER, write)
    }

    pub fn written(&self, tags: &str, write: impl Fn(&ResolvedMove, &str) -> String) -> String {
        let moves: Vec<String> = self.half_moves().map(|(m, text)| write(m, text)).collect();
        format!(
            "{}\n{} {}\n",
            tags.replace("[Result \"*\"]", &format!("[Result \"{}\"]", self.result)),
            moves.join(" "),
            self.result
        )
    }
}

const ROSTER: &str =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"2000.01.01\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";

/// Games of a real file that have nothing wrong with them.
pub fn real_games() -> Vec<Game> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games/gnuchess-book.pgn");
    let file = String::from_utf8_lossy(&std::fs::read(path).expect("the file is there")).into_owned();
    let mut found = Vec::new();
    for span in games(file.as_bytes()) {
        let text = file[span.range].to_owned();
        let settings = Settings::default();
        let resolved = resolve_game(&text, &Context::new(&settings, FileKind::Pgn));
        let result = text.split_whitespace().last().unwrap_or("*").to_owned();
        let whole = resolved.report.diagnostics.is_empty() && ["1-0", "0-1", "1/2-1/2"].contains(&&*result);
        if whole && resolved.moves.len() > 20 {
            found.push(Game { text, result, moves: resolved.moves });
        }
    }
    assert!(found.len() > 50, "{}", found.len());
    found
}

pub fn check(text: &str) -> Vec<Diagnostic> {
    let settings = Settings::default();
    check_game(text, &Context::new(&settings, FileKind::Unknown).with_fixes(true)).diagnostics
}

/// A number before each of White's half-moves.
pub fn numbered(m: &ResolvedMove, text: &str) -> String {
    if m.color == Color::White { format!("{}. {text}", m.number) } else { text.to_owned() }
}

fn bare(text: &str) -> &str {
    text.trim_end_matches(['+', '#'])
}

/// Both squares of a half-move.
pub fn squares(m: &ResolvedMove) -> Option<String> {
    let played = m.play.as_ref()?.as_move()?;
    let before = m.before.as_deref()?;
    Some(played.to_uci(before.castling_mode()).to_string())
}

/// The board after a half-move.
pub fn board(m: &ResolvedMove) -> Vec<String> {
    let setup = m.after.as_deref().expect("it was played").setup();
    let fen = Fen::try_from(setup).expect("a board that was played").to_string();
    fen.split(' ').map(str::to_owned).collect()
}

/// Writes all real games in one way. Each has at most one finding of the code, and no other but `besides`; the fix, where
/// there is one, leaves none of it. So many games at least have it.
#[track_caller]
pub fn habit(code: &str, besides: &[&str], least: usize, write: impl Fn(&Game) -> String) {
    let mut with = 0;
    for game in real_games() {
        let text = write(&game);
        let found = check(&text);
        let (of_code, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = found.iter().partition(|d| d.code.name() == code);
        let others: Vec<&str> = others.iter().map(|d| d.code.name()).filter(|name| !besides.contains(name)).collect();
        assert!(of_code.len() <= 1 && others.is_empty(), "{others:?} {of_code:.300?}\n{text}");
        let Some(one) = of_code.first() else { continue };
        with += usize::from(one.message.contains(" places)"));
        assert!(one.related.len() <= 11, "{one:?}");
        let Some(fix) = one.fixes.first() else { continue };
        let fixed = apply(&text, &fix.edits);
        assert!(check(&fixed).iter().all(|d| d.code.name() != code), "{}\n{text}\n{fixed}", fix.title);
        let last = |text: &str| {
            let settings = Settings::default();
            let read = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
            (
                read.moves.len(),
                read.moves.last().and_then(|m| m.after.as_deref().map(|after| after.board().to_string())),
            )
        };
        assert!(last(&fixed) == last(&text), "{text}\n{fixed}");
    }
    assert!(with >= least, "{with} games with {code}");
}

#[test]
fn a_program_that_marks_no_check() {
    habit("missing-check-mark", &[], 20, |game| game.pgn(|m, text| numbered(m, bare(text))));
}

#[test]
fn a_program_that_marks_no_capture() {
    // `exd5` would be `ed5`, which is another way of writing.
    let plain = |text: &str| if text.starts_with(char::is_uppercase) { text.replace('x', "") } else { text.to_owned() };
    habit("missing-capture", &[], 0, |game| {
        let pawns = game.half_moves().any(|(_, text)| text.starts_with(char::is_lowercase) && text.contains('x'));
        game.pgn(|m, text| numbered(m, &if pawns { text.to_owned() } else { plain(text) }))
    });
    earns("1. e4 Nc6 2. Bb5 a6 3. Bc6 *", &["missing-capture `Bc6`"]);
    earns("1. e4 Nc6 2. Bb5 a6 3. Bc6 bc6 *", &["missing-capture `Bc6`", "import-format `bc6`"]);
}

#[test]
fn a_program_that_writes_both_squares() {
    habit("import-format", &["over-disambiguated"], 60, |game| {
        game.pgn(|m, text| numbered(m, &squares(m).unwrap_or_else(|| text.to_owned())))
    });
}

#[test]
fn a_program_that_writes_every_source() {
    habit("over-disambiguated", &["import-format"], 60, |game| {
        game.pgn(|m, text| {
            let source = squares(m).unwrap_or_default();
            let piece = text.starts_with(['N', 'B', 'R', 'Q', 'K']);
            let to = bare(text).len().saturating_sub(2);
            let takes = if text.contains('x') { "x" } else { "" };
            match piece {
                true => numbered(m, &format!("{}{}{takes}{}", &text[..1], &source[..2], &text[to..])),
                false => numbered(m, text),
            }
        })
    });
}

#[test]
fn a_program_that_writes_castling_with_zeros() {
    habit("castling-zeros", &[], 40, |game| game.pgn(|m, text| numbered(m, &text.replace('O', "0"))));
}

#[test]
fn a_program_that_writes_pawns_with_a_letter() {
    habit("import-format", &[], 60, |game| {
        game.pgn(|m, text| {
            numbered(m, &if text.starts_with(char::is_lowercase) { format!("P{text}") } else { text.to_owned() })
        })
    });
}

#[test]
fn programs_that_count_half_moves_in_other_ways() {
    type Way = fn(&ResolvedMove) -> Option<String>;
    let ways: [Way; 6] = [
        // A number for each half-move.
        |m| Some(format!("{}.", m.ply + 1)),
        // From 0, from 11, never on.
        |m| (m.color == Color::White).then(|| format!("{}.", m.number - 1)),
        |m| (m.color == Color::White).then(|| format!("{}.", m.number + 10)),
        |m| (m.color == Color::White).then(|| format!("{}.", 1)),
        // Twice as fast, and Black's as if they were White's.
        |m| (m.color == Color::White).then(|| format!("{}.", m.number * 2 - 1)),
        |m| Some(format!("{}.", m.number)),
    ];
    for (n, way) in ways.into_iter().enumerate() {
        let least = if (1..3).contains(&n) { 0 } else { 60 };
        habit("move-number", &[], least, |game| {
            game.pgn(|m, text| way(m).map_or_else(|| text.to_owned(), |number| format!("{number} {text}")))
        });
    }
}

#[test]
fn programs_that_write_vgn_as_if_it_were_pgn() {
    let tags = format!("{VGN}[Date \"2000.01.01\"]\n");
    habit("missing-space-after-number", &[], 60, |game| {
        game.written(&tags, |m, text| numbered(m, text).replace(". ", "."))
    });
    habit("move-number-style", &[], 60, |game| {
        game.written(&tags, |m, text| match m.color {
            Color::White => numbered(m, text),
            Color::Black => format!("{}... {text}", m.number),
        })
    });
}

#[test]
fn a_program_that_takes_one_notation_for_another() {
    let tags = format!("{VGN}[Date \"2000.01.01\"]\n[MoveFormat \"FCN\"]\n");
    habit("invalid-move-text", &[], 60, |game| {
        game.written(&tags, |m, text| numbered(m, &squares(m).unwrap_or_else(|| text.to_owned())))
    });
}

#[test]
fn programs_that_write_boards_and_do_not_keep_all_of_them() {
    let tags = format!("{VGN}[Date \"2000.01.01\"]\n[MoveFormat \"FEN\"]\n");
    let written = |game: &Game, change: &dyn Fn(&mut Vec<String>)| {
        game.written(&tags, |m, _| {
            let mut fields = board(m);
            change(&mut fields);
            fields.join(" ")
        })
    };
    for game in real_games() {
        clean(&written(&game, &|_| {}));
    }
    habit("fen-clock", &[], 60, |game| written(game, &|fields| (fields[4], fields[5]) = ("0".into(), "1".into())));
    habit("fen-clock", &[], 60, |game| written(game, &|fields| fields[4] = "0".into()));
    habit("board-not-reachable", &[], 30, |game| written(game, &|fields| fields[2] = "KQkq".into()));
    habit("board-not-reachable", &[], 60, |game| written(game, &|fields| fields[1] = "w".into()));
    habit("impossible-en-passant", &[], 60, |game| written(game, &|fields| fields[3] = "e3".into()));
}

#[test]
fn a_program_that_writes_times_in_its_own_way() {
    habit("invalid-comment-command", &[], 60, |game| {
        game.pgn(|m, text| format!("{} {{[%clk 1h20m]}}", numbered(m, text)))
    });
}

#[test]
fn tags_that_are_given_again() {
    habit("duplicate-tag", &[], 60, |game| game.written(&format!("{ROSTER}{ROSTER}"), numbered));
}

/// Half-moves that cannot be read have no findings of a habit, and do not speak against it.
#[test]
fn a_habit_before_a_half_move_that_is_none() {
    let game = "1. e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. xx g8f6 5. e1g1 f8e7 6. f1e1 b7b5 7. a4b3 d7d6 8. c2c3 *\n";
    earns(game, &["import-format `e7e5`", "stray-text `xx`"]);
    assert!(check(game)[0].message.ends_with("written like this (5 places)"), "{:?}", check(game));
}

#[test]
fn what_is_right_somewhere_is_no_habit() {
    let marked = "1. e4 e6 2. d4 d5 3. Bb5 Bd7 4. Bxd7 Nxd7 5. Nc3 Bb4 6. exd5 Bxc3 7. bxc3 exd5 ";
    earns(&format!("{marked}*"), &["missing-check-mark `Bb5`"]);
    let found = check(&format!("{marked}*"));
    assert!(found[0].message.contains("(3 places)"), "{found:?}");
    // One check is marked: each of the others was forgotten where it stands.
    let marked = marked.replace("Bxd7 ", "Bxd7+ ");
    earns(&format!("{marked}*"), &["missing-check-mark `Bb5`", "missing-check-mark `Bxc3`"]);
    // Two numbers are slips in a game of many.
    earns(
        "1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 7. Re1 b5 7. Bb3 d6 8. c3 O-O *",
        &["move-number `3.`", "move-number `7.`"],
    );
    // Each of these stands in its own place.
    earns("1. e4 \\$1 e5 \\$2 2. Nf3 \\$3 *", &["stray-text `\\`", "stray-text `\\`", "stray-text `\\`"]);
}

#[test]
fn a_count_that_nobody_made_is_a_hint() {
    let found = check("[PlyCount \"0\"]\n\n1. e4 e5 *");
    let level = |name: &str| found.iter().find(|d| d.code.name() == name).map(|d| d.severity.name());
    assert_eq!(level("ply-count-mismatch"), Some("hint"), "{found:?}");
}

#[test]
fn tags_again_after_an_empty_line_begin_a_game() {
    let sections =
        ["[Event \"a\"]\n[White \"b\"]\n", "[White \"b\"]\n[Black \"c\"]\n", "[GameFormat \"PGN\"]\n[Black \"c\"]\n"];
    for section in sections {
        for end in ["\n", "\r\n"] {
            let text = [section; 45].join("\n").replace('\n', end);
            assert_eq!(crate::spec::found::count(&text), 45);
            assert_eq!(crate::spec::found::found(&text), ["missing-terminator `]`"; 45], "{section}");
        }
    }
    // Other tags after an empty line are the same game's, and so is a tag again without one.
    assert_eq!(crate::spec::found::count("[White \"a\"]\n\n[Black \"b\"]\n\n[Whites \"c\"]\n\n1. e4 *"), 1);
    earns("[White \"a\"]\n[Black \"b\"]\n[White \"c\"]\n[Black \"d\"]\n\n1. e4 *", &["duplicate-tag `[White \"a\"]`"]);
}

#[test]
fn text_that_is_no_chess_is_one_finding_a_stretch() {
    let game = format!("{ROSTER}\n1. e4 e5 2. Nf3 Nc6 *\n");
    let html = "<!DOCTYPE html>\n<html><head><title>My games -- a page</title></head>\n<body>\n<p>Here is a game that I won \
                for $12.50 in the park. It was be4 noon; a nice (sunny) day! See a1 and b2.</p>\n<pre>";
    let mail = "From: bob@example.org\nDate: Mon, 3 Jan 1994 12:00:01 +0000\n\nHi Alice,\n\nhere are the games of 12.5.1993. I \
                think that 1. e4 was a mistake, you should have played d4 instead, but I won 1-0 anyway.";
    let comment = "</pre>\n<!-- end of game -->\n<p>12 more $5 words (there) for a man [and a dog]</p>";
    for text in [html, mail, comment, "Round eight"] {
        for (file, games) in [
            (format!("{text}\n\n{game}"), 1),
            (format!("{game}\n{text}\n{game}"), 2),
            (format!("{game}\n{text}\n\n{game}"), 2),
            (format!("{game}\n{text}\n"), 1),
            (format!("{game}{text}\n\n{game}\n{text}"), 2),
        ] {
            for file in [file.clone(), file.replace('\n', "\r\n")] {
                let stretches = file.replace("\r\n", "\n").matches(text).count();
                let found = crate::spec::found::found(&file);
                assert_eq!(found.len(), stretches, "{found:?}\n{file}");
                for found in found {
                    assert_eq!(found.replace("\r\n", "\n"), format!("stray-text `{text}`"));
                }
                assert_eq!(crate::spec::found::count(&file), games, "{file}");
            }
        }
    }
    // Between the lines of a game only what leaves no doubt.
    let said = "here White is better, said the loser";
    earns(&format!("1. e4 e5\n{said}\n<br>\n2. Nf3 *"), &[&format!("stray-text `{said}\n<br>`")]);
    earns("1. e4 e5\nwell played\n2. Nf3 *", &["stray-text `well played`"]);
    earns("1. e4\nthis comment lost its brace } e5 *", &["stray-text `this comment lost its brace }`"]);
}

/// Marks of every half-move, of every check, or of all that has source squares: a game has one finding for each habit.
#[test]
fn marks_of_a_whole_game_are_one_finding() {
    for game in real_games().iter().step_by(9) {
        let is_check = |m: &ResolvedMove| m.after.as_deref().is_some_and(|after| after.is_check());
        let checks = game.half_moves().filter(|(m, _)| is_check(m)).count();
        let all = game.half_moves().count() - checks;
        let text = game.pgn(|m, text| numbered(m, &format!("{}+", bare(text))));
        let found = check(&text);
        let wrong: Vec<_> = found.iter().filter(|d| d.code.lint().name == "wrong-check-mark").collect();
        assert!(wrong[0].message.contains(&format!("({all} places)")), "{}\n{text}", wrong[0].message);
        assert!(wrong.len() < 3, "{text}");
        let text = game.pgn(|m, text| numbered(m, &text.replace('+', "#")));
        let found = check(&text);
        let wrong = found.iter().filter(|d| d.code.lint().name == "wrong-end-mark").count();
        assert_eq!(wrong, checks.min(1), "{text}");
    }
    // One of many is a slip of its own.
    let text = "1. e4 d5 2. Bb5# c6 3. Bd3 Qa5 4. b4 Qxb4 5. c3 Qxc3# 6. Nxc3 d4+ 7. Qb3 c5 *";
    earns(text, &["wrong-end-mark `Bb5#`", "wrong-end-mark `Qxc3#`", "wrong-check-mark `d4+`"]);
    // The coordinates of pawns and castling, among those of pieces with their letters.
    let text = "1. e2e4 e7e5 2. Ng1f3 Nb8c6 3. Bf1c4 Bf8c5 4. e1g1 Ng8f6 5. Rf1e1 Ke8e7 6. Bc4d5 Nf6e8 7. Bd5c4 *";
    earns(text, &["import-format `e2e4`", "over-disambiguated `Ng1f3`"]);
}

/// A mark that is written otherwise and wrong is one fault.
#[test]
fn a_half_move_has_one_finding_for_its_mark() {
    for (game, code, right) in [
        ("1. f3 e5 2. g4 Qh4++ 0-1", "wrong-check-mark `Qh4++`", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1. e4 d5 2. Bb5+# c6 *", "wrong-end-mark `Bb5+#`", "1. e4 d5 2. Bb5+ c6 *"),
        ("1. Nf3++ d5 *", "wrong-check-mark `Nf3++`", "1. Nf3 d5 *"),
        ("1. Nf3+# d5 *", "wrong-end-mark `Nf3+#`", "1. Nf3 d5 *"),
        ("1. e4 d5 2. Bb5++ c6 *", "import-format `Bb5++`", "1. e4 d5 2. Bb5+ c6 *"),
        ("1. f3 e5 2. g4 Qh4+# 0-1", "import-format `Qh4+#`", "1. f3 e5 2. g4 Qh4# 0-1"),
    ] {
        earns(game, &[code]);
        let name = code.split(' ').next().expect("a code");
        assert_eq!(crate::spec::found::fixed(game, name), [right]);
        clean(right);
    }
    let twice = ["import-format `e4d5+`", "wrong-check-mark `e4d5+`"];
    earns("1. e4 d5 2. e4d5+ c6 *", &twice);
}
