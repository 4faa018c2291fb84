//! The language of conditions, on small games.

use vgn_engine::lint::FileKind;

use super::{Query, QueryRun};
use crate::GameWalker;

const GAMES: &str = "[Event \"Reykjav\u{ed}k\"]\n[Date \"1972.07.??\"]\n[White \"Fischer, Robert\"]\n[Black \"Spassky, Boris\"]\n\
[Result \"1-0\"]\n[WhiteElo \"2785\"]\n[BlackElo \"2660\"]\n[ECO \"C20\"]\n\n\
1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? {A mis-\ntake} (3... g6 $1) 4. Qxf7# 1-0\n\n\
[White \"A\"]\n[Black \"fischer, x\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"8/1P6/8/8/8/8/2k5/K7 w - - 0 1\"]\n\n\
1. b8=Q Kc1 2. Qc8+ Kd2 3. Qd8+ Kc2 1/2-1/2\n";

/// The numbers of the games, each with the half-move of the hit.
fn found_in(text: &str, condition: &str) -> String {
    let query = Query::parse(condition).unwrap_or_else(|error| panic!("{condition}: {error}"));
    let (mut walker, mut run) = (GameWalker::new(FileKind::Pgn), QueryRun::new(&query));
    let (mut at, mut number, mut found) = (0, 0, Vec::new());
    while at < text.len()
        && let Some(end) = walker.game(text.as_bytes(), at, true, &mut run)
    {
        let (is_game, hit) = run.take(text.as_bytes());
        number += u32::from(is_game);
        found.extend(hit.map(|hit| match (hit.half_move, hit.place) {
            (Some(half_move), _) => format!("{number} {}", half_move.text),
            (None, Some(place)) => format!("{number} {}", &text[place]),
            (None, None) => number.to_string(),
        }));
        at = end;
    }
    found.join(", ")
}

fn found(condition: &str) -> String {
    found_in(GAMES, condition)
}

fn refusal(condition: &str) -> String {
    match Query::parse(condition) {
        Ok(_) => panic!("{condition} was read"),
        Err(error) => format!("{}: {error}", error.range.start),
    }
}

#[test]
fn names_spelt_nearly_so_and_numbers_of_pieces() {
    for (condition, expected) in [
        ("player ~fisher", "1, 2"),
        ("white '~Fischer Robrt'", "1"),
        ("white ~'Fischer Robrt'", "1"),
        ("white ~\"Robrt\" and not black ~'x y'", "1"),
        ("white ~fish", ""),
        ("player ~fisher or mate", "1 Qxf7#, 2"),
        ("black ~spaskij", ""),
        ("black ~spasski", "1"),
        ("pieces Q 1 and pieces p 0", "2 b8=Q"),
        ("(pieces P 8 and pieces p ..7) ever", "1 Qxf7#"),
        ("pieces q 1.. always", "1"),
    ] {
        assert_eq!(found(condition), expected, "{condition}");
    }
    assert!(refusal("pieces Qq 1").contains("expected a piece of White"));
    assert!(refusal("pieces Q x").contains("expected a number of pieces"));
}

#[test]
fn accents_are_no_difference() {
    for (condition, expected) in [
        ("event Reykjavik", "1"),
        ("event reykjav\u{ed}k", "1"),
        ("event reykj\u{e1}vik", "1"),
        ("event reykjavig", ""),
    ] {
        assert_eq!(found(condition), expected, "{condition}");
    }
    let names = "[White \"M\u{fc}ller, \u{141}ukasz\"]\n[Black \"S\u{f8}rensen\"]\n\n1. e4 *\n";
    for condition in ["white 'muller, lukasz'", "black Sorensen", "white M\u{dc}LLER", "white '~muler lukas'"] {
        assert_eq!(found_in(names, condition), "1", "{condition}");
    }
    assert_eq!(found_in(names, "white mueller"), "");
}

#[test]
fn terms_of_a_game_ask_for_what_it_says() {
    for (condition, expected) in [
        ("player FISCHER", "1, 2"),
        ("white fischer", "1"),
        ("black fischer", "2"),
        ("player 'fischer, robert'", "1"),
        ("event REYKJAV\u{cd}K", "1"),
        ("tag white a", "2"),
        ("tag Annotator ''", ""),
        ("result 1-0", "1"),
        ("result draw", "2"),
        ("result 1/2-1/2", "2"),
        ("result *", ""),
        ("date 1972", "1"),
        ("date 1970..1974", "1"),
        ("date 1972.07..1972.07", "1"),
        ("date 1972.07.02..", ""),
        ("date ..1971", ""),
        ("elo 2700..", "1"),
        ("black-elo 2700..", ""),
        ("white-elo 2785", "1"),
        ("eco C", "1"),
        ("eco C2..C20", "1"),
        ("eco C21..D", ""),
        ("eco ..C2", "1"),
        ("plies 7", "1"),
        ("plies ..6", "2"),
        ("comment 'A MIS- TAKE'", "1 {A mis-\ntake}"),
        ("nag ??", "1 ??"),
        ("nag $1", "1 $1"),
        ("nag $2", ""),
    ] {
        assert_eq!(found(condition), expected, "{condition}");
    }
}

