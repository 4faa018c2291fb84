//! Law: a file that was edited is the file that is read afresh, diagnostics included.

use proptest::prelude::*;
use vgn_lsp::games::{File, Game};
use vgn_lsp::lint::{Context, Diagnostic, FileKind, Settings};
use vgn_lsp::replay::GameReport;

/// Games from which files are made, and pieces that are typed into them.
const PIECES: &[&str] = &[
    "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n",
    "[Event \"B\"]\n\n1. d4 {good} d5 (1... Nf6 2. c4) 2. c4 *\n\n",
    "1. f3 e5 2. g4 Qh4# 0-1\n",
    "[Event \"D\"]\n\n{a {b} Nf3 c}\n\n1. e4 *\n\n",
    "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 1/2-1/2\r\n",
    "[Event \"C\"]\n[MoveFormat \"SFEN\"]\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b *\n",
];

const TYPED: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "\nBob said hello\n",
    "<br>\n",
    "[",
    "]",
    "\"",
    ";",
    "%",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "*",
    "1-0",
    "e4",
    "Nf3 ",
    "1. ",
    "[Event \"X\"]",
    "\n\n[Event \"Y\"]\n",
    "x",
    "$1",
    "é",
    "𝄞",
    "\\",
    "?",
];

fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(TYPED).prop_map(str::to_owned),
        2 => prop::sample::select(PIECES).prop_map(str::to_owned),
        3 => Just(String::new()),
    ]
}

fn found(text: &str, file: &File) -> Vec<(usize, Vec<Diagnostic>)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    file.games().map(|game| (game.range().start, judged(game, text, &context).diagnostics)).collect()
}

fn judged(game: Game<'_>, text: &str, context: &Context<'_>) -> GameReport {
    assert!(game.judge(&text[game.range()], context));
    game.analysed().expect("it has just been judged").clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edited_files_equal_fresh_ones(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..8),
        many in prop::sample::select(vec![1_usize, 1, 1, 200]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..30, typed()), 1..25),
    ) {
        let mut text = pieces.concat().repeat(many);
        let mut file: File = File::new(text.as_str());
        for (at, deleted, typed) in edits {
            let start = crate::support::floor_char(&text, at.index(text.len() + 1));
            let end = crate::support::floor_char(&text, (start + deleted / 3 * 3).min(text.len())).max(start);
            let deletes = if deleted % 3 == 0 { start..end } else { start..start };
            text.replace_range(deletes.clone(), &typed);
            file.edit(text.as_str(), deletes, typed.len());
            if many == 1 {
                // Judge in between, so that games kept from earlier versions carry their reports along.
                found(&text, &file);
            }
        }
        let fresh = File::new(text.as_str());
        let ranges = |file: &File| file.games().map(|game| (game.range(), game.is_game())).collect::<Vec<_>>();
        prop_assert_eq!(ranges(&file), ranges(&fresh));
        if many == 1 {
            prop_assert_eq!(found(&text, &file), found(&text, &fresh));
        }
    }
}

#[test]
fn an_open_brace_swallows_one_game_and_gives_it_back() {
    let text = PIECES[0].repeat(10_000);
    let mut file: File = File::new(text.as_str());
    assert_eq!(file.games().filter(|game| game.is_game()).count(), 10_000);
    let at = text.find("e5").unwrap();
    let mut edited = text.clone();
    edited.insert(at, '{');
    file.edit(edited.as_str(), at..at, 1);
    assert_eq!(file.games().filter(|game| game.is_game()).count(), 10_000);
    let first = file.games().next().map(|game| judged(game, &edited, &context_of(&Settings::default())));
    assert_eq!(
        first.unwrap().diagnostics.iter().map(|d| d.code.name()).collect::<Vec<_>>(),
        ["missing-roster-tag", "unclosed-comment"]
    );
    file.edit(text.as_str(), at..at + 1, 0);
    let first = file.games().next().map(|game| judged(game, &text, &context_of(&Settings::default())));
    assert_eq!(first.unwrap().diagnostics.iter().map(|d| d.code.name()).collect::<Vec<_>>(), ["missing-roster-tag"]);
}

fn context_of(settings: &Settings) -> Context<'_> {
    Context::new(settings, FileKind::Unknown)
}
