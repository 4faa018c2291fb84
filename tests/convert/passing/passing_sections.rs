//! Games that become binary sections in passing, and sections that are exported in passing.

use expect_test::expect;
use vgn_lsp::convert::{Loss, PassingConverter};
use vgn_lsp::syntax::games::games;

use crate::convert::passing::{forms, game, passed, tally};
use crate::convert::support::target;
use crate::laws::passing::{SECTIONS, both_ways, sections_both_ways};

/// Games that become sections in passing, of all, by notation and file. Most notations have half-moves alone, and list
/// the rest as losses.
#[test]
fn real_games_as_sections_in_passing_and_otherwise() {
    let told = tally(&SECTIONS, passed);
    expect![[r#"
        BCCF book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 1/2
        BCFEN book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 1/2
        BITS12 book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 1/2
        BITS11 book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 1/2
        PGC book 98/98 clocks 5/5 Dortmund 30/40 championship 3/3 seed 1/1 boards 1/2
        BRENNER book 98/98 clocks 5/5 Dortmund 31/40 championship 3/3 seed 1/1 boards 1/2
        LEGALINDEX book 98/98 clocks 5/5 Dortmund 40/40 championship 3/3 seed 1/1 boards 1/2
    "#]]
    .assert_eq(&told);
}

/// The games of a text as sections, one behind the other.
pub fn as_sections(bytes: &[u8], name: &str) -> Vec<u8> {
    let mut passing = PassingConverter::new(target(name)).expect("a binary notation");
    let mut sections = Vec::new();
    for span in games(bytes) {
        passing.game(bytes, span.range.start, true, &mut sections);
    }
    sections
}

/// Sections that are exported in passing, of all, by notation and file.
#[test]
fn real_sections_in_passing_and_otherwise() {
    let told = tally(&SECTIONS, |name, bytes| {
        let sections = as_sections(bytes, name);
        (sections_both_ways(&sections), games(&sections).filter(|span| span.binary.is_some()).count())
    });
    expect![[r#"
        BCCF book 98/98 clocks 5/5 Dortmund 40/40 championship 0/3 seed 1/1 boards 1/1
        BCFEN book 98/98 clocks 5/5 Dortmund 40/40 championship 0/3 seed 1/1 boards 1/1
        BITS12 book 98/98 clocks 5/5 Dortmund 40/40 championship 0/3 seed 1/1 boards 1/1
        BITS11 book 98/98 clocks 5/5 Dortmund 40/40 championship 0/3 seed 1/1 boards 1/1
        PGC book 98/98 clocks 5/5 Dortmund 30/30 championship 0/3 seed 1/1 boards 1/1
        BRENNER book 98/98 clocks 5/5 Dortmund 31/31 championship 0/3 seed 1/1 boards 1/1
        LEGALINDEX book 98/98 clocks 5/5 Dortmund 40/40 championship 0/3 seed 1/1 boards 1/1
    "#]]
    .assert_eq(&told);
}

#[test]
fn what_is_exported_in_passing_from_a_section() {
    for movetext in [
        "1. e4 e6 2. e5 d5 3. exd6 Nf6 4. Nf3 Be7 5. Be2 O-O 6. O-O Bxd6 *",
        "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. Nf3 Nf6 7. N3b5 Nb4 1-0",
        "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. Nf3 Nf6 7. Nb5 Nb4 1-0",
        "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=N Nb6 6. d4 Nfd7 1/2-1/2",
        "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxc8=Q Nb6 6. Qxd8+ Kxd8 0-1",
        "1. f3 e5 2. g4 Qh4# 0-1",
        "1. Nf3 Nf6 2. Nc3 Nc6 3. Ne5 Ng8 4. Nb1 Nf6 5. Na3 Ng8 6. Nac4 Nf6 7. Ne3 Ng8 8. N5c4 1-0",
        "1-0",
    ] {
        for name in SECTIONS {
            let sections = as_sections(game("", movetext).as_bytes(), name);
            assert_eq!(sections_both_ways(&sections), 1, "{name}: {movetext}");
            // One that is damaged means the same to both, or goes the long way.
            for at in 0..sections.len() {
                let damaged: Vec<u8> =
                    sections.iter().enumerate().map(|(n, byte)| if n == at { byte ^ 0x24 } else { *byte }).collect();
                sections_both_ways(&damaged);
            }
        }
    }
}

#[test]
fn tags_before_a_section_in_passing() {
    let sections = as_sections(game("", "1. e4 e5 *").as_bytes(), "BCCF");
    let code = b"[ECO \"A00\"]";
    let at = sections.windows(code.len()).position(|bytes| bytes == code).expect("the tag");
    let (before, behind) = (&sections[..at], &sections[at + code.len()..]);
    let with = |front: &[u8], value: &[u8]| [front, before, b"[Place \"", value, b"\"]", behind].concat();
    for (front, value, expected) in [
        (&b""[..], &b"Rostow/Don [Schwarz,"[..], 1),
        (b"", b"Br\xfcssel", 1),
        (b"", "Brüssel".as_bytes(), 1),
        (b"\n\n", b"M]", 1),
        (b"", b"91\\\\09", 0),
        (b"", b"a\rb", 0),
        (b"\r\n", b"a", 0),
    ] {
        let game = with(front, value);
        let passed = sections_both_ways(&game);
        assert_eq!(passed, expected, "{}", game.escape_ascii());
    }
}

/// A king that jumps, or becomes another piece, does not castle.
#[test]
fn illegal_half_moves_of_kings_go_the_long_way() {
    let sections = as_sections(game("", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *").as_bytes(), "BCCF");
    assert_eq!((sections.ends_with(&[0x83, 0x01]), sections_both_ways(&sections)), (true, 1));
    for [first, second] in [[0x83, 0x21], [0x83, 0x0F]] {
        let mut damaged = sections[..sections.len() - 2].to_vec();
        damaged.extend([first, second]);
        assert_eq!(sections_both_ways(&damaged), 0, "{first:02X}{second:02X}");
    }
}

#[test]
fn what_becomes_a_section_in_passing() {
    let to_and_fro = |n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2);
    let long = (0..60).map(to_and_fro).collect::<String>() + "1/2-1/2";
    for (tags, movetext, expected) in [
        ("", "1. f3 e5 2. g4 Qh4# 0-1", 1),
        ("", "1. f3 e5 2. g4 Qh4 0-1", 1),
        ("", "1-0", 1),
        ("", "1. e4 e6 2. e5 d5 3. exd6 Nf6 4. Nf3 Be7 5. Be2 O-O 6. O-O Bxd6 *", 1),
        ("", "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=N Nb6 6. d4 Nfd7 1/2-1/2", 1),
        // Half-moves may be missing before the first number, and a section has no numbers.
        ("", "7. e4 e5 8. Nf3 Nc6 *", 0),
        (
            "",
            "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 \
         10. Qe6 1/2-1/2",
            1,
        ),
        ("", &long, 1),
        ("[Variant \"Standard\"]\n[Whitee \"x\"]\n", "1. e4 *", 1),
        // What is told of the game's end would be lost.
        ("", "1. f3 e5 2. g4 Qh4# 1-0", 0),
        ("", "1. f3 e5 2. g4 Qh4# *", 0),
        // Another first board.
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/p7/R3K2R b KQ - 3 9\"]\n", "9... Kd7 *", 0),
    ] {
        for name in SECTIONS {
            // Brenner's bytes say how the game ended, whatever the board tells.
            let expected = usize::from(expected == 1 || name == "BRENNER" && movetext.contains("Qh4#"));
            let text = game(tags, movetext);
            assert_eq!(both_ways(text.as_bytes(), target(name)), expected, "{name}: {tags}{movetext}");
            let without = text.replace("[Result", "[Resultat");
            assert_eq!(both_ways(without.as_bytes(), target(name)), expected, "{name}: {tags}{movetext}");
        }
    }
}

#[test]
fn which_annotations_become_a_section_in_passing() {
    const MOVES: &str = "BCCF BCFEN BITS12 BITS11 LEGALINDEX";
    // The notations that hold all of it, and those that leave out and list what they do not hold.
    for (movetext, whole, reduced) in [
        ("1. e4!! $6 e5 *", "PGC BRENNER", ""),
        ("1. e4 $146 e5 *", "PGC", "BRENNER"),
        ("1. e4 $3 e5 {a} {b\nc} *", "PGC BRENNER", ""),
        ("{a} 1. e4 {[%clk 0:03:00]} e5 ;b\n2. Nf3 *", "PGC BRENNER", ""),
        ("1. e4 {caf\u{e9}} e5 {\u{2654}} *", "BRENNER", "PGC"),
        ("1. e4 (1. d4 d5 (1... Nf6! {a})) e5 {b} (1... c5) 2. Nf3 *", "PGC", "BRENNER"),
        ("1. e4 (1. d4 d5 (1... Nf6! $146) 2. c4 (2. Nf3)) e5 $146 {b} (1... c5 $146) 2. Nf3 *", "PGC", "BRENNER"),
        ("1. f3 e5 2. g4 (2. a3 {a}) Qh4# 0-1", "PGC", "BRENNER"),
        ("1. f3 e5 (1... d5 2. g4 e5) 2. a3 *", "PGC", "BRENNER"),
        ("1. e4 \\$1 e5 (1... c5 \\$2 $6) \\$146 *", "", ""),
        ("1. e4 \\$1 e5 \\$146 (1... c5 \\$2 $6) *", "", "PGC BRENNER"),
        // What is said would move where it is held.
        ("1. e4 (1. d4) {a} e5 *", "", "BRENNER"),
        ("1. e4 (1. d4 (1. c4) {a} d5 2. {b} c4) e5 *", "", "BRENNER"),
        ("1. {a} e4 e5 *", "", ""),
        ("1. e4 {[%after 1.] a} e5 *", "", ""),
    ] {
        for name in SECTIONS {
            let is_in = |names: &str| names.split(' ').any(|notation| notation == name);
            // A NAG stands behind its half-move, or it goes the long way.
            let reduced = is_in(reduced) || is_in(MOVES) && !movetext.contains(") \\$");
            let text = game("", movetext);
            let passed = both_ways(text.as_bytes(), target(name)) == 1;
            assert_eq!(passed, is_in(whole) || reduced, "{name}: {movetext}");
            if passed {
                assert_eq!(losses(text.as_bytes(), name).is_empty(), is_in(whole), "{name}: {movetext}");
                let sections = as_sections(text.as_bytes(), name);
                assert_eq!(sections_both_ways(&sections), 1, "from {name}: {movetext}");
            }
        }
    }
}

/// The losses of a game that becomes a section in passing, each with its place.
fn losses(bytes: &[u8], name: &str) -> Vec<String> {
    let mut passing = PassingConverter::new(target(name)).expect("a binary notation");
    passing.game(bytes, 0, true, &mut Vec::new()).expect("a game for passing");
    let place = |loss: &Loss| &bytes[loss.range.start as usize..loss.range.end as usize];
    passing.losses().iter().map(|loss| format!("{}: {loss}", String::from_utf8_lossy(place(loss)))).collect()
}

#[test]
fn what_a_section_in_passing_loses_is_listed_by_reason() {
    let text = game("", "{\u{e9}} 1. e4 {a} (1. d4 (1. c4 $1) d5) e5 \\$1 (1... c5) 2. Nf3! *");
    let told = SECTIONS.map(|name| format!("{name}\n    {}\n", losses(text.as_bytes(), name).join("\n    "))).concat();
    expect![[r#"
        BCCF
            {é}: BCCF cannot record comments (2 of them)
            (: BCCF cannot record variations (3 of them)
            $1: BCCF cannot record NAGs (3 of them)
            \: `\` cannot be recorded in BCCF
        BCFEN
            {é}: BCFEN cannot record comments (2 of them)
            (: BCFEN cannot record variations (3 of them)
            $1: BCFEN cannot record NAGs (3 of them)
            \: `\` cannot be recorded in BCFEN
        BITS12
            {é}: BITS12 cannot record comments (2 of them)
            (: BITS12 cannot record variations (3 of them)
            $1: BITS12 cannot record NAGs (3 of them)
            \: `\` cannot be recorded in BITS12
        BITS11
            {é}: BITS11 cannot record comments (2 of them)
            (: BITS11 cannot record variations (3 of them)
            $1: BITS11 cannot record NAGs (3 of them)
            \: `\` cannot be recorded in BITS11
        PGC
            \: `\` cannot be recorded in PGC
        BRENNER
            (: Brenner's notation cannot record variations (3 of them)
            \: `\` cannot be recorded in BRENNER
        LEGALINDEX
            {é}: LEGALINDEX cannot record comments (2 of them)
            (: LEGALINDEX cannot record variations (3 of them)
            $1: LEGALINDEX cannot record NAGs (3 of them)
            \: `\` cannot be recorded in LEGALINDEX
    "#]]
    .assert_eq(&told);
}

/// Tags keep their bytes in every encoding. A comment is left to others where its letters count and are no UTF-8.
#[test]
fn sections_of_games_in_other_encodings() {
    for (movetext, is_held) in [("1. e4 e5 *", false), ("{z} 1. e4! {caf\u{e9}} e5 $1 {caf\u{e9}} *", true)] {
        for form in forms(&game("", movetext)) {
            let is_utf8 = std::str::from_utf8(&form).is_ok();
            for name in SECTIONS {
                let expected = is_utf8 || !is_held || !["PGC", "BRENNER"].contains(&name);
                assert_eq!(
                    both_ways(&form, target(name)),
                    usize::from(expected),
                    "{name}: {:?}",
                    String::from_utf8_lossy(&form)
                );
            }
        }
    }
}