#[test]
fn terms_of_a_position_hold_on_a_board_of_the_main_line() {
    for (condition, expected) in [
        ("mate", "1 Qxf7#"),
        ("stalemate", ""),
        ("check", "1 Qxf7#, 2 Qc8+"),
        ("promotion", "2 b8=Q"),
        ("promotion N", ""),
        ("promotion Q", "2 b8=Q"),
        ("piece Qh5", "1 Qh5"),
        ("piece qh5", ""),
        ("piece pg6", ""),
        ("pawns e4ve5", "1 e5"),
        ("pawns ve5,d6", ""),
        ("material KPvK", "2"),
        ("material KvKQ", ""),
        ("material either KvKQ", "2 b8=Q"),
        ("position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", "1 e5"),
        ("position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'", "1 e5"),
        ("position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2'", ""),
        ("position '8/6P1/8/8/8/8/5k2/7K w - -'", ""),
        ("position '8/6P1/8/8/8/8/5k2/7K w - -' mirrored", "2"),
        ("position 'k7/2K5/8/8/8/8/1p6/8 b - -' reversed", "2"),
        ("position '7k/5K2/8/8/8/8/6p1/8 b - -' reversed mirrored", "2"),
    ] {
        assert_eq!(found(condition), expected, "{condition}");
    }
}

#[test]
fn patterns_and_images_of_what_is_looked_for() {
    for (condition, expected) in [
        ("pattern */*/*/4p3/4P3/*/*/*", "1 e5"),
        ("pattern */*/*/???.p3/*/*/*/*", "1 e5"),
        ("pattern */*/*/3p4/*/*/*/*", ""),
        ("pattern */*/*/3p4/3P4/*/*/* mirrored", "1 e5"),
        ("pattern */*/*/*/2B1P3/*/*/*", "1 Bc4"),
        ("pattern */*/2b1p3/*/*/*/*/* reversed", ""),
        ("pattern */*/*/2b1p3/*/*/*/* reversed", "1 Bc4"),
        ("pattern */???[pnQ]?[p.]??/*/*/*/*/*/* and mate", "1 Qxf7#"),
        ("pattern */*?/*/*/*/*/*/*", "refused"),
        ("pattern 1a6/*/*/*/*/*/*/*", ""),
        ("pattern 1A6/*/*/*/*/*/*/*", "2 b8=Q"),
        ("pattern */*/*/*/*/*/*/K??????? always", "2"),
        ("pattern */*/*/*/*/*/*/[K.]7 for 2", "2"),
        ("pawns d4vd5 mirrored", "1 e5"),
        ("pawns d4vd5 reversed", ""),
        ("pawns f2ve5,d6 reversed", ""),
        ("position '8/1P6/8/8/8/8/2k5/K7 b - -'", ""),
        ("position '8/1P6/8/8/8/8/2k5/K7 b - -' either-to-move", "2"),
        ("position '8/6P1/8/8/8/8/5k2/7K b - -' mirrored either-to-move", "2"),
        ("material KP0-2vK", "2"),
        ("material KQ1P0-1vK", "2 b8=Q"),
        ("material KQRRBBNNP8vKQRRBBNNP8", "1"),
        ("material KQR2B2N2P8vKQ0-1R1-2B2N2P7", "1 Qxf7#"),
    ] {
        match expected {
            "refused" => assert!(Query::parse(condition).is_err(), "{condition}"),
            _ => assert_eq!(found(condition), expected, "{condition}"),
        }
    }
    for condition in [
        "pattern 8/8",
        "pattern 9/*/*/*/*/*/*/*",
        "pattern 44p/*/*/*/*/*/*/*",
        "pattern [pn/*/*/*/*/*/*/*",
        "pattern x7/*/*/*/*/*/*/*",
        "material KP3-1vK",
        "material K-1vK",
        "material KP65vK",
        "position 8/1P6/8/8/8/8/2k5/K7 either-to-move",
    ] {
        assert!(Query::parse(condition).is_err(), "{condition}");
    }
}

#[test]
fn evaluations_change_from_one_half_move_to_the_next() {
    let text = "[White \"A (x\"]\n\n{[%eval 0.2]} 1. e4 {[%eval 0.3]} (1. d4 {[%eval -9]} d5 {[%eval 9]}) e5 {[%eval 0.25]} \
                2. Ba6 $4 {[%eval -2.75]} bxa6 (2... a5) {[%eval -3.00,20]} 3. h4 Qxh4 {[%eval #4]} 4. a3 {[%eval #-2]} *\n";
    for (condition, expected) in [
        ("swing 3", "1 Ba6"),
        ("swing 3.01", "1 a3"),
        ("swing 300cp", "1 Ba6"),
        ("swing 2.99", "1 Ba6"),
        ("swing black 0.05", "1 e5"),
        ("swing white 0.1", "1 e4"),
        ("swing white 0.11", ""),
        ("swing black 200", "1 a3"),
        ("not swing 3", ""),
    ] {
        assert_eq!(found_in(text, condition), expected, "{condition}");
    }
    for condition in ["swing", "swing 0", "swing -1", "swing nan", "swing 1e9", "swing 201", "swing red 1"] {
        assert!(Query::parse(condition).is_err(), "{condition}");
    }
}

