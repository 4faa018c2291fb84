//! Refactorings over the protocol; what they do is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::binary::able;
use crate::lsp_server::harness::Session;
use crate::lsp_server::sessions::full_client::{edited, uri};

const GAME: &str = "[White \"A\"]\n[Event \"?\"]\n[Result \"*\"]\n\n\
                    1. e4 {a b} {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 {[%clk 0:01:00]} *\n";

/// A place in the game, and what is offered there with what becomes of the game.
fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().filter_map(|action| action["title"].as_str()).collect()
}

#[test]
fn each_refactoring_is_offered_where_it_concerns_something_and_made_when_it_is_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), json!({"diagnostics": {"missing-roster-tag": "off"}}));
    session.open(&game, 1, GAME);
    let line = GAME.lines().nth(4).expect("movetext");
    let moves = |text: &str| GAME.replace(line, text);
    let made = "[White \"A\"]\n[Event \"?\"]\n[Result \"*\"]";
    for (at, title, kind, expected) in [
        (
            "d4",
            "Promote this variation",
            "refactor",
            moves("1. d4 (1. e4 {a b} {c} 1... e5 $1 {[%clk 0:01:00]}) (1. c4) 1... d5 (1... Nf6 2. c4) *"),
        ),
        (
            "Nf6",
            "Make this variation the main line",
            "refactor",
            moves("1. d4 (1. e4 {a b} {c} 1... e5 $1 {[%clk 0:01:00]}) (1. c4) 1... Nf6 (1... d5) 2. c4 *"),
        ),
        (
            "e4",
            "Demote `e4`: play `d4` instead",
            "refactor",
            moves("1. d4 (1. e4 {a b} {c} 1... e5 $1 {[%clk 0:01:00]}) (1. c4) 1... d5 (1... Nf6 2. c4) *"),
        ),
        (
            "d4",
            "Move this variation down",
            "refactor.move",
            moves("1. e4 {a b} {c} (1. c4) (1. d4 d5 (1... Nf6 2. c4)) 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        (
            "c4) 1...",
            "Move this variation up",
            "refactor.move",
            moves("1. e4 {a b} {c} (1. c4) (1. d4 d5 (1... Nf6 2. c4)) 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        (
            "Nf6",
            "Delete this variation",
            "refactor",
            moves("1. e4 {a b} {c} (1. d4 d5) (1. c4) 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        ("e5", "Delete from `e5` on", "refactor", moves("1. e4 {a b} {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) *")),
        (
            "Nf6",
            "Move this variation to a game of its own",
            "refactor.extract",
            moves("1. e4 {a b} {c} (1. d4 d5) (1. c4) 1... e5 $1 {[%clk 0:01:00]} *").trim_end().to_owned()
                + &format!("\n\n{made}\n\n1. d4 Nf6 2. c4 *\n"),
        ),
        (
            "Nf6",
            "Copy the line up to `Nf6` as a game",
            "refactor",
            GAME.trim_end().to_owned() + &format!("\n\n{made}\n\n1. d4 Nf6 *\n"),
        ),
        (
            "a b}",
            "Move this comment to the half-move after",
            "refactor.move",
            moves("1. e4 {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 {a b} {[%clk 0:01:00]} *"),
        ),
        (
            "clk",
            "Move this comment to the half-move before",
            "refactor.move",
            moves("1. e4 {a b} {c} {[%clk 0:01:00]} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 *"),
        ),
        (
            "a b}",
            "Join this comment with the next one",
            "refactor",
            moves("1. e4 {a b c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        (
            "b}",
            "Split this comment here",
            "refactor",
            moves("1. e4 {a} {b} {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        (
            "Event",
            "Sort the tags as PGN's export format does",
            "refactor",
            GAME.replacen("[White \"A\"]\n[Event \"?\"]", "[Event \"?\"]\n[White \"A\"]", 1),
        ),
        (
            "Event",
            "Add the missing tags of the seven tag roster",
            "refactor",
            GAME.replacen(
                "[White \"A\"]\n[Event \"?\"]\n",
                "[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Event \"?\"]\n[Black \"?\"]\n",
                1,
            ),
        ),
        (
            "e4",
            "Split the variations of this game into games",
            "refactor.extract",
            moves("1. e4 {a b} {c} 1... e5 $1 {[%clk 0:01:00]} *").trim_end().to_owned()
                + &format!("\n\n{made}\n\n1. d4 d5 *\n\n{made}\n\n1. d4 Nf6 2. c4 *\n\n{made}\n\n1. c4 *\n"),
        ),
        (
            "c}",
            "Remove this comment",
            "refactor",
            moves("1. e4 {a b} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        (
            "$1",
            "Remove this NAG",
            "refactor",
            moves("1. e4 {a b} {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 {[%clk 0:01:00]} *"),
        ),
        (
            "e4",
            "Remove all comments from this game",
            "refactor",
            moves("1. e4 (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 *"),
        ),
        (
            "e4",
            "Remove all variations from this game",
            "refactor",
            moves("1. e4 {a b} {c} 1... e5 $1 {[%clk 0:01:00]} *"),
        ),
        (
            "e4",
            "Remove all NAGs from this game",
            "refactor",
            moves("1. e4 {a b} {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 {[%clk 0:01:00]} *"),
        ),
        (
            "e4",
            "Remove all clock times from this game",
            "refactor",
            moves("1. e4 {a b} {c} (1. d4 d5 (1... Nf6 2. c4)) (1. c4) 1... e5 $1 *"),
        ),
    ] {
        let offset = GAME.find(at).expect("it is there");
        let row = GAME[..offset].matches('\n').count() as u32;
        let column = (offset - GAME[..offset].rfind('\n').map_or(0, |end| end + 1)) as u32;
        let only = json!({"diagnostics": [], "only": ["refactor"]});
        let actions = session.actions(&game, [row, column, row, column], only);
        let action = actions.iter().find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("{title} is not in {:#?}", titles(&actions)));
        assert_eq!(action["kind"], kind, "{title}");
        assert_eq!(action.get("edit"), None, "{title}");
        let resolved = session.request("codeAction/resolve", action.clone());
        assert_eq!(edited(GAME, &resolved["edit"]["documentChanges"][0]["edits"]), expected, "{title}");
    }
    session.finish();
}

#[test]
fn what_concerns_the_whole_game_is_for_those_who_ask_for_a_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), json!({"diagnostics": {"missing-roster-tag": "off"}}));
    session.open(&game, 1, &format!("{GAME}\n{GAME}"));
    let place = [4, 25, 4, 25];
    let automatic = session.actions(&game, place, json!({"diagnostics": [], "triggerKind": 2}));
    let (automatic, strip) = (titles(&automatic), "Remove all comments from this game");
    assert!(automatic.contains(&"Promote this variation") && !automatic.contains(&strip), "{automatic:?}");
    let invoked = session.actions(&game, place, json!({"diagnostics": [], "triggerKind": 1}));
    assert!(titles(&invoked).contains(&strip), "{:?}", titles(&invoked));
    // Nearly everywhere they can be done, and seldom they are wanted.
    let is_rare = |title: &&str| title.starts_with("Remove all") || title.starts_with("Copy the line");
    let rare = titles(&invoked).into_iter().skip_while(|title| !is_rare(title)).all(|title| is_rare(&title));
    assert!(rare, "{:?}", titles(&invoked));

    // A client that does not say why it asks shows a menu.
    let unsaid = session.actions(&game, place, json!({"diagnostics": []}));
    assert_eq!(titles(&unsaid), titles(&invoked));
    let both = [0, 0, 10, 10];
    let merge = "Merge the selected games into one";
    for (trigger, offers) in [(1, true), (2, false)] {
        let actions = session.actions(&game, both, json!({"diagnostics": [], "triggerKind": trigger}));
        assert_eq!(titles(&actions).contains(&merge), offers, "{:?}", titles(&actions));
    }
    // At a cursor in a finding there are its fixes alone, unless refactorings are asked for.
    session.change(&game, 2, [0, 0, 99, 0], "1. e4 (1. d4 d5 2. Ke3) e5 *\n");
    let at_finding = session.actions(&game, [0, 20, 0, 20], json!({"diagnostics": [], "triggerKind": 1}));
    let at_finding = titles(&at_finding);
    assert!(
        at_finding.contains(&"Explain `illegal-move`") && !at_finding.contains(&"Promote this variation"),
        "{at_finding:?}"
    );
    let asked = json!({"diagnostics": [], "triggerKind": 1, "only": ["refactor"]});
    let asked = session.actions(&game, [0, 20, 0, 20], asked);
    assert!(titles(&asked).contains(&"Promote this variation"), "{:?}", titles(&asked));
    session.change(&game, 3, [0, 0, 99, 0], &format!("{GAME}\n{GAME}"));
    // What a fix does is not offered a second time.
    let (mut other, _) = Session::full(folder.path(), Value::Null);
    other.open(&game, 1, "[Event \"x\"]\n\n1. e4 *\n");
    let in_tag = other.actions(&game, [0, 0, 0, 0], json!({"diagnostics": [], "triggerKind": 1}));
    let with_roster = titles(&in_tag).into_iter().filter(|title| title.contains("the missing tags"));
    assert_eq!(with_roster.collect::<Vec<_>>(), ["Insert the missing tags"]);
    other.finish();

    // Several games have what each of them has.
    let only = json!({"diagnostics": [], "only": ["refactor"]});
    let selected = session.actions(&game, [0, 0, 10, 10], only);
    let action = selected.iter().find(|action| action["title"] == "Remove all comments from the selected games");
    let resolved = session.request("codeAction/resolve", action.expect("it is offered").clone());
    let text = edited(&format!("{GAME}\n{GAME}"), &resolved["edit"]["documentChanges"][0]["edits"]);
    assert!(!text.contains('{') && text.matches("(1. d4 d5 (1... Nf6 2. c4))").count() == 2, "{text}");
    let rewritten = session.actions(&game, [0, 0, 10, 10], json!({"diagnostics": [], "only": ["refactor.rewrite"]}));
    let rewritten = titles(&rewritten);
    let to = |name: &str| rewritten.iter().any(|title| title.starts_with("Convert the") && title.contains(name));
    assert!(to("(FCN)") && !to("(PGN)") && !to("(SAN)"), "they are PGN in SAN: {rewritten:?}");
    session.finish();
}

/// What holds blanks of a game alone, as a selection of whole lines does at its end, does not hold the game.
#[test]
fn games_are_selected_by_more_than_blanks() {
    let games: String =
        (1..=4).map(|n| format!("[Event \"E{n}\"]\n\n1. e4 e5 2. N{}3 *\n\n", ["f", "c"][n % 2])).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, &games);
    let mut left = |range: [u32; 4]| {
        let actions = session.actions(&game, range, json!({"diagnostics": [], "only": ["refactor"]}));
        let merge =
            |action: &&Value| action["title"].as_str().is_some_and(|title| title.starts_with("Merge the selected"));
        let action = actions.iter().find(merge)?;
        let resolved = session.request("codeAction/resolve", action.clone());
        let text = edited(&games, &resolved["edit"]["documentChanges"][0]["edits"]);
        Some((1..=4).filter(|n| text.contains(&format!("E{n}\"]"))).collect::<Vec<u32>>())
    };
    assert_eq!(left([0, 0, 6, 5]), Some(vec![1, 3, 4]));
    assert_eq!(left([0, 0, 7, 0]), Some(vec![1, 3, 4]), "up to the empty line");
    assert_eq!(left([0, 0, 8, 0]), Some(vec![1, 3, 4]), "up to the next game");
    assert_eq!(left([3, 0, 6, 5]), None, "one game");
    assert_eq!(left([0, 0, 99, 0]), Some(vec![1]), "all");
    session.finish();
}

#[test]
fn games_of_one_beginning_become_one() {
    const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 {a} 2. Nf3 1-0\n\n\
                         [White \"B\"]\n[Black \"C\"]\n[Date \"2020.01.02\"]\n\n\
                         1. e4 $1 e5 {a} {b} (1... c5) 2. Nc3 (2. Nf3 Nc6) 0-1\n";
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, GAMES);
    let only = json!({"diagnostics": [], "only": ["refactor"]});
    let actions = session.actions(&game, [0, 0, 8, 10], only);
    let title = "Merge the selected games into one, with a loss: the other games' tags `Date`";
    let action = actions.iter().find(|action| action["title"] == title);
    let resolved = session.request("codeAction/resolve", action.expect("it is offered").clone());
    let text = edited(GAMES, &resolved["edit"]["documentChanges"][0]["edits"]);
    let expected = "[White \"A\"]\n\n1. e4 $1 e5 {a} {b} (1... c5) 2. Nf3 (2. Nc3 {B - C, 2020, 0-1}) 2... Nc6 1-0\n";
    assert_eq!(text, expected);
    session.finish();
}

#[test]
fn what_merged_games_lose_is_named_and_their_transpositions_are_noted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    for (n, (games, loss, expected)) in [
        // They go on together, which is said once; then one leaves the other, and nothing more is said.
        (
            "[PlyCount \"4\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n[PlyCount \"6\"]\n[White \"A\"]\n[Black \"B\"]\n[Event \"?\"]\n\
             [Site \"Riga\"]\n[Date \"1960.??.??\"]\n\n1. c4 Nf6 2. d4 e6 3. Nc3 Bb4 1/2-1/2\n",
            "",
            "[PlyCount \"4\"]\n\n1. d4 (1. c4 Nf6 2. d4 {= 2. c4} 2... e6 3. Nc3 Bb4 {A - B, Riga 1960, 1/2-1/2}) 1... Nf6 \
             2. c4 e6 1-0\n",
        ),
        // The longer one is played on.
        (
            "[PlyCount \"2\"]\n\n1. d4 Nf6 *\n\n[ECO \"E00\"]\n[Annotator \"A\"]\n\n1. d4 Nf6 2. c4 e6 0-1\n",
            ", with a loss: the other games' tags `ECO`, `Annotator`",
            "[PlyCount \"4\"]\n\n1. d4 Nf6 2. c4 e6 {? - ?, 0-1} *\n",
        ),
        // A repetition is no other line.
        (
            "1. Nf3 Nf6 *\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *\n\n1. Nc3 Nc6 2. Nf3 Nf6 *\n\n1. Nf3 Nc6 2. Nc3 Nf6 *\n",
            "",
            "1. Nf3 (1. Nc3 Nc6 2. Nf3 Nf6 {? - ?}) 1... Nf6 (1... Nc6 2. Nc3 {= 2. Nf3} 2... Nf6 {? - ?}) 2. Ng1 Ng8 \
             3. Nf3 {? - ?} *\n",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let game = uri(folder.path(), &format!("{n}.pgn"));
        session.open(&game, 1, games);
        let actions = session.actions(&game, [0, 0, 99, 0], json!({"diagnostics": [], "triggerKind": 1}));
        let title = format!("Merge the selected games into one{loss}");
        let action = actions.iter().find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("{title}: {:?}", titles(&actions)));
        let resolved = session.request("codeAction/resolve", action.clone());
        assert_eq!(edited(games, &resolved["edit"]["documentChanges"][0]["edits"]), expected);
    }
    session.finish();
}

