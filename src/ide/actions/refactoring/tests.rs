//! The results of refactorings, and where they are offered.

use vgn_engine::lint::{FileKind, Settings};

use super::*;

/// The game after a refactoring at the position of `¦`.
fn done(name: &str, marked: &str) -> String {
    let place = marked.find('¦').expect("a mark") as u32;
    let text = marked.replace('¦', "");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let offered = refactorings(&text, &context, place..place, |_| true);
    let chosen = offered.into_iter().find_map(|action| match action.effect {
        Effect::Rewrite(_, GameRewrite::Refactor(chosen)) if chosen.refactoring.name == name => Some(chosen),
        _ => None,
    });
    let Some(chosen) = chosen else { return "not offered".to_owned() };
    assert_eq!(GameRewrite::Refactor(chosen).to_string().parse(), Ok(GameRewrite::Refactor(chosen)));
    let edits = chosen.edits(&text, &context);
    assert!(edits.is_sorted_by(|a, b| a.range.end <= b.range.start), "{edits:?}");
    if edits.is_empty() { "not done".to_owned() } else { apply(&text, &edits) }
}

fn check(name: &str, marked: &str, expected: &str) {
    assert_eq!(done(name, marked), expected, "{name} {marked}");
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const VGN: &str = "[GameFormat \"VGN\"]\n\n";

#[test]
fn a_variation_is_promoted_with_its_comments_and_glyphs() {
    let promoted = |marked: &str, expected: &str| check("promote-variation", marked, expected);
    promoted("1. e4 (1. ¦d4 d5 2. c4) 1... e5 2. Nf3 *", "1. d4 (1. e4 e5 2. Nf3) 1... d5 2. c4 *");
    promoted(
        "1. e4! {a} e5 ({b} 1... c5 $1 {c} 2. ¦Nf3) 2. f4 {d} *",
        "1. e4! {a} 1... {b} c5 $1 {c} (1... e5 2. f4 {d}) 2. Nf3 *",
    );
    promoted("1.e4 e5 2.Nf3 (2.f4 exf4) (2.d4 ¦exd4) 2...Nc6 *", "1.e4 e5 2.d4 (2.Nf3 Nc6) (2.f4 exf4) 2...exd4 *");
    promoted("1. e4 (1. d4 (1. c4 c5) 1... d5¦) 1... e5 *", "1. d4 (1. e4 e5) (1. c4 c5) 1... d5 *");
    promoted("1. e4 (1. d4 (1. ¦c4 c5) 1... d5) 1... e5 *", "1. e4 (1. c4 (1. d4 d5) 1... c5) 1... e5 *");
    promoted("1. e4 ¦() e5 *", "not offered");
    promoted("1. e4 (1. d4 1-0¦) e5 *", "not offered");
}

#[test]
fn a_comment_before_a_half_move_stays_before_it() {
    let promoted = |marked: &str, expected: &str| check("promote-variation", marked, expected);
    promoted("1. {A} e4 {a} ({B} 1. ¦d4 {b}) 1... e5 *", "1. {B} d4 {b} (1. {A} e4 {a} 1... e5) *");
    promoted("{G} 1. e4 (1. {B} ¦d4) e5 *", "{G} 1. {B} d4 (1. e4 e5) *");
    promoted("1. e4 {a} e5 (1... {B} c¦5 {b}) 2. Nf3 *", "1. e4 {a} 1... {B} c5 {b} (1... e5 2. Nf3) *");
    promoted("1. e4 {a} 1... {B} e5 (1... ¦c5) *", "1. e4 {a} 1... c5 (1... {B} e5) *");
    promoted("1. e4 ({B} 1. d4 ({C} {D} 1. ¦c4)) 1... e5 *", "1. e4 ({C} {D} 1. c4 ({B} 1. d4)) 1... e5 *");
    promoted("e4 e5 ({B} ¦c5) *", "e4 1... {B} c5 (e5) *");
    promoted("{G}\n1. e4 (1. ¦d4) e5 *", "{G}\n1. d4 (1. e4 e5) *");
    check("demote-line", "1. e4 {a} e¦5 (1... {B} c5) 2. Nf3 *", "1. e4 {a} 1... {B} c5 (1... e5 2. Nf3) *");
    check("delete-variation", "1. e4 e5 (1... {B} ¦c5) 2. {C} Nf3 *", "1. e4 e5 2. {C} Nf3 *");
    check("delete-from-here", "1. e4 e5 2. {C} ¦Nf3 *", "1. e4 e5 *");
    check("extract-variation", "1. e4 e5 (1... {B} ¦c5) *", "1. e4 e5 *\n\n1. e4 1... {B} c5 *");
    check("remove-comments", "1. {A} ¦e4 ({B} 1. d4) 1... {C} e5 *", "1. e4 (1. d4) 1... e5 *");
    check("move-comment-on", "1. {¦A} e4 e5 *", "1. e4 {A} 1... e5 *");
    check("move-comment-back", "1. e4 e5 2. {¦A} Nf3 *", "1. e4 e5 {A} 2. Nf3 *");
    check("move-comment-back", "1. {¦A} e4 *", "not offered");
    check("join-comments", "1. e4 ({A¦} {B} 1. d4) *", "1. e4 ({A B} 1. d4) *");
}

#[test]
fn in_vgn_what_is_promoted_stands_by_pairs() {
    let promoted = |marked: &str, expected: &str| {
        check("promote-variation", &format!("{VGN}{marked}"), &format!("{VGN}{expected}"))
    };
    promoted("1. e4 1.5 e5 (1. ¦d4 1.5 d5 2. c4) 2. Nf3 *", "1. d4 1.5 d5 (1. e4 1.5 e5 2. Nf3) 2. c4 *");
    promoted(
        "1. e4 1.5 e5 {[%after 1.] a} (1. ¦d4 d5 {b}) (1.5 c5) 2. Nf3 *",
        "1. d4 d5 {b} (1. e4 1.5 e5 {[%after 1.] a} (1.5 c5) 2. Nf3) *",
    );
    promoted("1. e4 1.5 e5 (1. d4 {b}) (1.5 ¦c5) 2. Nf3 *", "1. e4 1.5 c5 (1. d4 {b}) (1.5 e5 2. Nf3) *");
    promoted("1. e4 1.5 e5 (1. ¦d4 {b}) 2. Nf3 *", "1. d4 {b} (1. e4 1.5 e5 2. Nf3) *");
}

#[test]
fn a_variation_becomes_the_main_line_from_any_depth() {
    check(
        "main-line",
        "1. e4 (1. d4 d5 (1... Nf6 2. ¦c4) 2. Bf4) 1... e5 *",
        "1. d4 (1. e4 e5) 1... Nf6 (1... d5 2. Bf4) 2. c4 *",
    );
    check("main-line", "1. e4 (1. ¦d4) e5 *", "not offered");
}

#[test]
fn a_line_is_demoted_below_its_first_variation() {
    check("demote-line", "1. e¦4 (1. d4 d5) 1... e5 *", "1. d4 (1. e4 e5) 1... d5 *");
    check("demote-line", "1. e4 (1. d4 d5) 1... e¦5 *", "not offered");
    check("demote-line", &format!("{VGN}1. e¦4 1.5 e5 (1. d4) *"), &format!("{VGN}1. d4 (1. e4 1.5 e5) *"));
    check("demote-line", &format!("{VGN}1. e4 e¦5 (1. d4) *"), "not offered");
    check("demote-line", "1. e4 e¦5 2. Nf3 (2. d4) *", "not offered");
}

#[test]
fn variations_and_ends_of_lines_are_deleted() {
    check("delete-variation", "1. e4 (1. ¦d4) 1... e5 *", "1. e4 e5 *");
    check("delete-variation", "1. e4 (1. d4) (1. ¦c4) 1... e5 *", "1. e4 (1. d4) 1... e5 *");
    check("delete-from-here", "1. e4 e5 2. ¦Nf3 Nc6 1-0", "1. e4 e5 1-0");
    check("delete-from-here", "1. e4 e5 2. ¦Nf3 (2. f4 exf4) Nc6 1-0", "1. e4 e5 2. f4 exf4 1-0");
    check("delete-from-here", "1. e4 (1. ¦d4 d5) 1... e5 *", "1. e4 e5 *");
    check("delete-from-here", "1. e4 (1. d4 ¦d5 2. c4) 1... e5 *", "1. e4 (1. d4) 1... e5 *");
}

#[test]
fn variations_change_places() {
    check("move-variation-up", "1. e4 (1. d4) (1. ¦c4) 1... e5 *", "1. e4 (1. c4) (1. d4) 1... e5 *");
    check("move-variation-down", "1. e4 (1. d¦4) (1. c4) 1... e5 *", "1. e4 (1. c4) (1. d4) 1... e5 *");
    check("move-variation-up", "1. e4 (1. ¦d4) (1. c4) 1... e5 *", "not offered");
}

#[test]
fn what_stands_between_variations_stays_when_they_change_places() {
    check("move-variation-down", "1. e4 (1. ¦d4)  (1. c4) *", "1. e4 (1. c4)  (1. d4) *");
    check(
        "move-variation-up",
        "1. e4 (1. d4 {a})\n {b} $1\n\n(1. ¦c4) e5 *",
        "1. e4 (1. c4)\n {b} $1\n\n(1. d4 {a}) e5 *",
    );
    check("move-variation-up", "1. e4(1. d4)(1. ¦c4\n)(1. Nf3) e5 *", "1. e4(1. c4\n)(1. d4)(1. Nf3) e5 *");
    let vgn = |text: &str| format!("{VGN}{text}");
    check(
        "move-variation-down",
        &vgn("1. e4 1.5 e5 (1. ¦d4)  (1.5 c5)   (1. c4) *"),
        &vgn("1. e4 1.5 e5 (1. c4)  (1.5 c5)   (1. d4) *"),
    );
}

#[test]
fn what_is_being_written_stays_where_it_is() {
    let text = "1. e4 e5 2. Nf3 (2. f4 ex¦f4 3. ) Nc6 *";
    check("promote-variation", text, "1. e4 e5 2. f4 (2. Nf3 Nc6 ) exf4 3. *");
    check("delete-variation", text, "1. e4 e5 2. Nf3 Nc6 *");
    check("extract-variation", text, "1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 e5 2. f4 exf4 3. *");
    check("delete-from-here", text, "1. e4 e5 2. Nf3 (2. f4 ) Nc6 *");
    check("delete-from-here", "1. e4 (1. d4) e5 2. N¦f3 Nc6 3.", "1. e4 (1. d4) e5");
    check("promote-variation", "1. e4 (1. ¦d4) e5 (1... c5 2. Nf3", "1. d4 (1. e4 e5 (1... c5 2. Nf3)");
    check("delete-variation", "1. e4 (1. ¦d4) e5 {left open\n", "1. e4 e5 {left open\n");
    check("delete-variation", "1. e4 (1. ¦d4) e5 ) 2. Nf3 *", "1. e4 e5 ) 2. Nf3 *");
}

#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let offered = refactorings("1. e4 (1. d4 1-0) e5 *", &context, 10..10, |_| true);
    let promote = offered.into_iter().find(|action| action.title == "Promote this variation");
    let reason = "it would change the rest of the game".to_owned();
    assert_eq!(promote.map(|action| action.effect), Some(Effect::Refused(reason)));
}

