//! Games and their expected layout.

use expect_test::{Expect, expect};

use super::*;
use crate::lint::{FileKind, Settings, apply};
use crate::syntax::games::games;

/// A file's text with all games laid out; checks that the edits give the same text.
fn formatted(text: &str, layout: &Layout, lines: Option<Range<usize>>) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let mut formatter = Formatter::with_edits();
    let mut whole = String::new();
    let mut tracker = SurroundingsTracker::default();
    for span in games(text.as_bytes()) {
        let game = &text[span.range.clone()];
        let (before, last) = (&text.as_bytes()[..span.range.start], span.range.end == text.len());
        let surroundings = tracker.next(before, game.as_bytes(), before.is_empty(), last);
        let within = lines.as_ref().map(|lines| {
            let clamp = |at: usize| at.clamp(span.range.start, span.range.end) - span.range.start;
            clamp(lines.start) as u32..clamp(lines.end) as u32
        });
        if within.as_ref().is_some_and(Range::is_empty) {
            whole += game;
            continue;
        }
        match formatter.game(game, surroundings, &context, layout, within.as_ref()) {
            Some(new) => {
                assert_eq!(apply(game, &new.edits(game)), new.text(), "the edits say something else");
                whole += new.text();
            }
            None => whole += game,
        }
    }
    whole
}

pub(super) fn laid_out(text: &str, layout: &Layout) -> String {
    let once = formatted(text, layout, None);
    assert_eq!(formatted(&once, layout, None), once, "laid out again, it is another text");
    once
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&laid_out(text, &Layout::default()));
}

fn check_with(layout: Layout, text: &str, expected: Expect) {
    expected.assert_eq(&laid_out(text, &layout));
}

fn unchanged(text: &str) {
    assert_eq!(laid_out(text, &Layout::default()), text);
}

pub(super) const LAYOUT: Layout = Layout {
    width: 79,
    moves: MoveLines::Filled,
    variations: VariationLines::Filled,
    indent: 2,
    comments: CommentLines::Filled,
    numbers: Numbers::Comments,
    tags: TagOrder::Roster,
};

