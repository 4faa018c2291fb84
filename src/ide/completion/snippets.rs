//! Snippets: a new game with its roster, a study chapter, and a variation.

use vgn_engine::lint::FileKind;
use vgn_engine::syntax::Token;
use vgn_engine::syntax::tag_list::roster;

use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite};
use crate::hover;
use crate::outline::Leaf;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";

/// The snippets that fit the cursor, if the client supports them.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    if !site.query.snippets {
        return Vec::new();
    }
    match &site.syntax {
        SyntaxContext::Outside { word } => {
            beginnings(site, &CompletionItem::new(CompletionKind::Snippet, word, ""), "")
        }
        SyntaxContext::Movetext { typed, word, .. } => {
            let before: Vec<&Leaf> = site.before.leaves().iter().filter(|leaf| leaf.range.start < word.start).collect();
            let begins = before.last().is_none_or(|leaf| leaf.token == Token::Terminator && leaf.line == 0);
            let follows = before.last().is_some_and(|leaf| !matches!(leaf.token, Token::MoveNumber | Token::Periods));
            let item = CompletionItem::new(CompletionKind::Snippet, word, "");
            if begins {
                beginnings(site, &item, typed)
            } else if follows && typed.is_empty() && word.start == word.end {
                variation(site, item).into_iter().collect()
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}

/// The snippets for a new game whose names contain a word that starts with the typed text.
fn beginnings(site: &CompletionSite<'_>, item: &CompletionItem, typed: &str) -> Vec<CompletionItem> {
    let all = [game(site, item.clone()), chapter(site, item, false), chapter(site, item, true)];
    let is_called = |item: &CompletionItem| item.label.split(' ').any(|word| word.starts_with(typed));
    all.into_iter().filter(is_called).collect()
}

/// A study chapter as lichess writes it, from the initial position or another one.
fn chapter(site: &CompletionSite<'_>, item: &CompletionItem, has_board: bool) -> CompletionItem {
    let is_vgn = site.query.context.kind == FileKind::Vgn;
    let (format, result) = if is_vgn { ("[GameFormat \"VGN\"]\n", "Unfinished") } else { ("", "*") };
    let today = site.query.today.as_deref().unwrap_or("????.??.??");
    let (board, first, next) = if has_board {
        // In VGN the `SetUp` tag itself holds the board.
        let tags = match is_vgn {
            true => format!("[SetUp \"${{5:{INITIAL}}}\"]\n"),
            false => format!("[SetUp \"1\"]\n[FEN \"${{5:{INITIAL} - 0 1}}\"]\n"),
        };
        (tags, "${6:1.}", "${7:title}")
    } else {
        (String::new(), "1.", "${5:title}")
    };
    let text = format!(
        "{format}[Event \"${{1:Study}}: ${{2:Chapter}}\"]\n[Site \"?\"]\n[Date \"{today}\"]\n[Round \"-\"]\n\
         [White \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n[UTCDate \"{today}\"]\n[Annotator \"${{3:?}}\"]\n\
         [ECO \"${{4:?}}\"]\n{board}\n{{{next}}} {first} $0 *\n"
    );
    let (label, detail) = if has_board {
        ("study chapter from a board", "a chapter of a study that begins on another board")
    } else {
        ("study chapter", "a chapter of a study with its title")
    };
    let item = CompletionItem {
        label: label.to_owned(),
        is_snippet: true,
        filter: Some(label.to_owned()),
        text,
        ..item.clone()
    };
    item.detail(detail)
}

/// The roster with today's date, and a terminator linked to the result.
fn game(site: &CompletionSite<'_>, item: CompletionItem) -> CompletionItem {
    let is_vgn = site.query.context.kind == FileKind::Vgn;
    let mut text = String::new();
    if is_vgn {
        text += "[GameFormat \"VGN\"]\n";
    }
    for (n, name) in roster().into_iter().enumerate().map(|(n, name)| (n + 1, name)) {
        let value = match name {
            "Date" => site.query.today.as_deref().unwrap_or("????.??.??"),
            // In VGN the result is in words and follows from the terminator (rule B8).
            "Result" if is_vgn => "Unfinished",
            "Result" => "*",
            _ => "?",
        };
        text += &format!("[{name} \"${{{n}:{value}}}\"]\n");
    }
    text += if is_vgn { "\n1. $0 *\n" } else { "\n1. $0 $7\n" };
    let item =
        CompletionItem { label: "game".to_owned(), is_snippet: true, filter: Some("game".to_owned()), text, ..item };
    item.detail("a new game with its seven tags")
}

/// A variation on the half-move before the cursor.
fn variation(site: &CompletionSite<'_>, item: CompletionItem) -> Option<CompletionItem> {
    let board = site.board().filter(|board| board.last.is_some())?;
    let number = i64::from(board.number) + board.ahead;
    let number = hover::numbered(board.format, number - i64::from(board.color.is_white()), !board.color);
    let item =
        CompletionItem { label: format!("({number} …)"), is_snippet: true, text: format!("({number} $0)"), ..item };
    Some(item.detail("a variation"))
}