#[test]
fn the_number_of_half_moves_that_a_tag_tells_stays_right() {
    let check = |name: &str, count: [&str; 2], marked: &str, expected: &str| {
        let tags = |count: &str| format!("[White \"A\"]\n[PlyCount \"{count}\"]\n\n");
        super::tests::check(name, &(tags(count[0]) + marked), &(tags(count[1]) + expected));
    };
    check("delete-from-here", ["4", "2"], "1. e4 e5 2. ¦Nf3 Nc6 *", "1. e4 e5 *");
    check("promote-variation", ["2", "4"], "1. e4 (1. ¦d4 d5 2. c4 e6) e5 *", "1. d4 (1. e4 e5) d5 2. c4 e6 *");
    check("main-line", ["1", "2"], "1. e4 (1. d4 (1. ¦c4 c5)) *", "1. c4 (1. e4) (1. d4) 1... c5 *");
    check("demote-line", ["3", "1"], "1. ¦e4 (1. d4) e5 2. Nf3 *", "1. d4 (1. e4 e5 2. Nf3) *");
    // A wrong count stays unchanged.
    check("delete-from-here", ["7", "7"], "1. e4 e5 2. ¦Nf3 Nc6 *", "1. e4 e5 *");
    check("delete-variation", ["2", "2"], "1. e4 (1. ¦d4 d5) e5 *", "1. e4 e5 *");
}

