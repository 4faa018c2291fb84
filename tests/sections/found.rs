//! What is found in sections: one cause, one diagnostic, at its bytes.

use expect_test::{Expect, expect};
use vgn_lsp::lint::{Code, apply};

use crate::sections::support::{Game, hex};

fn found(tags: &str, section: &[u8], expected: Expect) {
    let game = Game::binary(tags, section);
    let report = game.check();
    for diagnostic in &report.diagnostics {
        assert!(diagnostic.range.end as usize <= tags.len() + section.len(), "{diagnostic:?}");
        for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
            assert!(edit.range.end as usize <= tags.len(), "{diagnostic:?}");
        }
    }
    expected.assert_eq(&game.findings());
}

const BCCF: &str = "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]";

fn vgn(format: &str) -> String {
    format!("[GameFormat \"VGN\"]\n[MoveFormat \"{format}\"]")
}

#[test]
fn a_half_move_that_breaks_the_rules_does_not_make_the_rest_wrong() {
    // 1. e2-e5 d7-d6 2. e5xd6
    found(
        BCCF,
        &hex("8640 79D0 91D1"),
        expect![[r#"
        illegal-move 38..40 `e2e5` is not legal here: the pawn on e2 cannot move to e5 (offset 0 of the section)
    "#]],
    );
}

#[test]
fn sections_that_are_cut_off() {
    found(
        BCCF,
        &hex("8630 9A"),
        expect![[r#"
        truncated-section 40..41 the binary section is cut off after 3 bytes: expected two bytes a half-move, the last bit of the last one set
    "#]],
    );
    found(
        &vgn("BCFEN"),
        &[0; 31],
        expect![[r#"
        truncated-section 69..70 the binary section is cut off after 31 bytes: expected 32 bytes of a board
    "#]],
    );
    found(
        &vgn("PGC"),
        b"\x03\x01\x0d\x08\x03\x02\x0b",
        expect![[r#"
        truncated-section 43..44 the binary section is cut off after 7 bytes: expected the rest of a record
    "#]],
    );
    found(
        &vgn("BRENNER"),
        b"\x2c\x00text",
        expect![[r#"
        truncated-section 46..47 the binary section is cut off after 6 bytes: expected the null byte that ends a text
    "#]],
    );
    found(
        &vgn("BRENNER2"),
        b"",
        expect![[r#"
        truncated-section 19..42 the moves of BRENNER2 are missing: expected a half-move, or the game's terminator
    "#]],
    );
}

#[test]
fn a_file_that_ends_inside_of_its_last_tag_is_told_once() {
    found(
        "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF",
        b"",
        expect![[r#"
        unclosed-tag-value 31..36 the tag has no closing quote after its value, and no closing `]`
    "#]],
    );
    found(
        "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"",
        b"",
        expect![[r#"
        unclosed-tag 19..37 the tag has no closing `]`
    "#]],
    );
}

#[test]
fn bytes_without_meaning() {
    found(
        &vgn("BCFEN"),
        &hex(&format!("{}78{}88", "00".repeat(9), "00".repeat(22))),
        expect![[r#"
        invalid-section-byte 48..49 the byte 78 at offset 9 has no meaning here: expected two of the values 0 to 6 and 9 to E
    "#]],
    );
    found(
        &vgn("PGC"),
        b"\x03\x02\x0d\xff\x06",
        expect![[r#"
        invalid-section-byte 40..41 the byte FF at offset 3 has no meaning here: expected the index of a legal move, from 00 to 13
    "#]],
    );
    found(
        &vgn("BRENNER"),
        b"\x2c\x2c\xc1\x02",
        expect![[r#"
        invalid-section-byte 43..44 the byte C1 at offset 2 has no meaning here: expected a half-move, or the game's terminator
    "#]],
    );
    found(
        &vgn("BRENNER"),
        b"\x2c\x2c\x2c\x02",
        expect![[r#"
        invalid-section-byte 43..44 the byte 2C at offset 2 has no meaning here: expected a legal move
    "#]],
    );
}

#[test]
fn a_section_that_goes_on_after_mate() {
    found(
        BCCF,
        &hex("8630 9A40 63C0 3D50 A130 DED0 F2E0 1850 0421"),
        expect![[r#"
        move-after-end 52..54 the game ended with checkmate: no move can follow (offset 14 of the section)
    "#]],
    );
    let mate = b"\x2c\x2c\x61\x17\xdb\x1e\x53";
    found(
        &vgn("BRENNER"),
        &[mate.as_slice(), b"\x2c\x02"].concat(),
        expect![[r#"
        invalid-section-byte 48..49 the byte 2C at offset 7 has no meaning here: expected the game's terminator, for no move is legal
    "#]],
    );
}

#[test]
fn games_without_moves_are_fine() {
    for (format, section) in [
        ("BCCF", "0001"),
        ("BCFEN", "88"),
        ("PGC", "06"),
        ("BITS12", "FFF0"),
        ("BITS11", "FFE0"),
        ("LEGALINDEX", "00"),
        ("BRENNER", "C0"),
        ("BRENNER2", "03"),
    ] {
        let game = Game::binary(&vgn(format), &hex(section));
        assert_eq!((game.findings().as_str(), game.check().half_moves), ("", 0), "{format}");
    }
}

#[test]
fn what_stands_before_the_section_is_told_apart_from_it() {
    found(
        BCCF,
        b"\n E1",
        expect![[r#"
        text-before-section 38..40 the bytes of BCCF begin straight after the `]` of MoveFormat: white space there is read as half-moves
    "#]],
    );
    found(
        BCCF,
        b"{x}\n\x86\x31",
        expect![[r#"
        text-before-section 38..41 the bytes of BCCF begin straight after the `]` of MoveFormat: a comment there is read as half-moves
    "#]],
    );
    found(
        &vgn("PGC"),
        b" \x06",
        expect![[r#"
        text-before-section 37..38 the bytes of PGC begin straight after the `]` of MoveFormat: white space there is read as half-moves
    "#]],
    );
    found(
        &vgn("PGC"),
        b"\n\x06",
        expect![[r#"
        text-before-section 37..38 the bytes of PGC begin straight after the `]` of MoveFormat: white space there is read as half-moves
    "#]],
    );
    found(
        &vgn("BRENNER"),
        b"\n\x2c\x02",
        expect![[r#"
        text-before-section 41..42 the bytes of BRENNER begin straight after the `]` of MoveFormat: white space there is read as half-moves
    "#]],
    );
}

#[test]
fn notations_that_cannot_stand_in_a_file() {
    found(
        &vgn("BCCF1"),
        &hex("8630 9A40"),
        expect![[r#"
        section-without-end 32..37 BCCF1 does not record where its section ends, so it cannot be used in a file: convert it with `vgn-lsp convert --from BCCF1 --to BCCF`
    "#]],
    );
    found(
        &vgn("BCFEN1"),
        &[0x77; 40],
        expect![[r#"
        section-without-end 32..38 BCFEN1 does not record where its section ends, so it cannot be used in a file: convert it with `vgn-lsp convert --from BCFEN1 --to BCFEN`
    "#]],
    );
}

#[test]
fn the_terminator_of_brenner_can_be_wrong() {
    let mate = b"\x2c\x2c\x61\x17\xdb\x1e\x53";
    found(
        &vgn("BRENNER"),
        &[mate.as_slice(), b"\x01"].concat(),
        expect![[r#"
        terminator-contradicts-board 48..49 White has mated, so the game ends with `1-0`, not `0-1` (offset 7 of the section)
    "#]],
    );
    let tags = "[GameFormat \"PGN\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"0-1\"]\n[PlyCount \"3\"]\n[MoveFormat \"BRENNER\"]";
    found(
        tags,
        b"\x2c\x2c\x02",
        expect![[r#"
        result-mismatch 107..110 the tag Result says `0-1`, but the game ends with `1-0`
        ply-count-mismatch 124..125 the tag PlyCount says 3 half-moves, but the game has 2
    "#]],
    );
    // Of a section that has no end nothing is known of the end.
    found(
        tags,
        b"\x2c\x2c",
        expect![[r#"
        truncated-section 151..152 the binary section is cut off after 2 bytes: expected a half-move, or the game's terminator
    "#]],
    );
}

#[test]
fn boards_that_moves_cannot_be_read_from() {
    let tags = "[GameFormat \"VGN\"]\n[SetUp \"FEN:8/8/8/8/8/8/8/K7 w - - 0 1\"]\n[MoveFormat \"PGC\"]";
    found(
        tags,
        b"\x06",
        expect![[r#"
        invalid-setup 27..57 the moves in PGC cannot be read: the notation can record only legal moves, and from the first position none can be played
    "#]],
    );
    let tags = "[GameFormat \"VGN\"]\n[SetUp \"FEN:8/8/8/8/8/8/8/K7/8 w - - 0 1\"]\n[MoveFormat \"BCCF\"]";
    found(
        tags,
        &hex("8631"),
        expect![[r#"
        invalid-setup 31..49 the board cannot be read: 9 ranks instead of 8
    "#]],
    );
    let tags = "[GameFormat \"VGN\"]\n[Variant \"Nonsense\"]\n[MoveFormat \"BCCF\"]";
    found(
        tags,
        &hex("8631"),
        expect![[r#"
        unknown-variant 28..38 the variant `Nonsense` is not known, so the moves are not checked
    "#]],
    );
}

#[test]
fn what_is_wrong_in_the_tags_is_mended_there_alone() {
    let game = Game::binary("[White \"A\"]\n[MoveFormat \"BCCF:x\"]\n[White \"B\"]", &hex("8630 9A41"));
    let report = game.check();
    let codes: Vec<Code> = report.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(
        codes,
        [Code::DuplicateTag, Code::MissingRosterTag, Code::MissingGameFormat, Code::MoveFormatNotLast],
        "{}",
        game.findings()
    );
    let mended = |n: usize| apply(&game.text, &report.diagnostics[n].fixes[0].edits);
    let first = "[GameFormat \"VGN:Variable Game Notation\"]\n[White \"A\"]\n[MoveFormat \"BCCF:x\"]\n[White \"B\"]";
    assert_eq!(mended(2), first);
    assert_eq!(mended(3), "[White \"A\"]\n[White \"B\"]\n[MoveFormat \"BCCF:x\"]");
}

/// They are passed over: what is said beside them is found as well.
#[test]
fn bits_that_say_nothing() {
    // 1. e2-e4, with a knight to promote to and no promotion, e7-e5
    found(
        BCCF,
        &hex("8634 9A41"),
        expect![[r#"
            invalid-section-byte 39..40 the byte 34 at offset 1 names a piece to promote to, but the bit of a promotion is not set: expected 30
        "#]],
    );
    found(
        &vgn("BITS12"),
        &hex("8639 A4FF FF"),
        expect![[r#"
            invalid-section-byte 44..45 the byte FF at offset 4 has bits set after the end of the moves, where only zeros are allowed: expected F0
        "#]],
    );
    // 1. Ng1-f3, the knight's number in a byte of its own
    found(
        &vgn("BRENNER"),
        &hex("4313 C0"),
        expect![[r#"
            invalid-section-byte 41..42 the byte 43 at offset 0 gives the number 1, which the half-move's own byte has room for
        "#]],
    );
}
