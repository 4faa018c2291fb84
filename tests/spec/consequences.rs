//! One cause, one finding: what follows from a slip is silent, or named beside it.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::check_game;

use super::found::{earns, fixed, found, message, safe_fixes, vgn};
use super::piece_letters::languages::{games, numbered};
use super::slips::habits::check;

/// Whose half-moves have their numbers, without those in `gone`; those in `twice` stand there a second time.
fn played(sans: &[String], gone: Option<usize>, twice: Option<usize>) -> String {
    let mut text = String::new();
    for (n, san) in sans.iter().enumerate() {
        if n % 2 == 0 {
            text += &format!("{}. ", n / 2 + 1);
        }
        for _ in 0..if gone == Some(n) { 0 } else { 1 + usize::from(twice == Some(n)) } {
            text += &format!("{san} ");
        }
    }
    text + "*\n"
}

/// Real games, each half-move of which is missing once, and stands twice once.
#[test]
fn a_half_move_missing_or_doubled_is_one_finding() {
    let (mut one, mut several) = (0, Vec::new());
    for game in games().step_by(3) {
        let sans = game.sans();
        if !found(&numbered(&sans)).is_empty() {
            continue;
        }
        for at in (0..sans.len() - 1).step_by(3) {
            for text in [played(&sans, Some(at), None), played(&sans, None, Some(at))] {
                match found(&text).len() {
                    0 => {}
                    1 => one += 1,
                    _ => several.push(text),
                }
            }
        }
    }
    assert!(one > 1000, "{one}");
    assert!(
        several.len() * 100 < one,
        "{} of {one}: {:#?}",
        several.len(),
        several.first().map(|text| (text, found(text)))
    );
}

#[test]
fn what_the_numbers_say_of_a_missing_half_move_is_said() {
    // Black's half-move is missing: the next one of White does not fit, and its number tells why.
    let text = "1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 Nf6 *";
    earns(text, &["illegal-move `Bb5`"]);
    assert!(
        message(text, "illegal-move")
            .ends_with("its number `3.` does not fit either: is Black's half-move missing before it?")
    );
    // The next one fits by chance.
    let text = "1. e4 e5 2. Qg4 3. Qg5 *";
    earns(text, &["move-number `3.`"]);
    let said = message(text, "move-number");
    assert!(said.ends_with("not `3.`: is Black's half-move missing before it?"), "{said}");
}

/// What is taken into another finding is named there, in its order.
#[test]
fn what_follows_is_related_information() {
    let text = "1. e4 e5 2. Qg4 3. Qg5 Nc6 4. Bc4 *";
    let settings = Settings::default();
    let report = check_game(text, &Context::new(&settings, FileKind::Unknown).with_fixes(true));
    let [finding] = report.diagnostics.as_slice() else { panic!("{:?}", report.diagnostics) };
    assert_eq!(&text[finding.related[0].range.start as usize..finding.related[0].range.end as usize], "3.");
    assert!(finding.message.contains("`3.` before it does not fit either"), "{}", finding.message);
    assert!(finding.fixes.is_empty());
}

#[test]
fn two_faults_far_from_one_another_are_two_findings() {
    let text = "1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 Ke5 *";
    earns(text, &["move-number `2.`", "illegal-move `Ke5`"]);
}

#[test]
fn a_bracket_or_a_brace_inside_a_tag_is_one_finding() {
    for (text, finding, right) in [
        ("[White] \"a\"]", "stray-text `]`", "[White \"a\"]"),
        ("[]White \"a\"]", "stray-text `]`", "[White \"a\"]"),
        ("[Wh]ite \"a\"]", "extra-tag-name `Wh]ite`", "[White \"a\"]"),
        ("[White ]a\"]", "unclosed-tag-value `]a\"`", "[White \"a\"]"),
        ("[White [\"a\"]", "unclosed-tag `[White [\"a\"]`", "[White \"a\"]"),
        ("[White \"a\"{]", "extra-tag-value `{`", "[White \"a\"]"),
        ("[White {\"a\"]", "stray-text `{`", "[White \"a\"]"),
        ("[White \"a\"\"", "unclosed-tag `[White \"a\"\"`", "[White \"a\"]"),
    ] {
        let game = |tag: &str| format!("[Event \"x\"]\n{tag}\n[Black \"b\"]\n\n1. e4 *\n");
        earns(&game(text), &[finding]);
        let code = finding.split(' ').next().unwrap_or_default();
        assert_eq!(fixed(&game(text), code), [game(right)], "{text}");
    }
}

