//! Legal moves in the game's notation.

use vgn_engine::notation::{SAN, TokenContent};
use vgn_engine::rules::Play;

use super::matching::{MatchKind, TypedWord};
use super::move_frequencies::MoveFrequencies;
use super::ranking::MoveRank;
use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite, ItemDocumentation};
use crate::hover;

/// The possible half-moves, most likely first: those that start with the typed text, otherwise those that may be meant.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::Movetext { typed, word, .. } = &site.syntax else { return Vec::new() };
    // A number, except that `0` may start `0-0`.
    if !typed.is_empty() && typed.bytes().all(|b| b.is_ascii_digit()) && typed != "0" {
        return Vec::new();
    }
    let Some(board) = site.board() else { return Vec::new() };
    if board.before.variant_end().is_some() {
        return Vec::new();
    }
    let played = MoveFrequencies::of(site, board);
    let typed = TypedWord::new(typed);
    let mut found: Vec<(MatchKind, MoveRank, CompletionItem)> = Vec::new();
    for m in board.before.legal_moves() {
        let play = Play::Move(m);
        if board.replaced.contains(&play) {
            continue;
        }
        let next = board.with(&play);
        let Some(text) = next.text() else { continue };
        let Some(match_kind) = typed.compare(&text, &next) else { continue };
        let mut item = CompletionItem::new(CompletionKind::HalfMove, word, text);
        if board.notation.content == TokenContent::Boards
            && let Ok(name) = next.spell(&SAN)
        {
            // Boards are selected by typing SAN.
            item.filter = Some(format!("{name} {}", item.text));
            item.label = name;
        }
        if match_kind != MatchKind::Begun {
            item.filter = Some(typed.text().to_owned());
        }
        item.is_begun = match_kind == MatchKind::Begun && !typed.text().is_empty();
        let numbers = played.numbers(&play);
        let games = numbers.map_or(0, |numbers| numbers.games);
        let rank = MoveRank::of(&next, m, &item.label, (played.times(&play), games));
        let words = hover::in_words(&board.before, &play, &next.after);
        let parts = numbers.map(|numbers| numbers.words.clone()).into_iter().chain([words]);
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        item = item.detail(parts.join(" · "));
        item.about = ItemDocumentation::Play(play);
        found.push((match_kind, rank, item));
    }
    let best = found.iter().map(|(match_kind, ..)| *match_kind).min();
    // Small letters may stand for capitals; weaker matches are used only if no move starts with the word.
    found.retain(|(match_kind, ..)| match best {
        Some(MatchKind::Begun) => matches!(match_kind, MatchKind::Begun | MatchKind::InOtherCase),
        // In a wrong word either the piece or the square may be right.
        Some(MatchKind::ToSquare | MatchKind::SamePiece(_)) => true,
        _ => Some(*match_kind) == best,
    });
    found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    found.into_iter().map(|(_, _, item)| item).collect()
}
