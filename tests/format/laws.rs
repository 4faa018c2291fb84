//! Whatever the text: what is laid out stays as it is when it is laid out again, says what it said, keeps its broken lines,
//! and has no line that is longer than it must be. A reader that goes by lines finds what it found.

use std::ops::Range;

use proptest::prelude::*;
use vgn_lsp::analysis::{Context, FileKind, Settings, resolve_game, shape_of};
use vgn_lsp::convert::export_pgn;
use vgn_lsp::format::{CommentLines, Layout, MoveLines, Numbers, VariationLines};
use vgn_lsp::syntax::games::{Span, games};
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

use crate::format::by_lines::games_by_lines;
use crate::format::support::{files, game_by_game, laid_out, layouts, with_gaps};
use crate::support::damage::Damage;
use crate::support::floor_char;

/// A game's tokens, and what is wrong with it.
#[derive(Default)]
struct Tokens {
    tokens: Vec<(Token, Range<u32>)>,
    errors: Vec<SyntaxError>,
}

impl Sink for Tokens {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        if token != Token::Space {
            self.tokens.push((token, range));
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, error: SyntaxError) {
        self.errors.push(error);
    }
}

fn tokens(text: &str) -> Tokens {
    let mut tokens = Tokens::default();
    parse(text, &shape_of, &mut tokens);
    tokens
}

fn slice<'t>(text: &'t str, range: &Range<u32>) -> &'t str {
    &text[range.start as usize..range.end as usize]
}

/// Tags by their names, other tokens in their order, but for numbers, and the boards.
type Said = (Vec<(String, String)>, Vec<(Token, String)>, Vec<String>);

/// What a game says.
fn said(text: &str) -> Said {
    let (mut tags, mut others) = (Vec::new(), Vec::new());
    let mut name = String::new();
    for (token, range) in &tokens(text).tokens {
        let text = slice(text, range).to_owned();
        match token {
            Token::MoveNumber | Token::Periods | Token::TagOpen | Token::TagClose => {}
            Token::TagName => name = text,
            Token::TagValue => tags.push((name.clone(), text)),
            _ => others.push((*token, text)),
        }
    }
    tags.sort_by(|a, b| a.0.cmp(&b.0));
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let moves = resolve_game(text, &context).moves;
    let board = |half_move: &vgn_lsp::analysis::ResolvedMove| {
        let after = half_move.after.as_ref().map(|after| after.setup().clone());
        format!("{} {:?} {} {:?}", half_move.depth, half_move.color, half_move.number, after)
    };
    (tags, others, moves.iter().map(board).collect())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// The laws that hold for any text.
fn holds(text: &str, layout: &Layout) -> Result<(), TestCaseError> {
    let all = game_by_game(text, layout);
    let whole: String = all.iter().map(|(_, after)| after.as_str()).collect();
    let again = laid_out(&whole, layout);
    prop_assert_eq!(&again, &whole, "laid out again, of {:?}", text);
    if layout.comments != CommentLines::EmptyLines {
        prop_assert_eq!(games_by_lines(text), games_by_lines(&whole), "others read otherwise, of {:?}", text);
    }
    let mut cut = games(whole.as_bytes());
    for (range, after) in &all {
        let before = &text[range.clone()];
        // White space between two games may be the first one's.
        let found = cut.next().map(|span| whole[span.range].trim().to_owned());
        prop_assert_eq!(found.as_deref(), Some(after.trim()), "the games are cut otherwise, of {:?}", text);
        if before == after {
            continue;
        }
        prop_assert_eq!(said(before), said(after), "of {:?}", before);
        let mut left: Vec<&str> = lines(after).collect();
        let broken = tokens(before);
        let stray = broken.tokens.iter().filter(|(token, _)| matches!(token, Token::Stray | Token::Escape));
        for (_, range) in stray {
            for line in lines_of(before, range) {
                prop_assert!(left.contains(&line), "{:?} of {:?} in {:?}", line, before, after);
            }
        }
        let ends_line = |text: &str| text.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
        prop_assert!(ends_line(before) == ends_line(after), "{:?}", before);
        // What is broken keeps lines beside it, and so do tags that other readers would find no longer.
        let is_faulty = !broken.errors.is_empty() || !broken_lines(before, &broken).is_empty();
        let (new, broken) = (tokens(after), broken_lines(before, &broken));
        for line in lines_that_end_with_blanks(after, &new) {
            let stays = broken.contains(&line)
                || ((is_faulty || line.starts_with('[')) && lines(before).any(|kept| kept == line));
            prop_assert!(stays, "{:?} ends with a blank in {:?}, of {:?}", line, after, before);
        }
        left.retain(|line| line.chars().count() > layout.width as usize);
        let kept: Vec<_> = lines(before).collect();
        for line in left {
            // A token that is longer, or nearly, with the brackets round it; or a line that stays.
            let in_line = |range: &Range<u32>| {
                lines(slice(after, range))
                    .any(|part| line.contains(part) && part.chars().count() + 4 > layout.width as usize / 2)
            };
            let long = new.tokens.iter().any(|(_, range)| in_line(range));
            prop_assert!(long || kept.contains(&line), "{:?} is too long in {:?}", line, after);
        }
    }
    Ok(())
}

/// The lines on which something is broken, or that only some readers know: they stay.
fn broken_lines<'t>(text: &'t str, found: &Tokens) -> Vec<&'t str> {
    let stray = found.tokens.iter().filter(|(token, _)| matches!(token, Token::Stray | Token::Escape));
    let wrong = found.errors.iter().map(|error| &error.range);
    stray.map(|(_, range)| range).chain(wrong).flat_map(|range| lines_of(text, range)).collect()
}

