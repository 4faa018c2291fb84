//! Inline completion: the most likely next half-move, shown at the cursor without a request.

use std::ops::Range;

use shakmaty::Move;
use vgn_engine::rules::Play;
use vgn_engine::syntax::Token;

use super::syntax_context::SyntaxContext;
use super::{CompletionQuery, CompletionSite, is_ended_by_blank, numbers};
use crate::continuations::book_continuation;
use crate::occurrences::PositionKey;
use crate::outline::GameOutline;

/// An inline completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineCompletion {
    /// The typed part of the word at the cursor, in bytes of the game's text.
    pub range: Range<u32>,
    /// The text to insert, which begins with the typed part.
    pub text: String,
}

/// The half-move that other games play most often from the board at the cursor, with its number if it needs one;
/// otherwise the book move with most openings. `played`: the half-moves of other games, most frequent first. `None` if
/// other text follows the cursor, or if cancelled.
pub fn inline(
    query: &CompletionQuery<'_>,
    played: &dyn Fn(PositionKey) -> Option<Vec<Play>>,
) -> Option<InlineCompletion> {
    let text = query.text.get(..query.offset as usize)?;
    let before = GameOutline::new(text, query.context.cancel);
    let touching = before.leaves().last().filter(|leaf| leaf.range.end == query.offset);
    let touching = touching.map(|leaf| leaf.token);
    if !touching.is_some_and(is_ended_by_blank) {
        return here(query, before, played);
    }
    // The half-move at the cursor may be incomplete; if it is complete, the next one follows a blank.
    if touching == Some(Token::Move)
        && let Some(found) = here(query, before, played)
    {
        return Some(found);
    }
    let (at, mut parted) = (query.offset as usize, query.text.to_owned());
    parted.insert(at, ' ');
    let behind =
        CompletionQuery { text: &parted, offset: query.offset.checked_add(1)?, kept: &|| None, today: None, ..*query };
    let before = GameOutline::new(&parted[..=at], query.context.cancel);
    let found = here(&behind, before, played).filter(|found| found.range.is_empty())?;
    Some(InlineCompletion { range: query.offset..query.offset, text: format!(" {}", found.text) })
}