#[test]
fn games_that_cannot_be_one_are_refused_with_the_reason() {
    const BOARD: &str = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
    let game = "1. e4 *\n\n";
    let folder = tempfile::tempdir().expect("a folder");
    let (mut session, _) = Session::in_folder(folder.path(), able(), Value::Null);
    for (n, (text, expected)) in [
        (format!("{game}{BOARD}"), "games 1 and 2 of those selected differ in their first board"),
        (
            format!("{game}{game}[GameFormat \"VGN\"]\n\n1. e4 *\n"),
            "games 1 and 3 of those selected differ in their format",
        ),
        (game.repeat(101), "more than 100 games are selected"),
        (format!("{game}1. e4 {{{}}} *\n", "a".repeat(1 << 20)), "the selected games are longer than 1 MiB"),
    ]
    .into_iter()
    .enumerate()
    {
        let uri = uri(folder.path(), &format!("{n}.vgn"));
        session.open(&uri, 1, &text);
        let actions = session.actions(&uri, [0, 0, 999, 0], json!({"diagnostics": [], "only": ["refactor"]}));
        let action = actions.iter().find(|action| action["title"] == "Merge the selected games into one");
        let action = action.unwrap_or_else(|| panic!("it is shown: {actions:#?}"));
        assert_eq!(action["disabled"]["reason"], expected, "{action:#}");
        assert!(action.get("data").is_none() && action.get("edit").is_none(), "{action:#}");
    }
    session.finish();
}

#[test]
fn a_variation_changes_places_by_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = uri(folder.path(), "game.pgn");
    let (mut session, _) = Session::full(folder.path(), Value::Null);
    session.open(&game, 1, "1. e4 (1. d4) (1. c4) 1... e5 *\n");
    let mut moved = |column: u32, direction: &str| {
        let place = json!({"line": 0, "character": column});
        let range = json!({"start": place, "end": place});
        session.request("vgn/moveItem", json!({"textDocument": {"uri": game}, "range": range, "direction": direction}))
    };
    let text = "1. e4 (1. c4) (1. d4) 1... e5 *\n";
    for (column, direction) in [(10, "Down"), (18, "Up")] {
        assert_eq!(edited("1. e4 (1. d4) (1. c4) 1... e5 *\n", &moved(column, direction)), text);
    }
    for (column, direction) in [(10, "Up"), (18, "Down"), (3, "Down")] {
        assert_eq!(moved(column, direction), json!([]), "{column} {direction}");
    }
    session.finish();
}