/// The lines behind which white space stands that is no part of a token or of a tag on several lines.
fn lines_that_end_with_blanks<'t>(text: &'t str, found: &Tokens) -> Vec<&'t str> {
    let ends = text.match_indices(['\n', '\r']).map(|(end, _)| end).chain([text.len()]);
    let bare = ends.filter(|end| {
        let blank = text[..*end].ends_with([' ', '\t']).then(|| *end as u32 - 1);
        let before = |blank: u32| found.tokens.iter().rev().find(|(_, range)| range.start <= blank);
        let in_tag = |token| matches!(token, Token::TagOpen | Token::TagName | Token::TagValue);
        blank.is_some_and(|blank| before(blank).is_none_or(|(token, range)| !in_tag(*token) && range.end <= blank))
    });
    bare.flat_map(|end| lines_of(text, &(end as u32..end as u32))).collect()
}

/// The whole lines that hold a range.
fn lines_of<'t>(text: &'t str, range: &Range<u32>) -> impl Iterator<Item = &'t str> + use<'t> {
    let start = text[..range.start as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let end = text[range.end as usize..].find(['\n', '\r']).map_or(text.len(), |end| range.end as usize + end);
    lines(&text[start..end])
}

#[test]
fn real_files_are_laid_out_for_good() {
    let files = files();
    assert!(files.len() > 10, "{}", files.len());
    for (name, text) in files {
        for layout in layouts() {
            let held = holds(&text, &layout);
            assert!(held.is_ok(), "{name}: {held:?}");
        }
    }
}

#[test]
fn damaged_files_are_laid_out_for_good() {
    let files = files();
    let mut damage = Damage::new(1);
    for round in 0..150 {
        let (name, text) = &files[damage.below(files.len())];
        let start = floor_char(text, damage.below(text.len().max(1)));
        let end = floor_char(text, start + 3000);
        let bytes = damage.damaged(&text.as_bytes()[start..end]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let layout = layouts()[round % 4];
        let held = holds(&text, &layout);
        assert!(held.is_ok(), "{name}: {held:?}");
    }
}

/// Empty lines and others at every border of tokens, and games that no empty line parts.
#[test]
fn games_with_gaps_are_laid_out_for_good() {
    for (name, text) in files() {
        let is_short = |span: &Span| span.is_game && span.binary.is_none() && span.range.len() < 1200;
        let Some(span) = games(text.as_bytes()).find(is_short) else { continue };
        for (n, game) in with_gaps(&text[span.range]).enumerate() {
            let parting = if n % 3 == 0 { "" } else { "\n" };
            let held = holds(&format!("{game}{parting}{game}"), &layouts()[n % 3]);
            assert!(held.is_ok(), "{name}: {held:?}");
        }
    }
}

/// What the other commands write in PGN's export format is laid out already.
#[test]
fn exported_games_stay() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let mut exported = 0;
    for (name, text) in files() {
        for span in games(text.as_bytes()).filter(|span| span.is_game && span.binary.is_none()) {
            let Ok(export) = export_pgn(&text[span.range], &context) else { continue };
            // What is not PGN is written as it stands.
            if export.losses.is_empty() && tokens(&export.text).errors.is_empty() {
                exported += 1;
                let layout = Layout { tags: vgn_lsp::format::TagOrder::Export, ..Layout::default() };
                assert_eq!(laid_out(&export.text, &layout), export.text, "{name}");
            }
        }
    }
    assert!(exported > 200, "{exported}");
}

/// Parts that games are made of.
fn part() -> impl Strategy<Value = String> {
    const PARTS: &[&str] = &[
        "[Event \"a\"]",
        "[GameFormat \"VGN\"]",
        "[MoveFormat \"MCN\"]",
        "[Result \"*\"]  [White",
        " \"b\"]",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]",
        "1. e4 ",
        "1.e4",
        "e5",
        "1... e5 ",
        "1.5 e7e5",
        "e2e4 ",
        "2 . Nf3",
        "2.. .Nc6",
        "(1. d4",
        "(",
        ")",
        ") ",
        "$1",
        "!?",
        "{a}",
        "{a\nlonger comment of some words}",
        "{[%clk 0:01:00]}",
        "{",
        "; line",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\n\r",
        "1-0\r",
        "  ",
        "\n% escape\n",
        "<x>",
        "*",
        " * ",
        "1-0\n\n",
        "\u{feff}",
        "\u{a0}",
    ];
    prop_oneof![9 => prop::sample::select(PARTS).prop_map(str::to_owned), 1 => "[ -~é\n]{0,5}"]
}