/// What `--fix` does unasked, and what it may do if it is asked.
#[test]
fn a_brace_before_a_value_does_not_take_the_game_into_the_tag() {
    let text = "[White {\"Carlsen\"]\n[Black \"x\"]\n\n1. e4 {c} e5 *\n";
    earns(text, &["stray-text `{`"]);
    assert_eq!(fixed(text, "stray-text"), ["[White \"Carlsen\"]\n[Black \"x\"]\n\n1. e4 {c} e5 *\n"]);
    assert_eq!(safe_fixes(text), [""; 0]);
    // No fix writes anything behind the tag.
    let text = "[White \"a\" {b]\n[Black \"x\"]\n\n1. e4 {c} e5 *\n";
    assert_eq!(fixed(text, "unclosed-tag"), [text.replacen("b]", "b}]", 1)]);
    // The value may be on the next line.
    for end in ["\n", "\r\n"] {
        let text = format!("[White {{{end}\"a\"]{end}[Black \"x\"]{end}{end}1. e4 {{c}} e5 *{end}");
        earns(&text, &["stray-text `{`"]);
        assert_eq!(fixed(&text, "stray-text"), [text.replacen(" {", "", 1)]);
        assert_eq!(safe_fixes(&text), [""; 0]);
    }
    // A complete comment on the line stays one.
    earns("[White {\"a\"] b} \"c\"]\n\n1. e4 *\n", &["comment-in-tag `{\"a\"] b}`"]);
}

/// The half-move before an illegal one is legal: only its mark is missing.
#[test]
fn a_mark_that_is_missing_before_an_illegal_move_is_called_missing() {
    let said = message("1. e4 d5 2. b4 dxe4 3. Bb5 c6 4. Nh4 *\n", "illegal-move");
    assert!(said.contains("`Bb5` before it is legal, but lacks its check mark"), "{said}");
}

/// Text that was meant for a half-move is the cause, and not the half-move that is illegal without it.
#[test]
fn what_follows_from_a_slip_in_a_half_move_is_named_with_it() {
    let text = "1. d4 Nf6 2. Nf,3 d5 3. Bf4 e6 *";
    earns(text, &["stray-text `Nf,3`"]);
    assert_eq!(fixed(text, "stray-text"), ["1. d4 Nf6 2. Nf3 d5 3. Bf4 e6 *"]);
}

/// Text in the place of the terminator, and a line of half-moves among other text.
#[test]
fn what_stands_for_the_terminator_is_one_finding() {
    earns("1. e4 wins\n", &["stray-text `wins`"]);
    earns("1. e4 e5 White resigns\n", &["stray-text `White resigns`"]);
    earns("1. e4 e5 1/x2-1/2\n", &["invalid-move-text `1/x2-1/2`"]);
    earns("1. e4 e5 2. Nf3 x4\n", &["invalid-move-text `x4`", "missing-terminator `x4`"]);
}

/// A half-move that is due and missing: nobody can play what follows, and no program that plays the rest says so.
#[test]
fn a_missing_half_move_is_an_error() {
    let severities = |text: &str| {
        let settings = Settings::default();
        let report = check_game(text, &Context::new(&settings, FileKind::Unknown));
        report.diagnostics.iter().map(|d| (d.code.name(), d.severity.name())).collect::<Vec<_>>()
    };
    for text in ["1. e4 e5 2. 2... Nc6 3. Bb5 *", "1. e4 e5 2. 2... Qxh8 3. Rd9 *", "1. e4 e5 2. Nf3 2... 3. d4 *"] {
        assert_eq!(severities(text), [("move-number", "error")], "{text}");
    }
    assert_eq!(severities("1. e4 e5 2. *"), [("move-number", "warning")]);
    assert_eq!(severities("1. e4 e5 7. 2. Nf3 *"), [("move-number", "warning")]);
}

/// A letter that contradicts the board is no other spelling of the move.
#[test]
fn a_wrong_piece_letter_has_no_safe_fix() {
    let uci = |half_move: &str| super::found::vgn("UCI", &format!("1. {half_move} *"));
    for half_move in ["Bd2d3", "Rg1f3"] {
        earns(&uci(half_move), &[&format!("invalid-move-text `{half_move}`")]);
        assert_eq!(super::found::safe_fixes(&uci(half_move)), [""; 0]);
    }
    let german = "1. e4 e5 2. Sf3 Sc6 3. Lb5 Ba6 4. La4 Sf6 *";
    assert!(found(german).contains(&"invalid-move-text `Ba6`".to_owned()), "{:?}", found(german));
    assert!(super::found::safe_fixes(german).iter().all(|text| text.contains("Ba6")));
}

/// Black's number as books print it.
#[test]
fn an_ellipsis_behind_a_number_belongs_to_it() {
    for number in ["1.\u{2026}", "1. \u{2026}", "1\u{2026}"] {
        let text = format!("1. e4 {{x}} {number} e5 2. Nf3 *");
        earns(&text, &[&format!("move-number-style `{number}`")]);
        assert_eq!(fixed(&text, "move-number-style"), ["1. e4 {x} 1... e5 2. Nf3 *"]);
    }
}