#[test]
fn a_game_as_the_export_format_has_it() {
    check(
        "[White \"A\"]\n\n[Black\t\"B\"] \n[Event   \"x\"]\n[ECO \"C20\"]\n1.e4{best}e5 2 . Nf3 ( 2. f4$1 2... exf4 ) 2... Nc6!\n3. Bb5 !? \
         3... a6 1/2-1/2  \n\n\n[White \"C\"]\n\n1. d4 1... d5 *",
        expect![[r#"
            [Event "x"]
            [White "A"]
            [Black "B"]
            [ECO "C20"]

            1. e4 {best} 1... e5 2. Nf3 (2. f4 $1 exf4) 2... Nc6! 3. Bb5 !? a6 1/2-1/2

            [White "C"]

            1. d4 d5 *"#]],
    );
}

#[test]
fn lines_are_filled_and_a_comment_keeps_its_own() {
    let long = format!(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 {{{}}} Nf6 4. Ng1 {{two\n  lines   of text }} 4... Ng8 *\n",
        "word ".repeat(12)
    );
    check(
        &long,
        expect![[r#"
            1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3
            {word word word word word word word word word word word word } 3... Nf6 4. Ng1
            {two
              lines   of text } 4... Ng8 *
        "#]],
    );
}

#[test]
fn a_bracket_finds_no_room_behind_a_word_that_fills_its_line() {
    let comment = "x".repeat(77);
    for nested in [format!("1. e4 (1. d4 {{{comment}}}) e5 *\n"), format!("1. e4 (1. d4 {{{}}}) e5 *\n", &comment[1..])]
    {
        let text = laid_out(&nested, &LAYOUT);
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
    }
}

#[test]
fn broken_lines_stay_and_the_rest_is_laid_out() {
    check(
        "[White \"A\"]\n[Black \"B\"\n[Event \"x\"]\n\n1.e4\ne5 2. Nf3\nNc6  <what is  this>   3. Bb5\n a6\n  % an  escape\n%another  one\n4. \
         Ba4\nNf6 ;to  the end\n5. O-O *\n",
        expect![[r#"
            [White "A"]
            [Black "B"
            [Event "x"]

            1. e4 e5 2. Nf3
            Nc6  <what is  this>   3. Bb5
            a6
              % an  escape
            %another  one
            4. Ba4 Nf6 ;to  the end
            5. O-O *
        "#]],
    );
}

#[test]
fn a_half_move_that_is_torn_apart_stays() {
    unchanged("[Event \"x\"]\n\n1. e4 e5 2.\nNf3 (see diagram) Nc6 3. Bb5 *\n");
    unchanged("[Event \"x\"]\n\n1. e4 e5 oops} 2.\nNf3 Nc6 3. Bb5 *\n");
    unchanged("[Event \"x\"]\n\n1. Ng 1-f3 e5 2. e4 *\n");
    unchanged("[Event \"x\"]\n\n1. e4 e5 2. d2!4 d5 3.Nf3 *\n");
    unchanged("[Event \"x\"]\n\n1. e4 e5 2. Nf$3 *\n");
}

#[test]
fn a_game_that_shares_a_line_stays() {
    unchanged("1.e4 * 1.d4 *");
    check(
        "1.e4 * 1.d4 *\n1.c4 *\n",
        expect![[r#"
        1.e4 * 1.d4 *
        1. c4 *
    "#]],
    );
}

#[test]
fn a_comment_behind_a_game_stays_there() {
    check(
        "1.e4 *\n{of  the first}\n1.d4  *\n\n\n\n{of the second} 1. c4 *\n\n\n; the end  \n",
        expect![[r#"
            1. e4 *
            {of  the first} 1. d4 *



            {of the second} 1. c4 *


            ; the end  
        "#]],
    );
}

#[test]
fn what_stands_before_the_tags_stays() {
    check(
        "\n\n%escape\n; comment\n\n\n[White \"A\"]\n[Event \"B\"]\n1. e4 *\n",
        expect![[r#"


            %escape
            ; comment


            [Event "B"]
            [White "A"]

            1. e4 *
        "#]],
    );
}

#[test]
fn numbers_that_are_wrong_stay() {
    check(
        "1. e4 e5 3.Nf3 {a} Nc6\n4.  Bb5 *\n",
        expect![[r#"
        1. e4 e5 3. Nf3 {a} Nc6 4. Bb5 *
    "#]],
    );
    check(
        "e4 e5 Nf3 (f4 (Nc3) exf4) Nc6 *\n",
        expect![[r#"
        1. e4 e5 2. Nf3 (2. f4 (2. Nc3) 2... exf4) 2... Nc6 *
    "#]],
    );
    check(
        "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7\"]\n7...e5 8. Nf3 *\n",
        expect![[r#"
            [FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7"]

            7... e5 8. Nf3 *
        "#]],
    );
}

#[test]
fn a_half_move_that_is_not_known_keeps_its_number() {
    check(
        "1. e4 e5 2. Zz9   2... Nc6 3. Bb5 {a} a6 *\n",
        expect![[r#"
        1. e4 e5 2. Zz9   2... Nc6 3. Bb5 {a} a6 *
    "#]],
    );
}

#[test]
fn a_game_of_vgn_keeps_its_numbers() {
    check(
        "[White \"a\"]\n[MoveFormat  \"MCN\"]\n[GameFormat \"VGN\"]\n1.e2e4   1.5 e7e5(1. d2d4\n1.5 d7d5)\n2.g1f3 *\n",
        expect![[r#"
            [GameFormat "VGN"]
            [MoveFormat "MCN"]
            [White "a"]

            1. e2e4 1.5 e7e5 (1. d2d4 1.5 d7d5) 2. g1f3 *
        "#]],
    );
}

#[test]
fn a_binary_game_stays() {
    unchanged("[GameFormat \"VGN\"]\n[MoveFormat  \"BCCF\"]\u{3}\u{7f}\n");
}

#[test]
fn line_ends_stay_what_they_are() {
    assert_eq!(
        laid_out("[White \"A\"]\r\n1.e4\r\ne5 *\r\n1.d4 *", &LAYOUT),
        "[White \"A\"]\r\n\r\n1. e4 e5 *\r\n1. d4 *"
    );
    assert_eq!(laid_out("[White \"A\"]\r1.e4\re5 *\r", &LAYOUT), "[White \"A\"]\r\r1. e4 e5 *\r");
    assert_eq!(laid_out("\u{feff}\n[White  \"A\"]\n\n1. e4 *", &LAYOUT), "\u{feff}[White \"A\"]\n\n1. e4 *");
    let marks = "\u{feff}\u{feff}\u{feff}";
    assert_eq!(laid_out(&format!("{marks}[White \"A\"]\n\n1. e4 *"), &LAYOUT), "\u{feff}[White \"A\"]\n\n1. e4 *");
    assert_eq!(
        laid_out("1. Nf3 Nf6 2. Ng1\r\n(\r\n2. Nc3)\n *\n", &Layout { width: 20, ..LAYOUT }),
        "1. Nf3 Nf6 2. Ng1\r\n(2. Nc3) *\n"
    );
    let mixed = "[White \"A\"]\r\n[Black \"B\"]\n\n1. e4\n{a\r\nb}\r\n*\n";
    assert_eq!(laid_out(mixed, &LAYOUT), "[White \"A\"]\r\n[Black \"B\"]\n\n1. e4 {a\r\nb} *\n");
}

#[test]
fn an_unfinished_game_is_laid_out() {
    check(
        "[White   \"A\"]\n\n1.e4 e5\n2.Nf3  \n\n",
        expect![[r#"
            [White "A"]

            1. e4 e5 2. Nf3

        "#]],
    );
    check(
        "1.e4  e5\n2.Nf3 (2.  f4\nexf4\n3.Nf3\n",
        expect![[r#"
        1. e4 e5
        2.Nf3 (2.  f4
        exf4
        3.Nf3
    "#]],
    );
    check(
        "1.e4\ne5 {not closed\n 2.Nf3 *\n",
        expect![[r#"
        1. e4
        e5 {not closed
         2.Nf3 *
    "#]],
    );
}

const ANNOTATED: &str = "[Event \"x\"]\n\n1. e4 {[%clk 0:10:00]} e5 {a comment} 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) \
                         (2. Nc3 {b}) 2... Nc6 3. Bb5 *\n";

#[test]
fn one_pair_a_line() {
    check_with(
        Layout { moves: MoveLines::Pairs, ..LAYOUT },
        ANNOTATED,
        expect![[r#"
            [Event "x"]

            1. e4 {[%clk 0:10:00]} 1... e5 {a comment}
            2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) (2. Nc3 {b}) 2... Nc6
            3. Bb5 *
        "#]],
    );
}

#[test]
fn variations_on_lines_of_their_own() {
    check_with(
        Layout { variations: VariationLines::Lines, numbers: Numbers::Variations, ..LAYOUT },
        ANNOTATED,
        expect![[r#"
            [Event "x"]

            1. e4 {[%clk 0:10:00]} e5 {a comment} 2. Nf3
              (2. f4 exf4
                (2... d5 3. exd5)
              3. Nf3)
              (2. Nc3 {b})
            2... Nc6 3. Bb5 *
        "#]],
    );
    check_with(
        Layout { variations: VariationLines::Lines, width: 20, indent: 4, ..LAYOUT },
        "1. e4 (1. d4 d5 2. c4 e6 3. Nc3 {a long comment that is long} 3... Nf6) e5 *\n",
        expect![[r#"
            1. e4
                (1. d4 d5 2. c4
                e6 3. Nc3
                {a long comment that is long}
                3... Nf6)
            1... e5 *
        "#]],
    );
}

/// On one line with the comment, its half-moves would continue the game before it.
#[test]
fn a_game_without_tags_stays_below_the_comment_before_it() {
    let second = "{c}\n2. d4 1/2-1/2\n";
    let text = format!("[Event \"x\"]\n\n1. e4 e5\n1-0\n{second}");
    assert_eq!(formatted(&text, &LAYOUT, None), format!("[Event \"x\"]\n\n1. e4 e5 1-0\n{second}"));
}

#[test]
fn comments_on_lines_of_their_own() {
    check_with(
        Layout { comments: CommentLines::Lines, ..LAYOUT },
        ANNOTATED,
        expect![[r#"
            [Event "x"]

            1. e4 {[%clk 0:10:00]} 1... e5
            {a comment}
            2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) (2. Nc3 {b}) 2... Nc6 3. Bb5 *
        "#]],
    );
    check_with(
        Layout { comments: CommentLines::EmptyLines, moves: MoveLines::Pairs, ..LAYOUT },
        ANNOTATED,
        expect![[r#"
            [Event "x"]

            1. e4 {[%clk 0:10:00]} 1... e5

            {a comment}

            2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) (2. Nc3 {b}) 2... Nc6
            3. Bb5 *
        "#]],
    );
}

#[test]
fn numbers_where_they_are_wanted() {
    let text = "1. e4 $1 e5 2. Nf3 {a} Nc6 3. Bb5 (3. Bc4) a6 *\n";
    let numbers = |numbers| laid_out(text, &Layout { numbers, ..LAYOUT });
    assert_eq!(numbers(Numbers::Annotations), "1. e4 $1 1... e5 2. Nf3 {a} 2... Nc6 3. Bb5 (3. Bc4) 3... a6 *\n");
    assert_eq!(numbers(Numbers::Comments), "1. e4 $1 e5 2. Nf3 {a} 2... Nc6 3. Bb5 (3. Bc4) 3... a6 *\n");
    assert_eq!(numbers(Numbers::Variations), "1. e4 $1 e5 2. Nf3 {a} Nc6 3. Bb5 (3. Bc4) 3... a6 *\n");
    assert_eq!(numbers(Numbers::Keep), text);
}

#[test]
fn tags_in_their_order() {
    let text = "[WhiteElo \"1\"]\n[Result \"*\"]\n[ECO \"A00\"]\n[Event \"a\"]\n[ECO \"B00\"]\n\n*\n";
    let tags = |tags| {
        let text = laid_out(text, &Layout { tags, ..LAYOUT });
        text.lines().filter_map(|line| line.split('"').nth(1).map(str::to_owned)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tags(TagOrder::Roster), "a * 1 A00 B00");
    assert_eq!(tags(TagOrder::Export), "a * A00 B00 1");
    assert_eq!(tags(TagOrder::Keep), "1 * A00 a B00");
}

#[test]
fn of_a_range_only_its_lines() {
    let text = "[White  \"A\"]\n[Event  \"B\"]\n\n1.e4\ne5\n2.Nf3\nNc6\n3.Bb5\na6 *\n\n\n1.d4 *\n";
    let of = |part: &str| {
        let start = text.find(part).expect("it is there");
        formatted(text, &LAYOUT, Some(start..start + part.len()))
    };
    assert_eq!(of("e5\n2.Nf3\nNc6"), text.replace("e5\n2.Nf3\nNc6", "e5 2. Nf3 Nc6"));
    assert_eq!(of("[Event"), text.replace("Event  ", "Event "));
    assert_eq!(of("d4"), text.replace("1.d4", "1. d4"));
}

#[test]
fn edits_are_small() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let text =
        "[White \"A\"]\n[Event \"B\"]\n\n1. e4 e5  2.Nf3\nNc6 2... *\n1. e4 1... e5 *\n".replace(" 2... *", " *");
    let mut shown = String::new();
    let mut tracker = SurroundingsTracker::default();
    for span in games(text.as_bytes()) {
        let game = &text[span.range.clone()];
        let before = &text.as_bytes()[..span.range.start];
        let surroundings = tracker.next(before, game.as_bytes(), before.is_empty(), false);
        let new = Formatter::with_edits().game(game, surroundings, &context, &LAYOUT, None).expect("changes");
        for edit in new.edits(game) {
            shown += &format!("{:?} -> {:?}\n", &game[edit.range.start as usize..edit.range.end as usize], edit.text);
        }
        shown += "\n";
    }
    expect![[r#"
        "" -> "[Event \"B\"]\n"
        "[Event \"B\"]\n\n" -> "\n"
        " " -> ""
        "" -> " "
        "\n" -> " "

        "1... " -> ""

    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_broken_word_stays_in_one_piece() {
    for word in ["Nf.3", "cx.4", "f??4"] {
        let after = laid_out(&format!("[Event \"a\"]\n\n1. e4 e5 2.  {word} Nc6 *\n"), &LAYOUT);
        assert!(after.contains(&format!(" {word} ")), "{after}");
    }
}
