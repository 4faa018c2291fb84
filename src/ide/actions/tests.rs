//! The offered actions and their effects.

use expect_test::{Expect, expect};
use vgn_engine::lint::{FileKind, Settings};
use vgn_engine::replay::check_game;

use super::*;

fn context(settings: &Settings) -> Context<'_> {
    Context::new(settings, FileKind::Unknown)
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
    }
    text
}

/// The actions offered at the mark `¦` or between two marks, each with the resulting text.
fn check(marked: &str, expected: Expect) {
    let mut parts = marked.split('¦');
    let before = parts.next().expect("a text");
    let selected = parts.clone().take(parts.clone().count() - 1).collect::<String>();
    let text = marked.replace('¦', "");
    let offset = |offset: usize| u32::try_from(offset).expect("a short text");
    let selection = offset(before.len())..offset(before.len() + selected.len());
    let settings = Settings::default();
    let context = context(&settings);
    let mut listing = String::new();
    for action in actions(&check_game(&text, &context.with_fixes(true)), selection) {
        let preferred = if action.preferred { " (preferred)" } else { "" };
        listing += &format!("{}{preferred}\n", action.title);
        match action.effect {
            Effect::Edit(edits) => listing += &format!("    {}\n", applied(&text, &edits).replace('\n', "⏎")),
            Effect::Rewrite(scope, rewrite) => {
                let edits = rewrite_game(&text, &context, rewrite);
                listing += &format!("    {scope:?}: {}\n", applied(&text, &edits).replace('\n', "⏎"));
            }
            Effect::Explain(_) | Effect::Merge | Effect::Refused(_) => {}
        }
    }
    expected.assert_eq(&listing);
}

const VGN: &str = "[GameFormat \"VGN\"]\n\n";