#[test]
fn notes_are_removed() {
    let text = "{g} ¦1. e4! {[%clk 1:00] a} (1. d4 $2 {b}) 1... e5 ; c\n2. Nf3 {[%clk 0:59]} *";
    check("remove-comments", text, "1. e4! (1. d4 $2) 1... e5 2. Nf3 *");
    check("remove-variations", text, "{g} 1. e4! {[%clk 1:00] a} 1... e5 ; c\n2. Nf3 {[%clk 0:59]} *");
    check("remove-nags", text, "{g} 1. e4 {[%clk 1:00] a} (1. d4 {b}) 1... e5 ; c\n2. Nf3 {[%clk 0:59]} *");
    check("remove-clocks", text, "{g} 1. e4! {a} (1. d4 $2 {b}) 1... e5 ; c\n2. Nf3 *");
}

#[test]
fn one_note_is_removed_where_the_cursor_is() {
    let removed = |marked: &str, expected: &str| check("remove-comment", marked, expected);
    removed("{g} 1. e4 {¦a} {b} e5 *", "{g} 1. e4 {b} e5 *");
    removed("{¦g} 1. e4 {a} e5 *", "1. e4 {a} e5 *");
    removed("1. e4 {a¦} 1... e5 (1... {b} c5) *", "1. e4 e5 (1... {b} c5) *");
    removed("1. e4 e5 (1... {¦b} c5 {c}) *", "1. e4 e5 (1... c5 {c}) *");
    removed("1. e4 ; ¦c\ne5 2. Nf3 *", "1. e4 e5 2. Nf3 *");
    removed("1. e4\n{¦a}\n\n1... e5 *", "1. e4 e5 *");
    removed("1. e4 {a} ¦e5 *", "not offered");
    removed("1. e4 e5 {left ¦open", "not offered");
    let vgn = |movetext: &str| format!("{VGN}{movetext}");
    removed(&vgn("1. e4 1.5 e5 {[%after 1.] ¦a} {b} *"), &vgn("1. e4 1.5 e5 {b} *"));
    removed(&vgn("1. e4 1.5 e5 {[%after 1.] a} {¦b} *"), &vgn("1. e4 1.5 e5 {[%after 1.] a} *"));
    let removed = |marked: &str, expected: &str| check("remove-nag", marked, expected);
    removed("1. e4 $1 ¦$14 {a} e5 *", "1. e4 $1 {a} e5 *");
    removed("1. e4¦! $14 e5? *", "1. e4 $14 e5? *");
    removed("1. e4 (1. d4!¦?) e5 *", "1. e4 (1. d4) e5 *");
    removed("1. ¦e4 $1 *", "not offered");
}

