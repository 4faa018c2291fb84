//! Folding ranges: games, tag sections, and variations and comments of more than one line.
//!
//! Line-based clients hide the last line of a fold, but the main line may continue there after a variation's `)`. For
//! them a fold ends before such a line.

use std::borrow::Cow;
use std::ops::Range;

use vgn_engine::lint::Cancellation;
use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, Game, TagPair, TagSection, Variation};
use vgn_engine::syntax::tag_list::unescaped;
use vgn_engine::syntax::{NodeOrToken, SyntaxKind, SyntaxNode, Token, TreeCache, WalkEvent};

use crate::tree::{game_tree_among, solid};

/// Maximum length of a fold's text in characters.
const LONGEST_TEXT: usize = 100;

/// Number of tree events between checks for cancellation.
const MANY: usize = 1 << 14;

/// The kind of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FoldKind {
    Game,
    TagSection,
    Variation,
    Comment,
}

/// A folding range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Several lines, in bytes of the game's text.
    pub range: Range<u32>,
    pub kind: FoldKind,
    /// Maximum number of folds around it: 0 for a game, 1 for tags and for variations and comments of the main line.
    pub level: u32,
    /// The text to show for it; empty if its first line is best.
    pub text: String,
}

/// The client's way of folding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoldStyle {
    /// Only whole lines.
    pub whole_lines: bool,
    /// The last line of the game's text continues with another game.
    pub goes_on: bool,
}

/// The folds of one game's text, outer ones first. `cache` is shared between the trees of several games. After
/// cancellation in a large game the list is incomplete.
pub fn folds(text: &str, style: FoldStyle, cache: &mut TreeCache, cancel: &dyn Cancellation) -> Vec<Fold> {
    if !text.trim().contains(['\n', '\r']) {
        return Vec::new();
    }
    let Some(game) = game_tree_among(text, cache, cancel) else { return Vec::new() };
    let mut builder = FoldBuilder { text, style, first_line: None, folds: Vec::new() };
    builder.game(&game, cancel);
    builder.folds
}

/// Collects the folds of a game.
struct FoldBuilder<'t> {
    text: &'t str,
    style: FoldStyle,
    /// Start of the line of the last whole-line fold.
    first_line: Option<usize>,
    folds: Vec<Fold>,
}

