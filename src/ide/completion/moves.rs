//! Legal moves, as the game's notation spells them.

use super::matching::{Typed, Way};
use super::place::Place;
use super::played::Played;
use super::ranking::Rank;
use super::{About, Item, Kind, Site};
use crate::ide::hover;
use crate::notation::{SAN, TokenContent};
use crate::rules::Play;

/// The half-moves that can come here, the likeliest first. What is typed narrows them to those that begin so; where
/// none does, to those that may be meant.
pub fn items(site: &Site<'_>) -> Vec<Item> {
    let Place::Movetext { typed, word, .. } = &site.place else { return Vec::new() };
    // A number; but `0` may begin `0-0`.
    if !typed.is_empty() && typed.bytes().all(|b| b.is_ascii_digit()) && typed != "0" {
        return Vec::new();
    }
    let Some(board) = site.board() else { return Vec::new() };
    if board.before.variant_end().is_some() {
        return Vec::new();
    }
    let played = Played::near(site, board);
    let typed = Typed::new(typed);
    let mut found: Vec<(Way, Rank, Item)> = Vec::new();
    for m in board.before.legal_moves() {
        let play = Play::Move(m);
        if board.replaced.contains(&play) {
            continue;
        }
        let next = board.with(&play);
        let Some(text) = next.text() else { continue };
        let Some(way) = typed.compare(&text, &next) else { continue };
        let mut item = Item::new(Kind::HalfMove, word, text);
        if board.notation.content == TokenContent::Boards
            && let Ok(name) = next.spell(&SAN)
        {
            // Nobody types a board.
            item.filter = Some(format!("{name} {}", item.text));
            item.label = name;
        }
        if way != Way::Begun {
            item.filter = Some(typed.text().to_owned());
        }
        item.is_begun = way == Way::Begun && !typed.text().is_empty();
        let rank = Rank::of(&next, m, &item.label, played.times(&play));
        item = item.detail(hover::in_words(&board.before, &play, &next.after));
        item.about = About::Play(play);
        found.push((way, rank, item));
    }
    let best = found.iter().map(|(way, ..)| *way).min();
    // Small letters may stand for capital ones; all else is looked at only where nothing begins so.
    found.retain(|(way, ..)| match best {
        Some(Way::Begun) => matches!(way, Way::Begun | Way::InOtherCase),
        // Of a wrong word either the piece or the square may be meant.
        Some(Way::ToSquare | Way::SamePiece(_)) => true,
        _ => Some(*way) == best,
    });
    found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    found.into_iter().map(|(_, _, item)| item).collect()
}
