//! Commands in comments, such as `[%clk 1:59:30]`, with example operands.

use std::ops::Range;

use vgn_engine::syntax::Token;

use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite, tag_values};
use crate::outline::Leaf;
use crate::{hover, markup};

/// Commands for users and example operands, without those that programs write for themselves.
const COMMANDS: [(&str, &str); 8] = [
    ("clk", "1:59:30"),
    ("emt", "0:00:04"),
    ("egt", "0:30:00"),
    ("mct", "1:59:30"),
    ("eval", "0.25"),
    ("csl", "Gd4,Re5"),
    ("cal", "Gd2d4,Re7e5"),
    ("mdl", "64"),
];

/// The commands that fit the comment.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::Command { word, closing } = &site.syntax else { return Vec::new() };
    let item = |(name, operands): &(&str, &str)| {
        let text = match site.query.snippets {
            true => format!("[%{name} ${{1:{operands}}}{closing}"),
            false => format!("[%{name} {operands}{closing}"),
        };
        let item = CompletionItem::new(CompletionKind::Command, word, text);
        let item = CompletionItem { label: format!("[%{name}]"), is_snippet: site.query.snippets, ..item };
        let item = CompletionItem { filter: Some(format!("[%{name}")), ..item }.detail(*operands);
        item.about(markup::capital(&format!("{}.", hover::note(name, operands).unwrap_or_default())))
    };
    COMMANDS.iter().map(item).chain(after(site, word, closing)).collect()
}

/// In VGN the command that assigns the comment to White's half-move although it stands after Black's (rule C4).
fn after(site: &CompletionSite<'_>, word: &Range<u32>, closing: &str) -> Option<CompletionItem> {
    let outline = &site.before;
    let comment = outline.leaves().last()?;
    let is_first = outline.slice(&(comment.range.start + 1..word.start)).trim().is_empty();
    if !is_first || !tag_values::is_vgn(outline, site.query.context.kind) {
        return None;
    }
    let line = outline.leaves().iter().rev().skip(1).filter(|leaf| leaf.line == comment.line);
    let is_near = |leaf: &&Leaf| matches!(leaf.token, Token::Move | Token::MoveNumber | Token::Periods | Token::Suffix);
    let mut moves = 0;
    let numbers = line.take_while(is_near).take_while(|leaf| {
        moves += usize::from(leaf.token == Token::Move);
        moves <= 2
    });
    let whites = numbers.filter(|leaf| leaf.token == Token::MoveNumber).map(|leaf| outline.slice(&leaf.range));
    let number = whites.filter_map(|number| number.strip_suffix('.')).find(|digits| !digits.contains('.'))?;
    let item = CompletionItem::new(CompletionKind::Command, word, format!("[%after {number}.{closing}"));
    let item = CompletionItem { label: "[%after]".to_owned(), filter: Some("[%after".to_owned()), ..item };
    Some(item.detail(format!("{number}.")).about("What the comment says is about White's half-move."))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::BoardStyle;
    use crate::completion::tests::{check, offered};
    use vgn_engine::lint::{Code, Context, FileKind, Settings};
    use vgn_engine::replay::check_game;

    #[test]
    fn commands_within_comments() {
        check("1. e4 {book [%¦", expect!["[%clk] [%emt] [%egt] [%mct] [%eval] [%csl] [%cal] [%mdl]"]);
        check("1. e4 {[%¦]} e5", expect!["[%clk] [%emt] [%egt] [%mct] [%eval] [%csl] [%cal] [%mdl]"]);
        check("1. e4 {[%clk 1:59:¦]} e5", expect![[""]]);
        check("1. e4 [%¦", expect![[""]]);
        let all = expect!["[%clk] [%emt] [%egt] [%mct] [%eval] [%csl] [%cal] [%mdl] [%after]"];
        check("[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 {[%¦]}", all);
        check(
            "[GameFormat \"VGN\"]\n\n1. e4 e5 {of it [%¦]}",
            expect!["[%clk] [%emt] [%egt] [%mct] [%eval] [%csl] [%cal] [%mdl]"],
        );
    }

    #[test]
    fn each_is_written_as_it_should_be_and_told_of() {
        let marked = "1. e4 {[%¦]} e5 *";
        let found = offered(marked);
        assert!(!found.items.is_empty());
        for (n, item) in found.items.iter().enumerate() {
            let text = format!("1. e4 {{{}]}} e5 *", item.text.replace("${1:", "").replace('}', ""));
            assert_eq!(item.range, 7..9, "the `]` stays");
            let settings = Settings::default();
            let context = Context::new(&settings, FileKind::Unknown);
            let report = check_game(&text, &context);
            assert!(report.diagnostics.iter().all(|found| found.code != Code::InvalidCommentCommand), "{text}");
            let said = found.documentation(n, BoardStyle::Ascii).expect("every command has a note");
            assert!(said.to_plain().len() > 10, "{said:?}");
        }
    }
}