impl FoldBuilder<'_> {
    fn game(&mut self, game: &Game, cancel: &dyn Cancellation) {
        let Some(range) = solid(game.syntax()) else { return };
        self.put(range, FoldKind::Game, 0, |_| title(game));
        let mut depth = 0;
        let mut lines: Option<Range<u32>> = None;
        for (count, event) in game.syntax().preorder_with_tokens().enumerate() {
            if count % MANY == MANY - 1 && cancel.is_cancelled() {
                return;
            }
            match event {
                WalkEvent::Enter(NodeOrToken::Token(token)) => {
                    let Some(comment) = Comment::cast(token.clone()) else {
                        if token.kind() != SyntaxKind::Token(Token::Space) {
                            self.line_comments(&mut lines, depth);
                        }
                        continue;
                    };
                    if comment.is_line() {
                        let start = lines.map_or(comment.range().start, |lines| lines.start);
                        lines = Some(start..comment.range().end);
                    } else {
                        self.line_comments(&mut lines, depth);
                        self.put(comment.range(), FoldKind::Comment, depth + 1, |lead| lead.summary("}"));
                    }
                }
                WalkEvent::Enter(NodeOrToken::Node(node)) => {
                    if let Some(variation) = Variation::cast(node.clone()) {
                        self.line_comments(&mut lines, depth);
                        depth += 1;
                        let range = solid(variation.syntax()).unwrap_or_else(|| variation.range());
                        self.put(range, FoldKind::Variation, depth, |lead| lead.summary(")"));
                    } else if let Some(section) = begun_section(node) {
                        // Comments may stand before the first tag.
                        self.line_comments(&mut lines, depth);
                        self.tags(&section);
                    }
                }
                WalkEvent::Leave(NodeOrToken::Node(node)) => {
                    self.line_comments(&mut lines, depth);
                    depth -= u32::from(Variation::cast(node).is_some());
                }
                WalkEvent::Leave(NodeOrToken::Token(_)) => {}
            }
        }
    }

    /// Folds from the first tag to the last, or from the second one if the game's fold starts on the first one's line.
    fn tags(&mut self, section: &TagSection) {
        let ranges: Vec<_> = section.tags().map(|tag| tag.range()).collect();
        let [.., last] = &ranges[..] else { return };
        let first = match self.first_line {
            Some(line) => ranges.iter().position(|tag| self.line_start(tag.start) > line),
            None => Some(0),
        };
        let Some(first) = first else { return };
        let count = ranges.len() - first;
        self.put(ranges[first].start..last.end, FoldKind::TagSection, 1, |_| format!("{count} tags"));
    }

    /// Folds consecutive line comments together.
    fn line_comments(&mut self, lines: &mut Option<Range<u32>>, depth: u32) {
        if let Some(range) = lines.take() {
            self.put(range, FoldKind::Comment, depth + 1, |lead| lead.summary(""));
        }
    }

    fn put(&mut self, range: Range<u32>, kind: FoldKind, level: u32, text: impl FnOnce(Lead<'_>) -> String) {
        let (start, mut end) = (range.start as usize, range.end as usize);
        let mut lead = start;
        if self.style.whole_lines {
            lead = self.line_start(range.start);
            if self.goes_on(end) {
                end = self.text[..end].rfind(['\n', '\r']).map_or(0, |last| self.text[..last].trim_end().len());
            }
            // Of two folds on one line a client uses only the first.
            if self.first_line.is_some_and(|line| line >= lead) {
                return;
            }
        }
        if end <= start || !self.text[start..end].contains(['\n', '\r']) {
            return;
        }
        self.first_line = self.style.whole_lines.then_some(lead);
        let text = text(Lead(&self.text[lead..end]));
        self.folds.push(Fold { range: range.start..end as u32, kind, level, text });
    }

    /// Unfolded text follows a place on its line.
    fn goes_on(&self, end: usize) -> bool {
        let rest = &self.text[end..];
        let line = rest.find(['\n', '\r']).map_or(rest, |line_end| &rest[..line_end]);
        !line.trim().is_empty() || (line.len() == rest.len() && self.style.goes_on)
    }

    fn line_start(&self, at: u32) -> usize {
        self.text[..at as usize].rfind(['\n', '\r']).map_or(0, |line_end| line_end + 1)
    }
}

/// The section whose first tag the node is.
fn begun_section(node: SyntaxNode) -> Option<TagSection> {
    let tag = TagPair::cast(node)?;
    let section = TagSection::cast(tag.syntax().parent()?)?;
    section.tags().next().filter(|first| first.syntax() == tag.syntax())?;
    Some(section)
}

/// The text from the start of the fold's first line.
struct Lead<'t>(&'t str);

impl Lead<'_> {
    /// The first line that has text after its brackets, with marks for the omitted text and the closing bracket.
    fn summary(&self, close: &str) -> String {
        let mut words = String::new();
        let mut lines = self.0.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
        for line in lines.by_ref() {
            words.push_str(line);
            // A bracket alone is not informative.
            if !words.ends_with(['(', '{', ';']) || words.len() > LONGEST_TEXT {
                break;
            }
        }
        let mut text: String = words.chars().take(LONGEST_TEXT).map(plain).collect();
        let is_whole = lines.next().is_none() && words.chars().count() <= LONGEST_TEXT;
        if !(is_whole && words.ends_with(close)) {
            text.push_str(" …");
            text.push_str(close);
        }
        text
    }
}