#[test]
fn a_single_safe_fix_is_preferred() {
    check(
        &format!("{VGN}1. e4¦! 1.5 e5 *"),
        expect![[r#"
        Write $1 (preferred)
            [GameFormat "VGN"]⏎⏎1. e4 $1 1.5 e5 *
        Fix all `suffix-glyph` in this file
            File: [GameFormat "VGN"]⏎⏎1. e4 $1 1.5 e5 *
        Explain `suffix-glyph`
    "#]],
    );
}

#[test]
fn choices_are_not_preferred() {
    check(
        "[Result \"1¦-0\"]\n\n1. e4 0-1",
        expect![[r#"
        Insert the missing tags (preferred)
            [Event "?"]⏎[Site "?"]⏎[Date "????.??.??"]⏎[Round "?"]⏎[White "?"]⏎[Black "?"]⏎[Result "1-0"]⏎⏎1. e4 0-1
        Write `0-1` in the tag
            [Result "0-1"]⏎⏎1. e4 0-1
        End the game with `1-0`
            [Result "1-0"]⏎⏎1. e4 1-0
        Fix all `missing-roster-tag` in this file
            File: [Event "?"]⏎[Site "?"]⏎[Date "????.??.??"]⏎[Round "?"]⏎[White "?"]⏎[Black "?"]⏎[Result "1-0"]⏎⏎1. e4 0-1
        Explain `missing-roster-tag`
        Explain `result-mismatch`
    "#]],
    );
    check(
        "1. e4 e5 2. Nf¦4 *",
        expect![[r#"
        Write `Nf3`
            1. e4 e5 2. Nf3 *
        Write `f4`
            1. e4 e5 2. f4 *
        Explain `illegal-move`
    "#]],
    );
}

#[test]
fn many_of_a_kind_are_mended_together() {
    check(
        &format!("{VGN}1. e4¦! 1.5 e5!? 2. d4?? *"),
        expect![[r#"
        Write $1 (preferred)
            [GameFormat "VGN"]⏎⏎1. e4 $1 1.5 e5!? 2. d4?? *
        Fix all `suffix-glyph` in this game
            Game: [GameFormat "VGN"]⏎⏎1. e4 $1 1.5 e5 $5 2. d4 $4 *
        Fix all `suffix-glyph` in this file
            File: [GameFormat "VGN"]⏎⏎1. e4 $1 1.5 e5 $5 2. d4 $4 *
        Explain `suffix-glyph`
    "#]],
    );
}

#[test]
fn several_diagnostics_in_the_selection_each_have_theirs() {
    check(
        &format!("{VGN}1. ¦e4! 1... e5 ¦2. d4 *"),
        expect![[r#"
        Write $1 (preferred)
            [GameFormat "VGN"]⏎⏎1. e4 $1 1... e5 2. d4 *
        Write `1.5` (preferred)
            [GameFormat "VGN"]⏎⏎1. e4! 1.5 e5 2. d4 *
        Fix all `suffix-glyph` in this file
            File: [GameFormat "VGN"]⏎⏎1. e4 $1 1... e5 2. d4 *
        Fix all `move-number-style` in this file
            File: [GameFormat "VGN"]⏎⏎1. e4! 1.5 e5 2. d4 *
        Explain `suffix-glyph`
        Explain `move-number-style`
    "#]],
    );
}

/// A capture that mates, without the signs of either.
#[test]
fn one_fix_of_two_findings_is_offered_once() {
    let text = format!("{VGN}[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 2. Qd1-h5 2.5 Ke8-e7 3. Qh5-e5 *");
    let settings = Settings::default();
    let report = check_game(&text, &context(&settings).with_fixes(true));
    let at = text.find("Qh5-e5").expect("a half-move") as u32;
    let found = report.diagnostics.iter().filter(|found| found.range.start == at).count();
    let offered = actions(&report, at..at);
    let mut fixes: Vec<_> = offered.iter().filter(|action| matches!(action.effect, Effect::Edit(_))).collect();
    let all = fixes.len();
    fixes.dedup_by(|a, b| a.effect == b.effect);
    assert!(found > 1 && all > 0, "{:?}", report.diagnostics);
    assert_eq!(fixes.len(), all, "{offered:?}");
}

#[test]
fn where_nothing_is_wrong_nothing_is_offered() {
    check(&format!("{VGN}1. e4 1.5 e¦5 *"), expect![[""]]);
    check("¦", expect![[""]]);
}

#[test]
fn fixing_all_that_is_safe_takes_rounds_and_keeps_the_rest() {
    let text = "[GameFormat \"VGN\"]\r\n[MoveFormat \"FCN\"]\r\n\r\n1... e2e4! e7e5 {x} 2. Ng1-f3 1-0\r\n";
    let settings = Settings::default();
    let edits = rewrite_game(text, &context(&settings), GameRewrite::Fix(FixSelection::Safe));
    let fixed = applied(text, &edits);
    assert_eq!(fixed, "[GameFormat \"VGN\"]\r\n[MoveFormat \"FCN\"]\r\n\r\n1. Pe2-e4 $1 Pe7-e5 {x} 2. Ng1-f3 1-0\r\n");
    assert_eq!(rewrite_game(&fixed, &context(&settings), GameRewrite::Fix(FixSelection::Safe)), []);
}

#[test]
fn a_rewriting_comes_back_from_its_text() {
    for rewrite in [GameRewrite::Fix(FixSelection::Safe), GameRewrite::Fix(FixSelection::Code(Code::SuffixGlyph))] {
        assert_eq!(rewrite.to_string().parse(), Ok(rewrite));
    }
    for text in ["", "fix ", "fix nothing", "convert"] {
        assert_eq!(text.parse::<GameRewrite>(), Err(UnknownRewrite), "{text}");
    }
}

/// Also at places beyond the ten that the diagnostic lists.
#[test]
fn a_habit_of_a_game_is_fixed_from_each_of_its_places() {
    let checks = "Qd8+ Kg7 Qd4+ Kg8 ".repeat(8);
    let tags = "[SetUp \"1\"]\n[FEN \"6k1/5p1p/8/8/3Q4/8/8/6K1 w - - 0 1\"]\n\n";
    let text = format!("{tags}{checks}*\n").replace('+', "");
    let settings = Settings::default();
    let fixes = |at: usize| {
        let place = u32::try_from(at).expect("a short text");
        let offered = actions(&check_game(&text, &context(&settings).with_fixes(true)), place..place).into_iter();
        let of_marks = offered
            .filter(|action| action.diagnostic.as_ref().is_some_and(|(code, _)| *code == Code::MissingCheckMark));
        of_marks.filter_map(|action| if let Effect::Edit(edits) = action.effect { Some(edits) } else { None }).collect()
    };
    let places: Vec<usize> = text.match_indices("Qd").map(|(at, _)| at).collect();
    assert_eq!(places.len(), 16);
    let first: Vec<Vec<Edit>> = fixes(places[0]);
    assert_eq!(applied(&text, &first[0]), format!("{tags}{checks}*\n"));
    for at in places {
        assert_eq!(fixes(at), first, "{at}");
    }
    // Between the places there is no such fix.
    assert_eq!(fixes(text.find("Kg7").expect("a move") + 1), Vec::<Vec<Edit>>::new());
}

fn converted(text: &str) -> String {
    let settings = Settings::default();
    let context = context(&settings);
    let mut listing = String::new();
    for action in conversions(text, &context, &vgn_engine::notation::FCN) {
        let result = match action.effect {
            Effect::Rewrite(_, rewrite) => {
                assert_eq!(rewrite.to_string().parse(), Ok(rewrite));
                applied(text, &rewrite_game(text, &context, rewrite))
            }
            Effect::Refused(why) => format!("refused: {why}"),
            other => format!("{other:?}"),
        };
        let last = result.trim_end().lines().next_back().unwrap_or_default();
        listing += &format!("{}\n    {last}\n", action.title);
    }
    listing
}

#[test]
fn a_game_is_converted_with_its_comments_and_losses_are_named() {
    expect![[r#"
        Convert this game to Friendly Coordinate Notation (FCN)
            1. Pe2-e4 Pe7-e5 {[%after 1.] best} (1.5 Pc7-c5) 2. Ng1-f3 *
        Convert this game to Minimum Coordinate Notation (MCN)
            1. e2e4 e7e5 {[%after 1.] best} (1.5 c7c5) 2. g1f3 *
        Convert this game to Long Algebraic Notation (LAN)
            1. e2-e4 e7-e5 {[%after 1.] best} (1.5 c7-c5) 2. Ng1-f3 *
        Convert this game to Universal Chess Interface (UCI)
            1. e2e4 e7e5 {[%after 1.] best} (1.5 c7c5) 2. g1f3 *
        Convert this game to Variable Game Notation (VGN)
            1. e4 e5 {[%after 1.] best} (1.5 c5) 2. Nf3 *
        Convert this game to PGN that every program reads alike
            1. e4 {best} 1... e5 (1... c5) 2. Nf3 *
        Convert this game to Forsyth-Edwards Notation (FEN)
            1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 {[%after 1.] best} (1.5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2) 2. rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 *
        Convert this game to Shortened FEN (SFEN)
            1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 {[%after 1.] best} (1.5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6) 2. rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq *
        Convert this game to Friendly Coordinate Notation (FCN1)
            1. Pe2-e4 Pe7-e5 {[%after 1.] best} (1.5 Pc7-c5) 2. Ng1-f3 *
        Convert this game to Shortened FEN (SFEN1)
            1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 {[%after 1.] best} (1.5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6) 2. rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq *
    "#]]
    .assert_eq(&converted("1. e4 {best} e5 (1... c5) 2. Nf3 *\n"));
    expect![[r#"
        Convert this game to Friendly Coordinate Notation (FCN)
            1. Pe2-e5 1.5 Pe7-e5xP *
        Convert this game to Standard Algebraic Notation (SAN), with a loss: `e2e5` cannot be written: SAN can record only legal moves, and this move is not legal; the half-move after it is lost too
            *
        Convert this game to Long Algebraic Notation (LAN)
            1. e2-e5 1.5 e7xe5 *
        Convert this game to Universal Chess Interface (UCI)
            1. e2e5 1.5 e7e5 *
        Convert this game to Portable Game Notation (PGN), with a loss: `e2e5` cannot be written: SAN can record only legal moves, and this move is not legal; the half-move after it is lost too
            *
        Convert this game to PGN that every program reads alike, with a loss: `e2e5` cannot be written: SAN can record only legal moves, and this move is not legal; the half-move after it is lost too
            *
        Convert this game to Forsyth-Edwards Notation (FEN), with losses: FEN records the board after `e2e5`, but not that this illegal move led to it, and 1 more
            1. rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 1.5 rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 *
        Convert this game to Shortened FEN (SFEN), with losses: SFEN records the board after `e2e5`, but not that this illegal move led to it, and 1 more
            1. rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq 1.5 rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 *
        Convert this game to Friendly Coordinate Notation (FCN1)
            1. Pe2-e5 1.5 Pe7-e5xP *
        Convert this game to Shortened FEN (SFEN1), with losses: SFEN1 records the board after `e2e5`, but not that this illegal move led to it, and 1 more
            1. rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq 1.5 rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 *
    "#]]
    .assert_eq(&converted(&format!("{VGN}[MoveFormat \"MCN\"]\n\n1. e2e5 1.5 e7e5 *\n")));
}
