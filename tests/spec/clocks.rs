//! The clocks of boards in FEN (PGN 16.1; rule D1): one cause is one finding, and one fix writes those that follow from play.

use vgn_lsp::lint::{Diagnostic, apply};

use crate::spec::found::{VGN, clean, vgn};
use crate::spec::slips::habits::{Game, board, check, real_games};

/// The game as boards in FEN; `change` has the index of a board and its fields.
fn written(game: &Game, change: &dyn Fn(usize, &mut Vec<String>)) -> String {
    let tags = format!("{VGN}[Date \"2000.01.01\"]\n[MoveFormat \"FEN\"]\n");
    let count = std::cell::Cell::new(0);
    game.written(&tags, |m, _| {
        let mut fields = board(m);
        change(count.replace(count.get() + 1), &mut fields);
        fields.join(" ")
    })
}

fn set(fields: &mut [String], clock: &str, number: &str) {
    (fields[4], fields[5]) = (clock.to_owned(), number.to_owned());
}

fn plus(field: &mut String, more: u32) {
    *field = (field.parse::<u32>().expect("a count") + more).to_string();
}

fn clocks(text: &str) -> Vec<Diagnostic> {
    let found = check(text);
    assert!(found.iter().all(|d| d.code.name() == "fen-clock"), "{found:?}\n{text}");
    found
}

/// Real games with the clocks of programs that do not count, or of people who slip: so many findings at most, each with the
/// fix that makes the text what it was, to the byte.
#[test]
fn the_fix_writes_the_clocks_that_follow_from_play() {
    type Change = fn(usize, &mut Vec<String>);
    let ways: [(&str, Change, usize, bool); 8] = [
        ("never counted", |_, fields| set(fields, "0", "1"), 1, true),
        ("no half-move clock", |_, fields| fields[4] = "0".into(), 1, true),
        ("numbers of half-moves", |n, fields| fields[5] = (n + 1).to_string(), 1, true),
        (
            "one slip",
            |n, fields| {
                if n == 7 {
                    set(fields, "77", "77")
                }
            },
            1,
            false,
        ),
        (
            "counted on from a slip",
            |n, fields| {
                if n >= 7 {
                    plus(&mut fields[5], 5)
                }
            },
            1,
            false,
        ),
        (
            "two slips",
            |n, fields| {
                if n == 3 || n == 12 {
                    plus(&mut fields[4], 5)
                }
            },
            2,
            false,
        ),
        (
            "a slip at the end of a line",
            |n, fields| {
                if n == 20 {
                    plus(&mut fields[4], 1)
                }
            },
            1,
            false,
        ),
        (
            "every third board",
            |n, fields| {
                if n % 3 == 0 {
                    set(fields, "50", "60")
                }
            },
            1,
            true,
        ),
    ];
    for (way, change, most, gathered) in ways {
        let mut with = 0;
        for game in real_games() {
            let right = written(&game, &|_, _| {});
            let wrong = written(&game, &change);
            let found = clocks(&wrong);
            assert!(found.len() <= most, "{way}: {found:?}\n{wrong}");
            assert!(!found.is_empty() || wrong == right, "{way}: {wrong}");
            for one in &found {
                assert!(!gathered || one.message.contains(" places)") || found.len() < 3, "{way}: {one:?}");
                let [fix] = one.fixes.as_slice() else { panic!("{way}: {one:?}") };
                assert!(!fix.safe, "{fix:?}");
                assert!(apply(&wrong, &fix.edits) == right, "{way}: {}\n{wrong}", fix.title);
                with += 1;
            }
        }
        assert!(with > 50, "{way}: {with}");
    }
}

#[test]
fn clocks_in_variations_are_counted_from_where_they_begin() {
    let game = |clocks: [&str; 4]| {
        let [a, b, c, d] = clocks;
        vgn(
            "FEN",
            &format!(
                "1. rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - {a}\n\
                 1.5 rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - {b}\n\
                 (1.5 rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq d6 {c})\n\
                 2. rnbqkb1r/pppppppp/5n2/8/8/3P1N2/PPP1PPPP/RNBQKB1R b KQkq - {d} *"
            ),
        )
    };
    let right = game(["1 1", "2 2", "0 2", "0 2"]);
    clean(&right);
    for (clocks, count) in [
        (["3 5", "2 2", "0 2", "0 2"], 1),
        (["1 1", "2 2", "7 7", "0 2"], 1),
        (["3 5", "4 6", "0 6", "0 6"], 1),
        (["0 1", "0 1", "0 1", "0 1"], 1),
        (["5 1", "2 2", "7 7", "0 2"], 2),
    ] {
        let wrong = game(clocks);
        let found = self::clocks(&wrong);
        assert!(found.len() == count, "{clocks:?}: {found:?}");
        for one in found {
            assert_eq!(apply(&wrong, &one.fixes[0].edits), right, "{clocks:?}");
        }
    }
}

/// What follows a board to which no move leads is counted from that board.
#[test]
fn a_board_that_play_does_not_reach_keeps_its_clocks() {
    let text = vgn(
        "FEN",
        "1. rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 9 9\n\
         1.5 4k3/8/8/8/8/8/8/4K2R w K - 30 40 2. 4k3/8/8/8/8/8/8/4K1R1 b - - 5 5 *",
    );
    let found = check(&text);
    let clocks: Vec<&Diagnostic> = found.iter().filter(|d| d.code.name() == "fen-clock").collect();
    let fixed = apply(&text, &clocks[0].fixes[0].edits);
    assert!(fixed.contains("- 1 1\n") && fixed.contains("K - 30 40") && fixed.contains("b - - 31 40"), "{fixed}");
}