/// Half-moves with white space of all kinds, numbers or none, comments and variations.
fn sound_game() -> impl Strategy<Value = String> {
    let space = prop::sample::select(vec![" ", "\n", "  ", "\t", "\r\n", " \n "]);
    let behind = prop::sample::select(vec![
        "",
        "",
        "",
        "{a}",
        "{word word word word word word word word word word}",
        "$1",
        "!",
        "{a\n b}",
        "{}",
    ]);
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    prop::collection::vec((space, behind, any::<bool>(), 0..8usize), 0..60).prop_map(move |plies| {
        let mut text = "[Event \"a\"]\n\n".to_owned();
        for (n, (space, behind, numbered, variation)) in plies.into_iter().enumerate() {
            let (number, black) = (n / 2 + 1, n % 2 == 1);
            if numbered {
                text += &format!("{number}{}{space}", if black { "..." } else { "." });
            }
            text += &format!("{}{behind}{space}", moves[n % 4]);
            if variation == 0 {
                let alternative = ["Nc3", "Nc6", "Nh3", "Nh6"][n % 2];
                text += &format!("({space}{alternative} {behind}){space}");
            }
        }
        text + "*\n"
    })
}

fn layout() -> impl Strategy<Value = Layout> {
    (0..4usize, 20..90u32).prop_map(|(n, width)| Layout { width, ..layouts()[n] })
}

proptest! {

    #[test]
    fn any_text_is_laid_out_for_good(parts in prop::collection::vec(part(), 0..30), layout in layout()) {
        holds(&parts.concat(), &layout)?;
    }

    /// Of two sound games that differ in white space and numbers alone, the same is made.
    #[test]
    fn sound_games_are_laid_out_alike(text in sound_game(), layout in layout()) {
        holds(&text, &layout)?;
        let (tags, movetext) = text.split_once("\n\n").expect("there are tags");
        let is_comment = movetext.contains('{');
        let plain = Layout { moves: MoveLines::Filled, variations: VariationLines::Filled, ..layout };
        if !is_comment && plain.numbers != Numbers::Keep {
            let words: Vec<&str> = movetext.split_whitespace().collect();
            let other = format!("{tags}\n\n{}\n", words.join("\n"));
            prop_assert_eq!(laid_out(&text.replace("\r\n", "\n"), &plain), laid_out(&other, &plain));
        }
    }
}
