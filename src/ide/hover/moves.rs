//! Hover on a move: its heading, its effects, the move in other notations, and the board after it.
//!
//! The reason why a move is illegal is shown only without a diagnostic: editors show diagnostics in the same window.

use std::fmt;
use std::ops::Range;

use shakmaty::{CastlingSide, Color, Move, Role};
use vgn_engine::lint::{Code, Diagnostic, GameFormat};
use vgn_engine::notation::{EndMark, FCN, LAN, MCN, Notation, SAN, side_of};
use vgn_engine::replay::{HalfMove, ResolvedMove};
use vgn_engine::rules::{PlacedPiece, Play, Position, Variant, role_name};

use super::{Hover, HoverSite, boards, line};
use crate::line_of_play::{index_at, opening_of};
use crate::outline::Leaf;
use crate::{MarkupBlock, markup};

/// Number of half-moves of a line for which the opening is shown.
const OPENING: u32 = 40;
/// Maximum length of the opening's name in characters.
const LONGEST_NAME: usize = 44;

const UNKNOWN_BOARD: &str = "The board is not known here: an earlier move of this line cannot be played.";

/// The hover of a half-move.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let Some(found) = line::move_of(site, leaf) else { return Hover::new(&leaf.range, not_judged(site, &leaf.range)) };
    let (Some(before), Some(play), Some(after)) = (&found.before, &found.play, &found.after) else {
        let text = markup::code(site.slice(leaf));
        let mut blocks = vec![MarkupBlock::Headline(format!("{} {text}", number(site.resolved.format, found)))];
        let is_known = found.before.is_some();
        blocks.push(MarkupBlock::Text(if is_known { "The board before it:" } else { UNKNOWN_BOARD }.to_owned()));
        blocks.extend(found.before.iter().flat_map(|before| boards::blocks(before, site.view())));
        return Hover::new(&found.range, blocks);
    };
    let half_move = HalfMove { before, play, after, end: end_of_game(site, leaf) };
    let headed_by_san = site.resolved.notation.is_none_or(|notation| *notation == SAN);
    let headline = headline(&number(site.resolved.format, found), headed_by_san, &half_move)
        .unwrap_or_else(|| markup::code(site.slice(leaf)));
    let headline = [Some(headline), opening(site, found)].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let mut blocks = vec![MarkupBlock::Headline(headline)];
    let mut clauses = vec![describe_move(found)];
    clauses.extend(effects(before, play));
    clauses.extend(state(after));
    let others: &[&Notation] = if headed_by_san { &[&LAN, &MCN] } else { &[&SAN, &LAN, &MCN] };
    let mut paragraph = vec![clauses.join(", ")];
    paragraph.extend(others.iter().filter_map(|notation| {
        let text = half_move.spell(notation).ok()?;
        Some(format!("{} {}", notation.name, markup::code(&text)))
    }));
    blocks.push(MarkupBlock::Text(paragraph.join(" · ")));
    blocks.extend(unreported(site, found).map(MarkupBlock::Text));
    blocks.extend(claim(site, leaf, after).map(|claim| MarkupBlock::Text(claim.to_owned())));
    blocks.extend(boards::blocks_after(&half_move, site.view()));
    Hover::new(&found.range, blocks)
}

/// The heading of a half-move: number, SAN and FCN; in a game in another notation only FCN, which records the complete
/// move. `None` if neither notation can express it.
pub fn headline(number: &str, headed_by_san: bool, half_move: &HalfMove<'_>) -> Option<String> {
    if matches!(half_move.play, Play::Null) {
        return Some("The turn passes".to_owned());
    }
    let fcn = half_move.spell(&FCN).ok().map(|fcn| markup::code(&fcn));
    let san = half_move.spell(&SAN).ok().filter(|_| headed_by_san);
    match (san, fcn) {
        (Some(san), Some(fcn)) => Some(format!("{number} {san} · {fcn}")),
        (Some(san), None) => Some(format!("{number} {}", markup::code(&san))),
        (None, fcn) => fcn,
    }
}

/// The move number in the game's format: `5.` for White, `5...` or in VGN `5.5` for Black (rule C2).
pub fn number(format: GameFormat, found: &ResolvedMove) -> String {
    numbered(format, found.number, found.color)
}

/// Like [`number`], for a half-move outside of the game.
pub fn numbered(format: GameFormat, number: impl fmt::Display, color: Color) -> String {
    let black = if format == GameFormat::Vgn { "5" } else { ".." };
    format!("{number}.{}", color.fold_wb("", black))
}

/// A half-move's text, shortened for a label.
pub fn label_of(written: &str) -> String {
    const LONGEST: usize = 16;
    written.chars().take(LONGEST).collect()
}

/// `4. Nc3`: a half-move with its number, shortened for a label.
pub fn named_in_label(format: GameFormat, number: u32, color: Color, written: &str) -> String {
    format!("{} {}", numbered(format, number, color), label_of(written))
}

/// "White's move 3", "Black's move 12 in a variation".
pub fn describe_move(found: &ResolvedMove) -> String {
    let place = match found.depth {
        0 => String::new(),
        1 => " in a variation".to_owned(),
        depth => format!(" in a variation of depth {depth}"),
    };
    format!("{}'s move {}{place}", side(found.color), found.number)
}

