//! Laws of edited files.

use proptest::prelude::*;

use super::*;
use crate::lint::{Context, FileKind, Settings};

fn starts_and_kinds(file: &File) -> Vec<(Range<usize>, bool, Option<usize>)> {
    file.games().map(|game| (game.range(), game.is_game(), game.binary())).collect()
}

fn game(name: &str) -> String {
    format!("[Event \"{name}\"]\n\n1. e4 e5 *\n\n")
}

fn edited(file: &File, text: &str, old: Range<usize>, new: &str) -> (File, String) {
    let mut after = text.to_owned();
    after.replace_range(old.clone(), new);
    let mut file = file.clone();
    file.edit(after.as_str(), old, new.len());
    assert_eq!(starts_and_kinds(&file), starts_and_kinds(&File::new(after.as_str())), "{text:?} -> {after:?}");
    (file, after)
}

fn judge_all(file: &File, text: &str) {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    for game in file.games() {
        game.judge(&text[game.range()], &context);
    }
}

fn to_judge(file: &File) -> usize {
    file.games().filter(|game| !game.is_analysed()).count()
}

#[test]
fn an_edit_leaves_the_other_games_as_they_were() {
    let text: String = (0..2000).map(|number| game(&number.to_string())).collect();
    let file = File::new(text.as_str());
    judge_all(&file, &text);
    assert_eq!(to_judge(&file), 0);
    let at = text.find("\"1000\"").expect("it is there") + 12;
    let (once, _) = edited(&file, &text, at..at + 2, "d4");
    assert_eq!(to_judge(&once), 1);
    assert_eq!(to_judge(&file), 0, "a snapshot does not change");
    let (added, _) = edited(&file, &text, text.len()..text.len(), &game("new"));
    // The new game, and the empty line that is now the end of the file.
    assert_eq!(to_judge(&added), 2);
}

#[test]
fn forgetting_some_games_changes_neither_the_others_nor_the_snapshot() {
    let text: String = (0..2000).map(|number| game(&number.to_string())).collect();
    let file = File::new(text.as_str());
    judge_all(&file, &text);
    let mut less = file.clone();
    less.forget(|game| game.range().start % 3 == 0);
    let forgotten = file.games().filter(|game| game.range().start % 3 == 0).count();
    assert!(forgotten > 600, "{forgotten}");
    assert_eq!((to_judge(&less), to_judge(&file)), (forgotten, 0));
    assert_eq!(starts_and_kinds(&less), starts_and_kinds(&file));
    assert_sums(&less, &text);
    assert_tree(&less);
}

#[test]
fn in_an_editors_text_a_section_extends_to_the_next_tags() {
    // The section's end is damaged, or comes too early.
    for section in ["\u{fffd}0\u{fffd}@", "\u{1}\u{1}{(", "[A\n\u{fffd}\n\n1. e4 *\n[A \"b"] {
        let text = format!("{}[MoveFormat \"BCCF\"]{section}\n \n{}", game("a"), game("b"));
        let games = starts_and_kinds(&File::new(text.as_str()));
        let binary = games.iter().filter(|(.., binary)| binary.is_some()).count();
        assert_eq!((games.len(), binary), (4, 1), "{section:?}: {games:?}");
        assert!(text[games[2].0.clone()].trim_start().starts_with("[Event \"b\"]"), "{section:?}");
    }
}

#[test]
fn text_behind_a_bullet_is_read_like_a_new_file() {
    let text = " * \u{feff}";
    let (game, text) = edited(&File::new(text), text, text.len()..text.len(), "&{,");
    edited(&game, &text, text.len() - 3..text.len(), "");
}

#[test]
fn a_brace_swallows_a_game_until_it_is_closed_or_removed() {
    let text = [game("a"), game("b"), game("c")].concat();
    let file = File::new(text.as_str());
    let at = text.find("e5").expect("it is there");
    let (open, text) = edited(&file, &text, at..at, "{");
    let (closed, text) = edited(&open, &text, text.len() - 3..text.len() - 3, "}");
    let (back, text) = edited(&closed, &text, at..at + 1, "");
    edited(&back, &text, 0..text.len(), "");
}