/// The inline completion without an additional blank.
fn here(
    query: &CompletionQuery<'_>,
    before: GameOutline<'_>,
    played: &dyn Fn(PositionKey) -> Option<Vec<Play>>,
) -> Option<InlineCompletion> {
    let rest = query.text.get(query.offset as usize..)?;
    let behind = rest.trim_start();
    let is_end = behind.is_empty() || [")", "*", "1-0", "0-1", "1/2-1/2"].iter().any(|end| behind.starts_with(end));
    if !is_end || rest.starts_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let site = CompletionSite::new(query, before);
    let SyntaxContext::Movetext { typed, word, .. } = &site.syntax else { return None };
    let board = site.board().filter(|board| !board.is_assumed && !board.has_ended())?;
    let legal = board.before.legal_moves();
    let plain = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    let is = |m: &Move| board.with(&Play::Move(*m)).text().is_some_and(|text| plain(&text) == plain(typed));
    if !typed.is_empty() && legal.iter().any(is) {
        return None;
    }
    let fits = |play: &Play| play.as_move().is_some_and(|m| legal.contains(&m)) && !board.replaced.contains(play);
    let number = numbers::items(&site).pop().map(|item| item.text).unwrap_or_default();
    let number = if number.is_empty() || number.ends_with(' ') { number } else { format!("{number} ") };
    let written = |play: &Play| {
        let half_move = board.with(play).text()?;
        let with_number = format!("{number}{half_move}");
        let fitting = [with_number, half_move].into_iter().find(|text| text.starts_with(typed.as_str()))?;
        (fitting.len() > typed.len()).then_some(fitting)
    };
    let played = played(PositionKey::of(&board.before))?.into_iter().filter(fits).find_map(|play| written(&play));
    let text = played.or_else(|| written(&book_continuation(&board.before, &board.replaced)?))?;
    (!query.context.cancel.is_cancelled()).then_some(InlineCompletion { range: word.start..query.offset, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::continuations::{MoveStatsBuilder, position_moves};
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::FastPass;

    /// The game with the inline completion at `|`.
    fn shown(marked: &str, others: &[&str]) -> String {
        let offset = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let query = CompletionQuery::alone(&text, offset as u32, context);
        let played = |wanted| {
            let (mut ways, mut fast_pass) = (MoveStatsBuilder::default(), FastPass::default());
            for game in others {
                let found = position_moves(game, wanted, &context, &mut fast_pass)?;
                ways.add(0, &found.out, found.result);
            }
            Some(ways.sorted().into_iter().map(|way| way.play).collect())
        };
        let Some(inline) = inline(&query, &played) else { return text };
        assert!(inline.text.starts_with(&text[inline.range.start as usize..inline.range.end as usize]));
        format!("{}‹{}›{}", &text[..inline.range.start as usize], inline.text, &text[offset..])
    }

    #[test]
    fn what_other_games_play_comes_first_and_then_the_book() {
        let others = ["1. e4 e5 2. f4 (2. d4) exf4 *", "1. e4 e5 2. f4 *", "1. e4 e5 2. Nf3 *"];
        assert_eq!(shown("1. e4 e5 |", &others), "1. e4 e5 ‹2. f4›");
        assert_eq!(shown("1. e4 e5\n| *", &others), "1. e4 e5\n‹2. f4› *");
        assert_eq!(shown("1. e4 e5 2. N|", &others), "1. e4 e5 2. ‹Nf3›", "what is typed is kept");
        assert_eq!(shown("1. e4 e5 2. f4 (|)", &others), "1. e4 e5 2. f4 (‹2. Nf3›)", "it is no alternative to itself");
        assert_eq!(shown("1. e4 |", &others), "1. e4 ‹e5›");
        assert_eq!(shown("1. e4 |", &[]), "1. e4 ‹e5›");
        assert_eq!(shown("1. e4 {good} |", &[]), "1. e4 {good} ‹1... e5›");
        assert_eq!(shown("1. e4 e5|", &others), "1. e4 e5‹ 2. f4›", "the blank comes with it");
        assert_eq!(shown("1. e4 e5!?|", &others), "1. e4 e5!?‹ 2. f4›");
        assert_eq!(shown("1. e4 e5 $1| *", &others), "1. e4 e5 $1‹ 2. f4› *");
        assert_eq!(shown("1. e4 {good}|", &[]), "1. e4 {good}‹ 1... e5›");
        assert_eq!(
            shown("1. e4 (1. d4 d5) 1... e5 2. f4 (2. d4|)", &others),
            "1. e4 (1. d4 d5) 1... e5 2. f4 (2. d4‹ exd4›)"
        );
        let fcn = "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 ";
        assert_eq!(shown(&format!("{}|", fcn.trim_end()), &others), format!("{}‹ 2. Pf2-f4›", fcn.trim_end()));
        assert_eq!(shown(&format!("{fcn}|"), &others), format!("{fcn}‹2. Pf2-f4›"));
    }

    #[test]
    fn nothing_is_shown_where_nothing_fits() {
        for text in [
            "1. e4 |e5",
            "1. e4 | e5",
            "[White \"|\"]",
            "1. e4 {x|}",
            "1. e4 Ke4|",
            "1. e4 e5 2. N|x",
            "1. f3 e5 2. g4 Qh4#|",
            "1. e4 e5 *|",
            "1. Ke4 |",
            "1. f3 e5 2. g4 Qh4# |",
        ] {
            assert_eq!(shown(text, &["1. e4 e5 2. Nf3 *"]), text.replace('|', ""), "{text}");
        }
    }
}
