//! Games of variants: real ones there and back, the tags of VGN, and what a notation cannot say (rule G2).

use expect_test::{Expect, expect};
use vgn_lsp::syntax::games::games;

use crate::convert::support::{converted, faults, try_convert, with_losses};

const FILES: [(&str, &str); 5] = [
    ("atomic", include_str!("../data/variants/atomic.pgn")),
    ("zh", include_str!("../data/variants/zh.pgn")),
    ("antichess-programfox", include_str!("../data/variants/antichess-programfox.pgn")),
    ("knightvuillaume", include_str!("../data/variants/knightvuillaume-jannlee-zh-lichess.pgn")),
    ("saturs", include_str!("../data/variants/saturs-jannlee-zh-lichess.pgn")),
];

fn check(text: &str, to: &str, expected: Expect) {
    let result = with_losses(text, to);
    expected.assert_eq(&result);
}

/// Each notation over every game: how many came back the same, and how many it refused or loses something of.
#[test]
fn real_games_there_and_back() {
    let mut figures = String::new();
    for (name, text) in FILES {
        for to in ["LAN", "UCI", "MCN", "FCN", "FEN", "SFEN"] {
            let (mut same, mut lossy) = (0, 0);
            for span in games(text.as_bytes()).filter(|span| span.is_game) {
                let game = &text[span.range];
                // Once to the normal form of SAN, so that what the source may vary is settled.
                let normal = converted(&converted(game, "VGN"), "SAN");
                let there = try_convert(&normal, to, None).expect("the variant is known");
                if !there.losses.is_empty() {
                    lossy += 1;
                    continue;
                }
                let there = vgn_lsp::convert::apply(&normal, &there.edits);
                assert_eq!(faults(&there), faults(&normal), "{name} {to}\n{there}");
                assert_eq!(without_format(&converted(&there, "SAN")), without_format(&normal), "{name} {to}\n{there}");
                same += 1;
            }
            figures += &format!("{name} {to}: {same} the same, {lossy} with losses\n");
        }
    }
    expect![[r#"
        atomic LAN: 10 the same, 0 with losses
        atomic UCI: 10 the same, 0 with losses
        atomic MCN: 10 the same, 0 with losses
        atomic FCN: 10 the same, 0 with losses
        atomic FEN: 10 the same, 0 with losses
        atomic SFEN: 10 the same, 0 with losses
        zh LAN: 83 the same, 0 with losses
        zh UCI: 83 the same, 0 with losses
        zh MCN: 3 the same, 80 with losses
        zh FCN: 3 the same, 80 with losses
        zh FEN: 83 the same, 0 with losses
        zh SFEN: 83 the same, 0 with losses
        antichess-programfox LAN: 2 the same, 0 with losses
        antichess-programfox UCI: 2 the same, 0 with losses
        antichess-programfox MCN: 1 the same, 1 with losses
        antichess-programfox FCN: 0 the same, 2 with losses
        antichess-programfox FEN: 2 the same, 0 with losses
        antichess-programfox SFEN: 2 the same, 0 with losses
        knightvuillaume LAN: 1 the same, 0 with losses
        knightvuillaume UCI: 1 the same, 0 with losses
        knightvuillaume MCN: 0 the same, 1 with losses
        knightvuillaume FCN: 0 the same, 1 with losses
        knightvuillaume FEN: 1 the same, 0 with losses
        knightvuillaume SFEN: 1 the same, 0 with losses
        saturs LAN: 1 the same, 0 with losses
        saturs UCI: 1 the same, 0 with losses
        saturs MCN: 0 the same, 1 with losses
        saturs FCN: 0 the same, 1 with losses
        saturs FEN: 1 the same, 0 with losses
        saturs SFEN: 1 the same, 0 with losses
    "#]]
    .assert_eq(&figures);
}

/// Without the tag that says that the moves are in SAN, which conversion adds.
fn without_format(game: &str) -> String {
    game.lines().filter(|line| !line.starts_with("[MoveFormat")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_variant_in_vgn_and_back() {
    let pgn = "[Event \"?\"]\n[Variant \"crazyhouse\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 *\n";
    let vgn = converted(pgn, "VGN");
    expect![[r#"
        [GameFormat "VGN:Variable Game Notation"]
        [Event "?"]
        [Variant "crazyhouse"]
        [Rules "0 -I 12 13 14 15"]
        [Result "Unfinished"]

        1. e4 d5 2. exd5 Qxd5 3. Nc3 P@e4 *
    "#]]
    .assert_eq(&vgn);
    assert_eq!(faults(&vgn), Vec::<&str>::new());
    assert_eq!(converted(&vgn, "PGN"), pgn);
    let antichess = converted("[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 *\n", "VGN");
    assert!(antichess.contains("[Rules \"0 -C -D -E -F 1A 1B 1C 1D\"]\n[Pieces \"0 =K\"]\n"), "{antichess}");
    assert_eq!(converted(&antichess, "PGN"), "[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 *\n");
    // A VGN game that tells its variant by `Rules` alone.
    check(
        "[GameFormat \"VGN\"]\n[Rules \"0 -C -J 10 11\"]\n\n1. e4 *\n",
        "PGN",
        expect![[r#"
            [Variant "Chess960"]

            1. e4 *
        "#]],
    );
    check(
        "[GameFormat \"VGN\"]\n[Rules \"0 1F\"]\n[Pieces \"0 =K\"]\n\n1. e4 *\n",
        "PGN",
        expect![[r#"
        lost at "[Pieces \"0 =K\"]": PGN has no tag Pieces, and its variant has other pieces than `0 =K`
        [Variant "King of the Hill"]

        1. e4 *
    "#]],
    );
}

#[test]
fn what_a_notation_cannot_say() {
    let drop = "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxd2+ *\n";
    for to in ["FCN", "MCN"] {
        let said = with_losses(drop, to);
        assert!(said.contains(&format!("{to} cannot record a drop from the pocket")), "{said}");
    }
    let promoted = "[GameFormat \"VGN\"]\n[Variant \"Antichess\"]\n[SetUp \"FEN:8/P6k/8/8/8/8/8/7N w - - 0 1\"]\n\n\
                    1. a8=K Kg6 *\n";
    check(
        promoted,
        "FCN",
        expect![[r#"
        lost at "a8=K": `a8=K` cannot be written: FCN can record a promotion to queen, rook, bishop or knight only; the half-move after it is lost too
        [GameFormat "VGN"]
        [MoveFormat "FCN:Friendly Coordinate Notation"]
        [Variant "Antichess"]
        [SetUp "FEN:8/P6k/8/8/8/8/8/7N w - - 0 1"]

        *
    "#]],
    );
    // Two pieces that stand beside the square where they capture explode alike: no board tells who did.
    let losses = ["Rxd5", "Bxd5"].map(|capture| {
        let game = format!(
            "[GameFormat \"VGN\"]\n[Variant \"Atomic\"]\n[SetUp \"FEN:4k3/8/8/3p4/2BR4/8/8/K7 w - - 0 1\"]\n\n1. {capture} Kf7 *\n"
        );
        try_convert(&game, "SFEN", None).expect("known").losses.len()
    });
    assert_eq!(losses.iter().sum::<usize>(), 1, "one of them is what the board is taken for: {losses:?}");
}