#[test]
fn a_quote_that_closes_a_value_lines_above_includes_the_games_between() {
    for line_end in ["\n", "\r\n", "\r"] {
        for lines in 0..LOOK_AHEAD + 3 {
            let text = format!("{}[A \"b *{line_end}{}x{line_end}", game("a"), format!("*{line_end}").repeat(lines));
            let file = File::new(text.as_str());
            let at = text.len() - line_end.len();
            let (closed, text) = edited(&file, &text, at..at, "\"]");
            edited(&closed, &text, at..at + 2, "");
        }
    }
}

#[test]
fn a_brace_that_closes_a_comment_lines_above_takes_the_tags_between() {
    for line_end in ["\n", "\r\n", "\r"] {
        for lines in 0..LOOK_AHEAD + 3 {
            let empty = line_end.repeat(2);
            let text =
                format!("{}1. e4 {{a{empty}[A \"b\"]{}x e5 *{empty}{}", game("a"), line_end.repeat(lines), game("c"));
            let file = File::new(text.as_str());
            let at = text.find("x e5").expect("it is there") + 1;
            let (closed, text) = edited(&file, &text, at..at, "}");
            edited(&closed, &text, at..at + 1, "");
        }
    }
}

#[test]
fn a_game_longer_than_the_window_is_one() {
    let text = format!("{}{{{}}} e5 *\n{}", "1. e4 ", "é".repeat(WIDE), game("next"));
    let starts = starts_and_kinds(&File::new(text.as_str()));
    let expected: Vec<_> = crate::syntax::games::games(text.as_bytes()).map(|span| span.range).collect();
    assert_eq!(starts.into_iter().map(|(range, ..)| range).collect::<Vec<_>>(), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// After any edits, the games are those of a fresh scan.
    #[test]
    fn incremental_equals_full(
        start in prop::collection::vec(fragment(), 0..12),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, fragment()), 1..12),
    ) {
        let mut text = start.concat();
        let mut file = File::new(text.as_str());
        for (place, len, new) in edits {
            let from = text.floor_char_boundary(place.index(text.len() + 1));
            let to = text.ceil_char_boundary((from + len).min(text.len()));
            (file, text) = edited(&file, &text, from..to, &new);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The games found around a place are those that a scan of the whole text finds there.
    #[test]
    fn games_near_a_place_equal_the_games_of_a_full_scan(
        fragments in prop::collection::vec(prop_oneof![fragment(), Just("[Event \"n\"]\n\n1. c4 *\n\n".to_owned())], 0..30),
        back in 20_usize..300,
        reach in 0_usize..40,
    ) {
        let text = fragments.concat();
        let file: File = File::new(text.as_str());
        for place in (0..=text.len()).step_by(7) {
            let wanted = place..place + reach;
            if let Some(found) = nearby::games_after(text.as_str(), wanted.clone(), back) {
                let whole = file.from(place).take_while(|game| game.range().start <= wanted.end);
                let place = |game: Game<'_>| GamePlace { range: game.range(), is_game: game.is_game(), binary: game.binary() };
                prop_assert_eq!(found, whole.map(place).collect::<Vec<_>>(), "{:?} in {:?}", wanted, text);
            }
        }
    }

    /// The games found at the beginning of a text are its first games and remain so after completion.
    #[test]
    fn a_beginning_is_completed(fragments in prop::collection::vec(fragment(), 0..30), most in 0_usize..200) {
        let text = fragments.concat();
        let file: File = File::beginning(text.as_str(), most);
        judge_all(&file, &text);
        let whole = file.completed(text.as_str(), Bound::NONE).expect("nothing stops it");
        prop_assert_eq!(starts_and_kinds(&whole), starts_and_kinds(&File::new(text.as_str())));
        prop_assert_eq!(&starts_and_kinds(&whole)[..file.count()], &starts_and_kinds(&file)[..]);
        prop_assert_eq!(whole.known(), file.known());
        assert_tree(&whole);
        assert_sums(&whole, &text);
    }
}

/// Fragments of games, well-formed and broken.
fn fragment() -> impl Strategy<Value = String> {
    const FRAGMENTS: &[&str] = &[
        "[Event \"x\"]\n",
        "[White \"y\"] ",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "1. e4 e5 ",
        "1-0",
        "*",
        " * ",
        "{",
        "}",
        "(",
        ")",
        "\nBob said hello\n",
        "he won it 1-0\n",
        "<br>\n",
        "[",
        "]",
        "\"",
        ";",
        "%",
        "é",
        "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]",
        "2. Nf3 ",
        "$1 ",
        "\u{feff}",
        "[MoveFormat \"PGC\"]",
        "text ",
        "",
    ];
    prop_oneof![
        8 => prop::sample::select(FRAGMENTS).prop_map(str::to_owned),
        1 => Just("[Event \"z\"]\n\n1. d4 {c} d5 (1... Nf6) 1/2-1/2\n\n".to_owned()),
        1 => "[ -~]{0,4}",
    ]
}

/// Asserts that the sums equal a count.
fn assert_sums(file: &File, text: &str) {
    let games: Vec<_> = file.games().collect();
    assert_eq!(file.count(), games.len());
    let judged = games.iter().filter_map(|game| game.analysed());
    let counted = judged.clone().map(Counts::of).fold(Counts::default(), |sum, counts| sum + counts);
    assert_eq!(file.known(), (judged.count(), counted));
    let starts = |games: Vec<Game<'_>>| games.iter().map(|game| game.range().start).collect::<Vec<_>>();
    let those = |wanted: &dyn Fn(&Game<'_>) -> bool| starts(games.iter().copied().filter(wanted).collect());
    let has = |game: &Game<'_>, severity| {
        game.analysed().is_some_and(|report| report.diagnostics.iter().any(|found| found.severity == severity))
    };
    assert_eq!(
        starts(file.with_findings().collect()),
        those(&|game| game.analysed().is_some_and(|report| !report.diagnostics.is_empty()))
    );
    let sorted = |mut starts: Vec<usize>| {
        starts.sort_unstable();
        starts
    };
    for offset in [0, text.len() / 2, text.len()] {
        assert_eq!(sorted(starts(file.to_judge(offset).collect())), those(&|game| !game.is_analysed()));
        for severity in Severity::ALL {
            let found: Vec<_> = file.with_severity(severity, offset).collect();
            let distance = |game: &Game<'_>| {
                game.range().start.saturating_sub(offset).max(offset.saturating_sub(game.range().end))
            };
            assert!(found.is_sorted_by_key(distance), "{offset}");
            assert_eq!(sorted(starts(found)), those(&|game| has(game, severity)));
        }
        let at = file.game_at(offset).map(|game| game.range());
        assert_eq!(at, games.iter().map(|game| game.range()).find(|range| range.contains(&offset)));
    }
    for game in games.iter().step_by(1 + games.len() / 32) {
        let before = &text[..game.range().start];
        let (line, starts_line) =
            (lines_before(text, before.len()), before.is_empty() || before.ends_with(['\n', '\r']));
        let is_split = before.ends_with('\r') && text[before.len()..].starts_with('\n');
        assert_eq!(
            (game.line(), game.begins_a_line()),
            (line, starts_line && !is_split),
            "{text:?} {:?}",
            game.range()
        );
    }
}