#[test]
fn windows_count_boards_in_a_row() {
    for (condition, expected) in [
        ("material KQvK for 6", "2 b8=Q"),
        ("material KQvK for 7", ""),
        ("material KPvK for 1", "2"),
        ("material KPvK for 2", ""),
        ("piece Ka1 always", "2"),
        ("(material KQvK or material KPvK) always", "2"),
        ("material KQvK always", ""),
        ("check for 2", ""),
        ("(check and material KQvK) ever", "2 Qc8+"),
        ("(check and piece Qd8) for 1", "2 Qd8+"),
        ("(not material KPvK and not check) for 2", "1, 2 b8=Q"),
    ] {
        assert_eq!(found(condition), expected, "{condition}");
    }
}

#[test]
fn conditions_are_joined() {
    for (condition, expected) in [
        ("player fischer and not result 1-0", "2"),
        ("not player nobody", "1, 2"),
        ("not (mate or promotion)", ""),
        ("mate or promotion", "1 Qxf7#, 2 b8=Q"),
        ("result draw or white fischer and nag ??", "1 ??, 2"),
        ("(result draw or white fischer) and nag ??", "1 ??"),
        ("white fischer and check and piece Qh5", "1 Qxf7#"),
        ("not not mate", "1 Qxf7#"),
    ] {
        let expected = if condition == "not not mate" { "1" } else { expected };
        assert_eq!(found(condition), expected, "{condition}");
    }
}

#[test]
fn a_game_with_a_mistake_is_searched_up_to_it() {
    let text = "1. e4 e5 2. Qh5 Nf6 3. Qxf8# Kxf8 4. a3 *\n";
    assert_eq!(found_in(text, "piece Qh5"), "1 Qh5");
    assert_eq!(found_in(text, "piece Pa3"), "");
    assert_eq!(found_in(text, "plies 7"), "1");
}

#[test]
fn what_is_no_condition_is_refused_with_the_place_and_what_was_expected() {
    for (condition, expected) in [
        ("", "0: the condition ends here: expected a term, such as `player NAME` or `material KRPvKR`"),
        ("plyer x", "0: `plyer`: no term has this name: did you mean `player`?"),
        ("mate und check", "5: `und`: expected `and` or `or` before a further term: did you mean `and`?"),
        (
            "player Robert Fischer",
            "14: `Fischer`: expected `and` or `or` before a further term, and quotes around a value with blanks",
        ),
        ("player", "6: the condition ends here: expected a name, or a part of it, in quotes if it has blanks"),
        ("(mate", "5: the condition ends here: expected `)` for the parenthesis that is open"),
        ("mate)", "4: `)`: this parenthesis was not opened"),
        ("player \"x", "7: a quote begins here that is not closed: expected a further \""),
        ("result 2-0", "7: `2-0`: expected 1-0, 0-1, 1/2-1/2, draw or *"),
        ("plies 40..20", "6: `40..20`: the span ends before it begins: exchange its ends"),
        ("mate for x", "9: `x`: expected a number of half-moves, 1 or more"),
        (
            "player x always",
            "0: this term is one of a whole game: `ever`, `always` and `for` follow terms of a position",
        ),
        (
            "piece \u{e9}5",
            "6: `\u{e9}5`: expected a piece of White and its square, such as Nd5, or of Black, such as nd5",
        ),
        (
            "position 'r3k3/8/8/8/8/8/8/4K3 w q -' mirrored",
            "9: `r3k3/8/8/8/8/8/8/4K3 w q -`: a position with castling rights has no mirror image: write `-` for them",
        ),
    ] {
        assert_eq!(refusal(condition), expected, "{condition}");
    }
    for condition in [
        "date 72",
        "date 0000",
        "elo x",
        "eco F1",
        "eco B9..A1",
        "nag one",
        "material KR",
        "material krvk",
        "pawns v",
        "pawns e9",
        "position x",
        "position '8/8/8/8/8/8/8/8 w'",
        "not",
        "()",
        "'x'",
        "and mate",
        "mate ever always",
        "(mate for 2) for 3",
    ] {
        assert!(Query::parse(condition).is_err(), "{condition}");
    }
    assert!(Query::parse(&"(".repeat(100_000)).is_err());
    assert!(Query::parse(&"not ".repeat(100_000)).is_err());
}