/// The name of a side.
pub fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The effects of a half-move besides the displacement of a piece.
fn effects(before: &Position, play: &Play) -> Vec<String> {
    let takes = |role, square| format!("takes {}", PlacedPiece { role, square });
    let becomes = |role: Role| format!("becomes a {}", role_name(role));
    match *play {
        Play::Move(Move::Normal { to, capture, promotion, .. }) => {
            capture.map(|role| takes(role, to)).into_iter().chain(promotion.map(becomes)).collect()
        }
        Play::Move(Move::EnPassant { from, to }) => {
            let pawn = shakmaty::Square::from_coords(to.file(), from.rank());
            vec![format!("{} en passant", takes(Role::Pawn, pawn))]
        }
        Play::Move(Move::Castle { king, rook }) => vec![match side_of(king, rook) {
            CastlingSide::KingSide => "castles king side".to_owned(),
            CastlingSide::QueenSide => "castles queen side".to_owned(),
        }],
        Play::Arrival { to, promotion, .. } => {
            before.board().role_at(to).map(|role| takes(role, to)).into_iter().chain(promotion.map(becomes)).collect()
        }
        Play::Move(Move::Put { role, .. }) => vec![format!("drops a {} from the pocket", role_name(role))],
        Play::Null => Vec::new(),
    }
}

/// The state of the game after a move, if it is special.
fn state(after: &Position) -> Option<String> {
    if let Some(end) = after.variant_end() {
        return Some(format!("which ends the game, for {end}"));
    }
    let state = if after.is_checkmate() {
        "checkmate"
    } else if after.is_check() {
        "check"
    } else if after.is_stalemate() {
        "stalemate"
    } else {
        return None;
    };
    Some(state.to_owned())
}

/// The end mark of the main line's last half-move in FCN, from the terminator (rule F3).
fn end_of_game(site: &HoverSite<'_>, leaf: &Leaf) -> EndMark {
    let is_last = |found: &Leaf| found.line == 0 && found.token == leaf.token && found.range.start > leaf.range.start;
    if leaf.line != 0 || site.outline.leaves().iter().any(is_last) {
        return EndMark::None;
    }
    match site.outline.terminator() {
        Some("1-0" | "0-1") => EndMark::Won,
        Some("1/2-1/2") => EndMark::Drawn,
        _ => EndMark::None,
    }
}

/// The opening of a half-move near the beginning of a game.
fn opening(site: &HoverSite<'_>, found: &ResolvedMove) -> Option<String> {
    let moves = &site.resolved.moves;
    let at = index_at(moves, found.range.start)?;
    let (opening, _) = opening_of(moves, at).filter(|_| found.ply < OPENING)?;
    // Part of the one-line heading, as hovers have little height.
    let name = match opening.name.char_indices().nth(LONGEST_NAME) {
        Some((cut, _)) => format!("{}…", opening.name[..cut].trim_end_matches([' ', ','])),
        None => opening.name.to_owned(),
    };
    Some(format!("{} {name}", opening.eco))
}

/// A draw by rule or by claim (rule D5).
fn claim(site: &HoverSite<'_>, leaf: &Leaf, after: &Position) -> Option<&'static str> {
    let history = line::history(site, &line::line_to(site, leaf))?;
    if after.is_checkmate() || after.is_stalemate() || after.variant_end().is_some() {
        None
    } else if after.dead() {
        Some(match after.variant() {
            Variant::Chess => "Neither side can mate any more: the game is drawn.",
            _ => "Neither side can win any more: the game is drawn.",
        })
    } else if history.fivefold() {
        Some("The position has occurred for the fifth time: the game is drawn.")
    } else if after.seventy_five_moves() {
        Some("Each side has made 75 moves without a capture or a pawn move: the game is drawn.")
    } else if history.threefold() {
        Some("The position has occurred for the third time or more: a draw can be claimed.")
    } else if after.fifty_moves() {
        Some("Each side has made 50 moves without a capture or a pawn move: a draw can be claimed.")
    } else {
        None
    }
}

/// The effects of a half-move in a few words.
pub fn in_words(before: &Position, play: &Play, after: &Position) -> String {
    let mut clauses = effects(before, play);
    clauses.extend(state(after));
    clauses.join(", ")
}

/// The reason why the move is illegal, if its diagnostic is switched off.
fn unreported(site: &HoverSite<'_>, found: &ResolvedMove) -> Option<String> {
    let illegal = found.illegal.as_ref()?;
    let is_reported =
        diagnostic_of(site, found, &[Code::IllegalMove, Code::BoardNotReachable, Code::NullMove]).is_some();
    (!is_reported).then(|| format!("Illegal move: {illegal}."))
}

/// The first diagnostic with one of the codes that overlaps a half-move.
fn diagnostic_of<'s>(site: &'s HoverSite<'_>, found: &ResolvedMove, codes: &[Code]) -> Option<&'s Diagnostic> {
    let meets = |range: &Range<u32>| range.start < found.range.end && found.range.start < range.end;
    let mut diagnostics = site.resolved.report.diagnostics.iter();
    diagnostics.find(|diagnostic| codes.contains(&diagnostic.code) && meets(&diagnostic.range))
}

/// Why no move of the game is checked, unless a diagnostic at the half-move tells it.
fn not_judged(site: &HoverSite<'_>, half_move: &Range<u32>) -> Vec<MarkupBlock> {
    let mut elsewhere = site.resolved.report.diagnostics.iter().filter(|found| found.range != *half_move);
    let reason = elsewhere.find(|diagnostic| match diagnostic.code {
        Code::InvalidSetup => site.resolved.start.is_none(),
        code => matches!(code, Code::UnknownMoveFormat | Code::UnknownVariant | Code::MovesAfterSetupEndMark),
    });
    let text = match reason.map(|found| sentence(&found.message)) {
        Some(why) if why.contains("moves are not checked") => why,
        Some(why) => format!("The moves of this game are not checked. {why}"),
        None => "The moves of this game are not checked.".to_owned(),
    };
    vec![MarkupBlock::Text(text)]
}

/// A message as a sentence.
fn sentence(message: &str) -> String {
    let end = if message.ends_with(['.', '?']) { "" } else { "." };
    format!("{}{end}", markup::capital(message))
}