/// A half-move in small letters is near to what the same in capitals is near to.
#[test]
fn small_letters_have_suggestions_too() {
    let capitals = fixed("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d6 5. nxf8 *", "illegal-move");
    assert!(capitals[0].contains("5. Nxf7 "), "{capitals:?}");
}

#[test]
fn small_causes_of_two_findings() {
    earns("1. exe4 e5 *", &["wrong-capture `exe4`"]);
    earns("1. e4 e5 2", &["missing-terminator `2`"]);
    earns("1. e4 (1. d4 1-0 d5 2. c4) 1... e5 *", &["move-after-end `d5`"]);
    let cut = "[Event \"x\\";
    assert_eq!(fixed(cut, "unclosed-tag-value"), [format!("{cut}\\\"]")]);
}

/// The byte A0 is a letter in the old code pages, where the text says that it is in one, and else a blank.
#[test]
fn a0_is_a_letter_or_a_blank() {
    use vgn_lsp::source::Encoding;
    let hungarian = "[White \"N\u{e1}dor, Tam\u{e1}s\"]\n[Black \"K\u{e1}lm\u{e1}n\"]\n\n1. e4 {\u{e1}bra} e5 *\n";
    let bytes: Vec<u8> = hungarian.chars().map(|c| if c == '\u{e1}' { 0xa0 } else { c as u8 }).collect();
    let encoding = Encoding::of(&bytes);
    assert_eq!(encoding.decode(&bytes), hungarian);
    assert_eq!(encoding.encode(hungarian).as_deref().ok(), Some(bytes.as_slice()));
    let blanks = b"[White \"M\xfcller\"]\n\n1.\xa0e4 e5\xa02. Nf3 *\n";
    assert!(Encoding::of(blanks).decode(blanks).contains("1.\u{a0}e4"));
}

#[test]
fn a_blank_in_the_sign_for_en_passant() {
    let text = "1. e4 a6 2. e5 d5 3. exd6 e. p. Nf6 *";
    earns(text, &["import-format `e. p.`"]);
    assert_eq!(fixed(text, "import-format"), ["1. e4 a6 2. e5 d5 3. exd6 Nf6 *"]);
}

/// A letter that no tag's name can have is one slip with the name.
#[test]
fn a_letter_with_an_accent_in_a_tag_name() {
    let text = "[Whit\u{e9} \"x\"]\n\n1. e4 *";
    earns(text, &["stray-text `\u{e9}`"]);
    assert_eq!(fixed(text, "stray-text"), ["[White \"x\"]\n\n1. e4 *"]);
}

/// Files that were joined, the first of them empty but for its mark.
#[test]
fn a_second_byte_order_mark_at_the_beginning() {
    let text = "\u{feff}\u{feff}1. e4 *";
    earns(text, &["stray-text `\u{feff}`"]);
    assert_eq!(fixed(text, "stray-text"), ["\u{feff}1. e4 *"]);
    earns("\u{feff}1. e4 *", &[]);
}

/// The message counts the boards that its fix changes, those among them that are a right step from a wrong one.
#[test]
fn wrong_clocks_are_counted_as_they_are_fixed() {
    let text = vgn(
        "FEN",
        "1. rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1\n\
         1.5 rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1\n\
         2. rnbqkb1r/pppppppp/5n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 0 1\n\
         2.5 r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1\n\
         3. r1bqkb1r/pppppppp/2n2n2/8/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1 *",
    );
    let found = check(&text);
    let [clocks] = found.as_slice() else { panic!("{found:?}") };
    assert!(clocks.message.contains("(5 places)"), "{}", clocks.message);
    assert_eq!(clocks.fixes[0].title, "correct the clocks of 5 boards of this game");
}

/// A `)` is missing before the next variation: that one names another place than it stands in.
#[test]
fn a_parenthesis_missing_between_two_variations_is_one_finding() {
    for right in [
        "1. e4 (1. d4 d5) (1. c4) 1... e5 *",
        "1. e4 e5 (1... c5 2. Nf3) (1... d5 2. exd5) 2. Nf3 *",
        "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6) 3. d4) (1... d5 2. exd5) 2. Nf3 Nc6 *",
        "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) (2... Nf6 3. Nxe5) (2... d5) 3. Bb5 a6 *",
    ] {
        assert!(found(right).is_empty(), "{right}");
        for (at, _) in right.match_indices(") (") {
            let text = [&right[..at], &right[at + 1..]].concat();
            assert_eq!(found(&text), ["unclosed-variation `(`"], "{text}");
            assert_eq!(fixed(&text, "unclosed-variation")[0], right, "{text}");
        }
    }
}