#[test]
fn a_variation_and_a_line_become_games() {
    let tags = "[White \"A\"]\n[PlyCount \"2\"]\n[Result \"1-0\"]\n\n";
    let made = "[White \"A\"]\n[Result \"*\"]\n\n";
    check(
        "extract-variation",
        &format!("{tags}1. e4 {{a}} e5 (1... c5 2. ¦Nf3 (2. d4) d6) 1-0\n\n"),
        &format!("{tags}1. e4 {{a}} e5 1-0\n\n{made}1. e4 c5 2. Nf3 (2. d4) d6 *\n\n"),
    );
    check(
        "copy-to-here",
        &format!("{tags}{{g}} 1. e4 {{a}} e5 (1... c5 2. ¦Nf3 (2. d4) d6) 1-0\n\n"),
        &format!(
            "{tags}{{g}} 1. e4 {{a}} e5 (1... c5 2. Nf3 (2. d4) d6) 1-0\n\n{made}{{g}} 1. e4 {{a}} c5 2. Nf3 *\n\n"
        ),
    );
    check(
        "split-variations",
        &format!("{tags}1. ¦e4 {{a}} e5 (1... c5 2. Nf3 (2. d4) d6) 1-0\n"),
        &format!("{tags}1. e4 {{a}} e5 1-0\n\n{made}1. e4 c5 2. Nf3 d6 *\n\n{made}1. e4 c5 2. d4 *\n"),
    );
}