/// Number of line ends before an offset; if the offset splits one, its first half counts.
fn lines_before(text: &str, at: usize) -> usize {
    let bytes = &text.as_bytes()[..at];
    let is_end = |place: &usize| match bytes[*place] {
        b'\n' => true,
        b'\r' => bytes.get(place + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..at).filter(is_end).count()
}

/// Asserts that all leaves have the same depth, and no node is empty or too wide.
fn assert_tree(file: &File) {
    fn depth(node: &TreeNode<()>) -> usize {
        match &node.children {
            node::Children::Games(games) => {
                assert!((1..=node::FULL).contains(&games.len()));
                1
            }
            node::Children::Nodes(nodes) => {
                assert!((1..=node::FULL).contains(&nodes.len()));
                let depths: Vec<usize> = nodes.iter().map(|node| depth(node)).collect();
                assert!(depths.iter().all(|depth| *depth == depths[0]), "{depths:?}");
                depths[0] + 1
            }
        }
    }
    file.games.root().iter().for_each(|root| _ = depth(root));
}

/// Number of leaves of a file: each costs memory and a visit.
fn leaves(node: &TreeNode<()>) -> usize {
    match &node.children {
        node::Children::Games(_) => 1,
        node::Children::Nodes(nodes) => nodes.iter().map(|node| leaves(node)).sum(),
    }
}

#[test]
fn small_edits_do_not_leave_a_large_tree() {
    let mut text: String = (0..20_000).map(|number| game(&number.to_string())).collect();
    let mut file: File = File::new(text.as_str());
    // Each edit removes all but the first games of a leaf.
    for start in (1_000..20_000).step_by(100) {
        let (from, to) = (format!("[Event \"{start}\"]"), format!("[Event \"{}\"]", start + 95));
        let old = text.find(&from).expect("it is there")..text.find(&to).expect("it is there");
        text.replace_range(old.clone(), "");
        file.edit(text.as_str(), old, 0);
    }
    assert_tree(&file);
    let count = file.games.root().map_or(0, leaves);
    assert!(count < file.count() / 8, "{count} leaves of {} games", file.count());
    let whole = text.len();
    file.edit("", 0..whole, 0);
    assert_eq!(file.count(), 0);
    file.edit("*", 0..0, 1);
    assert_eq!(starts_and_kinds(&file), starts_and_kinds(&File::new("*")));
}

#[test]
fn an_edit_that_would_take_long_leaves_the_file_as_it_was() {
    let text = game("a").repeat(100_000);
    let mut file: File = File::new(text.as_str());
    let open = text.replacen("e5", "{e5", 1).replace("[Event", "(Event");
    let before = starts_and_kinds(&file);
    let all = Changes::one(0..text.len(), open.len());
    assert_eq!(file.follow(open.as_str(), &all, Bound::bytes(1 << 20)), Err(BoundReached));
    assert_eq!(starts_and_kinds(&file), before);
    assert_eq!(file.follow(open.as_str(), &all, Bound::unless(&|| true)), Err(BoundReached));
    assert_eq!(starts_and_kinds(&file), before);
    file.follow(text.as_str(), &Changes::one(30..30, 0), Bound::bytes(1 << 20)).expect("one game is short");
    let long = format!("1. e4 {{{}}} *", "long ".repeat(1 << 19));
    let mut file: File = File::new(long.as_str());
    let at = long.len() - 10;
    let changes = Changes::one(at..at, 0);
    assert_eq!(file.follow(long.as_str(), &changes, Bound::bytes(1 << 20)), Err(BoundReached), "its line is too long");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Edits followed together give the same games as one by one, and untouched games keep their findings.
    #[test]
    fn edits_followed_together_equal_a_fresh_scan(
        start in prop::collection::vec(fragment(), 0..30),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, fragment()), 1..8),
    ) {
        let mut text = format!("{}{}", start.concat(), game("last").repeat(6));
        let mut file: File = File::new(text.as_str());
        judge_all(&file, &text);
        let (mut one_by_one, mut changes) = (file.clone(), Changes::default());
        for (place, len, new) in edits {
            let from = text.floor_char_boundary(place.index(text.len() + 1));
            let to = text.ceil_char_boundary((from + len).min(text.len()));
            text.replace_range(from..to, &new);
            changes.then(from..to, new.len());
            one_by_one.edit(text.as_str(), from..to, new.len());
        }
        file.follow(text.as_str(), &changes, Bound::NONE).expect("nothing stops it");
        assert_tree(&file);
        assert_eq!(starts_and_kinds(&file), starts_and_kinds(&File::new(text.as_str())));
        for (together, alone) in file.games().zip(one_by_one.games()) {
            assert!(together.is_analysed() >= alone.is_analysed(), "{:?} of {text:?}", together.range());
        }
        assert_sums(&file, &text);
    }

    /// After any edits, with games judged in between, the sums equal a count.
    #[test]
    fn sums_equal_a_fresh_count(
        start in prop::collection::vec(fragment(), 0..12),
        many in prop::sample::select(vec![1_usize, 1, 40, 400]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..12, fragment(), 0usize..5), 1..10),
    ) {
        let mut text = start.concat().repeat(many);
        let mut file: File = File::new(text.as_str());
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        for (place, len, new, judged) in edits {
            let from = text.floor_char_boundary(place.index(text.len() + 1));
            let to = text.ceil_char_boundary((from + len * many).min(text.len()));
            text.replace_range(from..to, &new);
            file.edit(text.as_str(), from..to, new.len());
            // Settles sums before the edit, which must invalidate them.
            file.known();
            let to_judge: Vec<_> = file.to_judge(from).take([0, 1, 10, 1_000, usize::MAX][judged]).collect();
            to_judge.iter().for_each(|game| _ = game.judge(&text[game.range()], &context));
            assert_tree(&file);
            assert_sums(&file, &text);
        }
    }
}