/// Players, result and event; empty if neither players nor event are known.
fn title(game: &Game) -> String {
    let value = |name: &str| {
        let value = game.tag(name).and_then(|tag| tag.value())?;
        let value = unescaped(value.unquoted());
        let known = value.trim();
        (!matches!(known, "" | "?" | "-")).then(|| known.chars().map(plain).collect::<String>())
    };
    let ended = game.terminator().map(|terminator| terminator.text().to_owned());
    let result = ended.filter(|result| result != "*").or_else(|| value("Result")).filter(|result| result != "*");
    let players = match (value("White"), value("Black")) {
        (None, None) => None,
        (white, black) => {
            let known = |name: Option<String>| name.map_or(Cow::Borrowed("?"), Cow::Owned);
            Some(format!("{} - {}", known(white), known(black)))
        }
    };
    let event = value("Event");
    if players.is_none() && event.is_none() {
        return String::new();
    }
    [players, result, event].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn plain(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    const LINES: FoldStyle = FoldStyle { whole_lines: true, goes_on: false };

    /// The lines of a text with their numbers, and the folds.
    fn check(text: &str, style: FoldStyle, expected: Expect) {
        let line = |at: u32| text[..at as usize].matches('\n').count();
        let column = |at: u32| at as usize - text[..at as usize].rfind('\n').map_or(0, |line_end| line_end + 1);
        let place = |at: u32| match style.whole_lines {
            true => line(at).to_string(),
            false => format!("{}:{}", line(at), column(at)),
        };
        let shown = folds(text, style, &mut TreeCache::default(), &|| false).into_iter().map(|fold| {
            let (start, end) = (place(fold.range.start), place(fold.range.end));
            format!("{} {start}-{end} {:?}: {}\n", fold.level, fold.kind, fold.text)
        });
        expected.assert_eq(&shown.collect::<String>());
    }

    const GAME: &str = "\n\n[Event \"Café\"]\n[White \"A \\\"B\\\"\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
                        1. e4 {king's\npawn} e5 (1... c5 2. Nf3 (2. c3\nd5)\n2... d6) 2. Nf3\n(2. f4\nexf4) \
                        (2. d4\nexd4\n)\n; one\n; two\n2... Nc6 1-0\n\n\n";

    #[test]
    fn a_game_and_what_is_in_it() {
        check(
            GAME,
            FoldStyle::default(),
            expect![[r#"
            0 2:0-17:12 Game: A "B" - ?, 1-0, Café
            1 2:0-5:14 TagSection: 4 tags
            1 7:6-8:5 Comment: {king's …}
            1 8:9-10:8 Variation: (1... c5 2. Nf3 (2. c3 …)
            2 8:25-9:3 Variation: (2. c3 …)
            1 11:0-12:5 Variation: (2. f4 …)
            1 12:6-14:1 Variation: (2. d4 …)
            1 15:0-16:5 Comment: ; one …
        "#]],
        );
        check(
            GAME,
            LINES,
            expect![[r#"
            0 2-17 Game: A "B" - ?, 1-0, Café
            1 3-5 TagSection: 3 tags
            1 8-9 Variation: pawn} e5 (1... c5 2. Nf3 (2. c3 …)
            1 12-14 Variation: exf4) (2. d4 …)
            1 15-16 Comment: ; one …
        "#]],
        );
    }

    #[test]
    fn a_game_of_vgn_with_boards() {
        let text = "[GameFormat \"VGN\"]\n[MoveFormat \"SFEN\"]\n\n\
                    1. rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq\n\
                    (1. rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq\n)\n*";
        check(
            text,
            LINES,
            expect![[r#"
            0 0-6 Game: 
            1 4-5 Variation: (1. rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq …)
        "#]],
        );
    }

    #[test]
    fn a_game_without_names_says_nothing_better_than_its_first_line() {
        check(
            "1. e4\ne5 *",
            LINES,
            expect![[r#"
            0 0-1 Game: 
        "#]],
        );
        check("1. e4 e5 *\n\n", LINES, expect![[""]]);
    }

    #[test]
    fn a_broken_game_is_folded_as_far_as_it_goes() {
        check(
            "[A \"b\n[C d]\n1. e4 (1. d4\nd5 {never\nclosed",
            LINES,
            expect![[r#"
            0 0-4 Game: 
            1 2-4 Variation: 1. e4 (1. d4 …)
            2 3-4 Comment: d5 {never …}
        "#]],
        );
        check(
            "1. e4 (1. d4\nd5 (1... Nf6\n2. c4",
            FoldStyle::default(),
            expect![[r#"
            0 0:0-2:5 Game: 
            1 0:6-2:5 Variation: (1. d4 …)
            2 1:3-2:5 Variation: (1... Nf6 …)
        "#]],
        );
    }

    #[test]
    fn the_line_of_another_game_is_not_hidden() {
        let goes_on = FoldStyle { goes_on: true, ..LINES };
        check(
            "1. e4\ne5\n1-0 ",
            goes_on,
            expect![[r#"
            0 0-1 Game: 
        "#]],
        );
        check("1. e4\n1-0 ", goes_on, expect![[""]]);
    }

    #[test]
    fn a_bracket_at_a_lines_end_takes_the_words_of_the_next() {
        let text = "1. e4 {\n  a comment\nthat is long } (\n1. d4\nd5 ({\nbest}\n1... Nf6\n2. c4)) e5\n*";
        let expected = expect![[r#"
            0 0:0-8:1 Game: 
            1 0:6-2:14 Comment: {a comment …}
            1 2:15-7:7 Variation: (1. d4 …)
            2 4:3-7:6 Variation: ({best} …)
            3 4:4-5:5 Comment: {best}
        "#]];
        check(text, FoldStyle::default(), expected);
        check(
            "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 (\n1. Pd2-d4 1.5 Pd7-d5\n2. Pc2-c4\n) 1.5 Pe7-e5 *",
            LINES,
            expect![[r#"
                0 0-5 Game: 
                1 2-4 Variation: 1. Pe2-e4 (1. Pd2-d4 1.5 Pd7-d5 …)
            "#]],
        );
    }

    #[test]
    fn a_title_is_made_by_the_same_rule_in_every_notation() {
        let tags = "[Event \"Café\"]\n[White \"A\"]\n[Black \"B\"]\n";
        for (more, movetext, result) in [
            ("[Result \"1-0\"]\n", "1. e4\n1-0", "1-0"),
            ("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n[Result \"White wins\"]\n", "1. Pe2-e4\n1-0", "1-0"),
            ("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n[Result \"Unfinished\"]\n", "1. Pe2-e4\n*", "Unfinished"),
            ("[MoveFormat \"MCN\"]\n[Result \"Draw\"]\n", "1. e2e4\n*", "Draw"),
        ] {
            for text in [format!("{tags}{more}\n{movetext}"), format!("{more}{tags}\n{movetext}")] {
                let found = folds(&text, LINES, &mut TreeCache::default(), &|| false);
                assert_eq!(found[0].text, format!("A - B, {result}, Café"), "{text}");
            }
        }
    }

    #[test]
    fn other_line_ends_end_lines_too() {
        let folded = |text: &str| folds(text, LINES, &mut TreeCache::default(), &|| false).len();
        assert_eq!((folded("1. e4\re5 *"), folded("1. e4\r\ne5 *"), folded("1. e4 e5 *\r\n")), (1, 1, 0));
    }

    #[test]
    fn a_large_game_is_folded_until_it_is_called_off() {
        let text = format!("1. e4\n{}*", "{a\nb}\n".repeat(50_000));
        assert_eq!(folds(&text, LINES, &mut TreeCache::default(), &|| false).len(), 50_001);
        assert!(folds(&text, LINES, &mut TreeCache::default(), &|| true).len() < 50_000);
    }
}