#[test]
fn comments_are_moved_joined_and_split() {
    check("move-comment-on", "1. e4 {¦a} e5 $1 {b} *", "1. e4 e5 $1 {a} {b} *");
    check("move-comment-back", "1. e4 $1 {b} e5 {¦a} 2. Nf3 *", "1. e4 $1 {b} {a} e5 2. Nf3 *");
    check("move-comment-back", "1. e4 {¦a} e5 *", "not offered");
    check("move-comment-on", "{¦a} 1. e4 e5 *", "1. e4 {a} 1... e5 *");
    check(
        "move-comment-back",
        &format!("{VGN}1. e4 1.5 e5 {{¦a}} *"),
        &format!("{VGN}1. e4 1.5 e5 {{[%after 1.] a}} *"),
    );
    check("join-comments", "1. e4 {¦a} {b c} e5 *", "1. e4 {a b c} e5 *");
    check("join-comments", "1. e4 ; a¦\n{b c}\ne5 *", "1. e4 { a b c} e5 *");
    check("join-comments", "1. e4 {a¦} {{b} e5 *", "1. e4 {a {b} e5 *");
    check("join-comments", "1. e4 {a¦} ;;{ b\ne5 *", "1. e4 {a ;{ b} e5 *");
    check("split-comment", "1. e4 {a b. ¦c d} e5 *", "1. e4 {a b.} {c d} e5 *");
    check("split-comment", "1. e4 {[%clk¦ 1:00] b} e5 *", "not offered");
    check("split-comment", "1. e4 {a wo¦rd} e5 *", "not offered");
    check("split-comment", "1. e4 ({a b¦ c} 1. d4) *", "1. e4 ({a b} {c} 1. d4) *");
}

#[test]
fn tags_and_numbers_are_put_in_order() {
    let missing = "[White \"A¦\"]\n\n1. e4 *";
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n\
                  [Result \"*\"]\n\n1. e4 *";
    check("add-roster", missing, roster);
    check("add-roster", "[White \"A\"]\n\n1. e4¦ *", "not offered");
    let unsorted = "[ECO¦ \"A00\"]\n[White \"A\"]\n[Annotator \"B\"] [Event \"?\"]\n\n1. e4 *";
    let sorted = "[Event \"?\"]\n[White \"A\"]\n[Annotator \"B\"] [ECO \"A00\"]\n\n1. e4 *";
    check("sort-tags", unsorted, sorted);
    check("sort-tags", &sorted.replacen('E', "¦E", 1), "not offered");
    check("renumber", "7. e4 ¦e5 7.Nf3 (7. Nc3 7. Nf6) 9... Nc6 *", "1. e4 e5 2.Nf3 (2. Nc3 2... Nf6) 2... Nc6 *");
    check("renumber", "1. ¦e4 e5 2. Nf3 *", "not offered");
    check("renumber", "1. e4 (2. d4 d5 (4... Nf6)) e¦5 3. Nf3 *", "1. e4 (1. d4 d5 (1... Nf6)) e5 2. Nf3 *");
}

#[test]
fn a_long_game_is_renumbered_where_a_number_is_another_one() {
    let shuffled = |first: u32| {
        let pairs = (0..2_000).map(|n| {
            format!("{}. Nf3 ({}. Nc3 Nc6) Nf6 {}. Ng1 Ng8\n", first + 2 * n, first + 2 * n, first + 2 * n + 1)
        });
        pairs.collect::<String>()
    };
    let game = |first| format!("[SetUp \"1\"]\n[FEN \"{INITIAL} w KQkq - 0 7\"]\n\n¦{}*", shuffled(first));
    assert!(game(7).len() > LONGEST_TRIED);
    check("renumber", &game(7), "not offered");
    check("renumber", &game(9), &game(7).replace('¦', ""));
    // In VGN a variation stands after the pair.
    let pairs = (1..2_000).map(|n| format!("{n}. Nf3 {n}.5 Nf6 ({n}. Nc3 {n}.5 Nc6) {}. Ng1 {}.5 Ng8\n", n + 1, n + 1));
    let pairs = pairs.step_by(2).collect::<String>();
    assert!(pairs.len() > LONGEST_TRIED);
    check("renumber", &format!("{VGN}¦{pairs}*"), "not offered");
}

/// The refactorings offered for all games of a text.
fn wide(games: &[&str]) -> Vec<String> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let text = games.concat();
    let mut places = Vec::new();
    for game in games {
        let start = places.last().map_or(0, |(last, _): &(Range<usize>, bool)| last.end);
        places.push((start..start + game.len(), false));
    }
    let selected = SelectedGames { places: &places, text: &|| text.as_str().into() };
    let offered = wide_refactorings(&selected, &context).into_iter();
    offered.map(|action| action.title).filter(|title| title.starts_with("Remove")).collect()
}

#[test]
fn several_games_are_offered_what_changes_one_of_them() {
    let plain = "[White \"{(;$!\"]\n\n1. e4 e5 *\n\n";
    assert_eq!(wide(&[plain, plain]), [""; 0]);
    let of_selected = |what: &str| format!("Remove all {what} from the selected games");
    assert_eq!(wide(&[plain, "1. e4 {a} *\n"]), [of_selected("comments")]);
    let clocks = [of_selected("comments"), of_selected("clock times")];
    assert_eq!(wide(&["1. e4 {[%clk 0:01:00]} *\n\n", plain]), clocks);
    assert_eq!(wide(&["1. e4! *\n\n", "1. e4 (1. d4) *\n"]), [of_selected("variations"), of_selected("NAGs")]);
}

#[test]
fn castling_is_written_in_the_other_form_where_the_notation_knows_both() {
    let uci = "[MoveFormat \"UCI\"]\n\n1. e2e4 e7e5 2. g1f3 g8f6 3. f1c4 f8c5 4. ";
    let tags = "[GameFormat \"VGN\"]\n";
    check("castling-form", &format!("{tags}{uci}e1¦g1 e8g8 *"), &format!("{tags}{uci}e1h1 e8h8 *"));
    check("castling-form", &format!("{tags}{uci}e1h1 e8¦h8 *"), &format!("{tags}{uci}e1g1 e8g8 *"));
    check("castling-form", &format!("{tags}{uci}h1¦g1 e8h8 *"), "not offered");
    check("castling-form", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. ¦O-O *", "not offered");
}

/// The refactorings offered for the comment at `at`, and whether each of them has an effect.
fn about_comments(text: &str, at: usize) -> Vec<(&'static str, bool)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let place = at as u32;
    let offered = refactorings(text, &context, place..place, |about| about == RefactoringTarget::Place).into_iter();
    let chosen = offered.filter_map(|action| match action.effect {
        Effect::Rewrite(_, GameRewrite::Refactor(chosen)) if chosen.refactoring.name.contains("comment") => {
            Some(chosen)
        }
        _ => None,
    });
    chosen.map(|chosen| (chosen.refactoring.name, !chosen.edits(text, &context).is_empty())).collect()
}

/// In a long game nothing is tried in advance; the offers must equal those for the same game without its long tag.
#[test]
fn in_a_long_game_what_is_offered_about_a_comment_changes_something() {
    let text = include_str!("../../../../tests/data/annotated/wcc_2023.pgn");
    let pgn = &text[next_game(text.as_bytes(), 0, true).expect("a game").range];
    let target = vgn_engine::convert::Target::find("VGN").expect("a format");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let converted = vgn_engine::convert::convert_game(pgn, &context, &target, None).expect("it can be converted");
    let made = apply(pgn, &converted.edits);
    let short = [
        "1. e4 {a} e5 {b} {c} 2. {d} {e} Nf3 {f} (2. f4 {g} exf4 {h}) ({i} 2. d4 {j}) ({k} {l} 2. {m} Nc3) 2... {n} Nc6 {o} *",
        "{a} {b} 1. e4 ; c\n{d} ; e } f\n{g} e5 2. {h} *",
        "{a} 1. e4 e5 $1 {b} $2 {c} (1... c5 {d} {e}) {f} 2. {g}",
        "{a} e4 {b} e5 {c} Nf3 {d} {e",
        "{a} 1. e4 {b}\n%escape\n{c} {d} e5 {e} *",
    ];
    let vgn = [
        "{a} {b} 1. e4 1.5 e5 {[%after 1.] c} {d} {[%after 1.] e} 2. Nf3 (2. f4 2.5 exf4 {[%after 2.] f} {[%after 2.] g}) 2.5 Nc6 {[%after 2.5] h} *",
        "1. e4 1.5 e5 {[%after 1.] a} *",
        "1. e4 {a} {b} *",
        "7. e4 7.5 e5 {[%after 7.] a} {[%after 1.] b} 8. Nf3 8.5 Nc6 {[%after 8.] c} {d} *",
        "1. e4 1.5 e5 {[%after 9.] a} {b} 2. Nf3 {[%after 1.5] c} ({d} {e} 2. f4 {f} 2.5 exf4 {[%after 2.] g}) *",
    ];
    let short = short.iter().map(|text| format!("[White \"?\"]\n\n{text}\n"));
    let vgn = vgn.iter().map(|text| format!("[GameFormat \"VGN\"]\n\n{text}\n"));
    let mut done = std::collections::BTreeMap::new();
    for text in short.chain(vgn).chain([pgn.to_owned(), made]) {
        let long = format!("[Padding \"{}\"]\n{text}", "x".repeat(LONGEST_TRIED));
        let ahead = long.len() - text.len();
        let step = if text.len() > 2000 { 5 } else { 1 };
        for (at, _) in text.match_indices(['{', ';']).step_by(step) {
            let found = about_comments(&long, ahead + at);
            assert_eq!(found, about_comments(&text, at), "{}¦{}", &text[..at], &text[at..]);
            for (name, does_it) in found {
                assert!(does_it, "{name}: {}¦{}", &text[..at], &text[at..]);
                *done.entry(name).or_insert(0) += 1;
            }
        }
    }
    assert!(done.len() >= 3 && done.values().all(|count| *count > 10), "{done:?}");
}

#[test]
fn a_comment_in_vgn_belongs_to_the_half_move_that_the_numbers_of_the_text_tell() {
    let vgn = |movetext: &str| format!("{VGN}{movetext}");
    check(
        "move-comment-on",
        &vgn("7. e4 7.5 e5 {[%after 7.] ¦a} 8. Nf3 8.5 Nc6 *"),
        &vgn("7. e4 7.5 e5 {a} 8. Nf3 8.5 Nc6 *"),
    );
    check("split-comment", &vgn("1. e4 1.5 e5 {[%after 1.] ¦a b} *"), "not offered");
    check(
        "split-comment",
        &vgn("1. e4 1.5 e5 {[%after 1.] a ¦b} *"),
        &vgn("1. e4 1.5 e5 {[%after 1.] a} {[%after 1.] b} *"),
    );
}

/// The mark of a draw or a win by other means belongs to the end of the main line (rule F3).
#[test]
fn the_mark_of_the_end_stays_at_the_end() {
    let tags = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n";
    check(
        "promote-variation",
        &format!("{tags}1. Pe2-e4 Pe7-e5## (1.5 ¦Pd7-d5 2. Pd2-d4) 1/2-1/2\n"),
        &format!("{tags}1. Pe2-e4 Pd7-d5 (1.5 Pe7-e5) 2. Pd2-d4## 1/2-1/2\n"),
    );
    check(
        "delete-from-here",
        &format!("{tags}1. Pe2-e4 Pe7-e5 2. ¦Pd2-d4#+ 1-0\n"),
        &format!("{tags}1. Pe2-e4 Pe7-e5#+ 1-0\n"),
    );
    // Mate is on the board.
    let mate = "1. Pf2-f3 Pe7-e5 2. Pg2-g4 Qd8-h4+#";
    check(
        "promote-variation",
        &format!("{tags}{mate} (2.5 ¦Pd7-d5) 0-1\n"),
        &format!("{tags}1. Pf2-f3 Pe7-e5 2. Pg2-g4 Pd7-d5 (2.5 Qd8-h4+#) 0-1\n"),
    );
    check(
        "copy-to-here",
        &format!("{tags}1. Pe2-e4 ¦Pe7-e5## 1/2-1/2\n\n"),
        &format!("{tags}1. Pe2-e4 Pe7-e5## 1/2-1/2\n\n{tags}1. Pe2-e4 Pe7-e5## 1/2-1/2\n\n"),
    );
}
