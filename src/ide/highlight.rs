//! Highlights for the cursor: matching brackets, the result in tag and terminator, and all moves of the piece along its
//! line.

use std::ops::Range;

use vgn_engine::replay::{Resolved, ResolvedMove};
use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, Game, TagPair, TagValue, Variation};
use vgn_engine::syntax::{SyntaxKind, SyntaxToken, Token};

use super::line_of_play::{before, index_at, steps};
use super::open_game::OpenGame;
use super::tree::{half_move_at, token_at};

/// A highlighted range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// In bytes of the game's text.
    pub range: Range<u32>,
    pub kind: HighlightKind,
}

/// The kind of a highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// A matching element.
    Text,
    /// The piece moves.
    Moves,
    /// The piece is captured.
    Taken,
}

/// The highlights for byte `place` of a game's text, or for the token that ends there, in text order.
pub fn highlights(open: &impl OpenGame, place: u32) -> Vec<Highlight> {
    let Some(game) = open.tree() else { return Vec::new() };
    let Some(token) = token_at(&game, place) else { return Vec::new() };
    let ranges = brackets(&token, place).or_else(|| {
        let [value, terminator] = result(&game)?;
        let own = TagPair::cast(token.parent()?);
        let range: Range<u32> = token.text_range().into();
        let is_result = range == terminator || own.is_some_and(|own| game.tag(RESULT) == Some(own));
        is_result.then(|| vec![value, terminator])
    });
    if let Some(ranges) = ranges {
        return ranges.into_iter().map(|range| Highlight { range, kind: HighlightKind::Text }).collect();
    }
    let Some(half_move) = half_move_at(&game, place) else { return Vec::new() };
    let resolved = if open.cancel().is_cancelled() { None } else { open.resolved() };
    resolved.map(|resolved| moves(&resolved, &half_move)).unwrap_or_default()
}

/// The ranges of the result in the tag and in the terminator, in bytes of the game's text, if both are equal and the
/// place is in one of them: they can be edited together.
pub fn linked_results(open: &impl OpenGame, place: u32) -> Option<[Range<u32>; 2]> {
    let linked = result(&open.tree()?)?;
    let [value, terminator] = linked.clone().map(|range| open.text().get(range.start as usize..range.end as usize));
    let is_there = linked.iter().any(|range| range.start <= place && place <= range.end);
    (is_there && value == terminator).then_some(linked)
}

const RESULT: &str = "Result";

/// The tag's value without its quotes, and the terminator.
fn result(game: &Game) -> Option<[Range<u32>; 2]> {
    let value: TagValue = game.tag(RESULT)?.value()?;
    let terminator = game.terminator()?.range();
    Some([value.unquoted_range(), terminator])
}

/// Both brackets of the element that the token opens or closes.
fn brackets(token: &SyntaxToken, place: u32) -> Option<Vec<Range<u32>>> {
    let whole: Range<u32> = match token.kind() {
        SyntaxKind::Token(Token::VariationOpen | Token::VariationClose) => {
            Variation::cast(token.parent()?).filter(Variation::is_closed)?.range()
        }
        SyntaxKind::Token(Token::TagOpen | Token::TagClose) => {
            let tag = TagPair::cast(token.parent()?)?;
            let kind = |token: Option<SyntaxToken>| token.map(|token| token.kind());
            let ends = [kind(tag.syntax().first_token()), kind(tag.syntax().last_token())];
            let both = [Token::TagOpen, Token::TagClose].map(|token| Some(SyntaxKind::Token(token)));
            (ends == both).then(|| tag.range())?
        }
        _ => {
            let comment = Comment::cast(token.clone()).filter(|comment| !comment.is_line() && comment.is_closed())?;
            let range = comment.range();
            (place <= range.start || place + 1 >= range.end).then_some(range)?
        }
    };
    Some(vec![whole.start..whole.start + 1, whole.end - 1..whole.end])
}

/// All moves of the piece that moves here: the earlier ones back to the game's start and the later ones in its line.
fn moves(resolved: &Resolved, token: &SyntaxToken) -> Vec<Highlight> {
    let start = u32::from(token.text_range().start());
    let Some(at) = index_at(&resolved.moves, start) else { return Vec::new() };
    let here = &resolved.moves[at];
    let Some((from, to)) = steps(here).first().copied() else { return Vec::new() };
    let moved = |half_move: &ResolvedMove| Highlight { range: half_move.range.clone(), kind: HighlightKind::Moves };
    let mut found = Vec::new();
    let mut square = from;
    for half_move in before(&resolved.moves[..at], here) {
        let Some(square_before) = square else { break };
        if let Some((from, _)) = steps(half_move).into_iter().find(|(_, to)| *to == square_before) {
            found.push(moved(half_move));
            square = from;
        }
    }
    found.reverse();
    found.push(moved(here));
    let mut square = to;
    let mut ply = here.ply;
    for half_move in &resolved.moves[at + 1..] {
        if (half_move.line, half_move.depth) != (here.line, here.depth) {
            continue;
        }
        ply += 1;
        let (Some(before), Some(after), true) = (&half_move.before, &half_move.after, half_move.ply == ply) else {
            break;
        };
        if let Some((_, to)) = steps(half_move).into_iter().find(|(from, _)| *from == Some(square)) {
            found.push(moved(half_move));
            square = to;
        } else if before.board().piece_at(square) != after.board().piece_at(square) {
            found.push(Highlight { range: half_move.range.clone(), kind: HighlightKind::Taken });
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_game::StandaloneGame;

    /// The text without its `|` and with its highlights: «moves», ‹captures›, and [[brackets and results]].
    fn shown(marked: &str) -> String {
        let place = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let found = highlights(&StandaloneGame::of(&text), place as u32);
        assert!(found.is_sorted_by_key(|found| found.range.start), "{found:?}");
        let mut out = text.clone();
        for found in found.iter().rev() {
            let (open, close) = match found.kind {
                HighlightKind::Text => ("⟦", "⟧"),
                HighlightKind::Moves => ("«", "»"),
                HighlightKind::Taken => ("‹", "›"),
            };
            out.insert_str(found.range.end as usize, close);
            out.insert_str(found.range.start as usize, open);
        }
        out
    }

    #[test]
    fn a_piece_is_followed_until_it_is_taken() {
        let text = "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nxd4 5. Qxd4 *";
        let at = |mark: &str| shown(&text.replacen(&mark.replace('|', ""), mark, 1));
        assert_eq!(at("N|f3"), "1. e4 e5 2. «Nf3» Nc6 3. d4 exd4 4. «Nxd4» ‹Nxd4› 5. Qxd4 *");
        assert_eq!(at("4. N|xd4"), at("N|f3"));
        assert_eq!(at("e|xd4"), "1. e4 «e5» 2. Nf3 Nc6 3. d4 «exd4» 4. ‹Nxd4› Nxd4 5. Qxd4 *");
        assert_eq!(at("Qxd4| *"), "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nxd4 5. «Qxd4» *");
    }

    #[test]
    fn a_half_moves_glyphs_are_the_half_move() {
        for at in ["Ng5|!?", "Ng5!|?", "Ng5!?|", "Ng5!? $|14", "|Ng5"] {
            let text = format!("1. Nf3 d5 2. {at} *");
            let expected = text.replace('|', "").replace("Nf3", "«Nf3»").replace("Ng5", "«Ng5»");
            assert_eq!(shown(&text), expected, "{at}");
        }
        let fcn = "[MoveFormat \"FCN\"]\n\n1. e4 (1. «Ng1-f3» 1.5 Pd7-d5 2. «Nf3-g5»!?)".replace("1. e4", "1. Pe2-e4");
        assert_eq!(shown(&fcn.replace(['«', '»'], "").replace("g5!?", "g5|!?")), fcn);
    }

    #[test]
    fn a_variation_goes_on_from_the_line_that_it_leaves() {
        assert_eq!(
            shown("1. Nf3 (1. Nc3 d5) 1... d5 (1... c5 (1... e5 2. N|xe5 d6 3. Nc4) 2. Nd4) 2. Ne5 *"),
            "1. «Nf3» (1. Nc3 d5) 1... d5 (1... c5 (1... e5 2. «Nxe5» d6 3. «Nc4») 2. Nd4) 2. Ne5 *"
        );
        assert_eq!(
            shown("1. Nf|3 (1. Nc3) d5 (1... c5 2. Nd4) 2. Ne5"),
            "1. «Nf3» (1. Nc3) d5 (1... c5 2. Nd4) 2. «Ne5»"
        );
    }

    #[test]
    fn king_and_rook_castle_and_pawns_promote() {
        let castled = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. «O-O» O-O 5. Re1 Re8 6. «Kf1»";
        assert_eq!(shown(&castled.replace(['«', '»'], "").replace("Kf1", "K|f1")), castled);
        let rook = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O «O-O» 5. Re1 «Re8» 6. Kf1";
        assert_eq!(shown(&rook.replace(['«', '»'], "").replace("Re8", "|Re8")), rook);
        let pawn = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. «a8=Q+» Kh7 2. «Qa7+»";
        assert_eq!(shown(&pawn.replace(['«', '»'], "").replace("Qa7", "|Qa7")), pawn);
        let victim = "1. e4 Nf6 2. e5 «d5» 3. ‹exd6›";
        assert_eq!(shown(&victim.replace(['«', '»', '‹', '›'], "").replace("d5", "d|5")), victim);
    }

    #[test]
    fn every_notation_and_broken_games_have_pieces() {
        let text = "[MoveFormat \"FCN\"]\n\n1. «Ng1-f3» 1.5 Pd7-d5 2. «Nf3-d4» (2. Nf3-e5";
        assert_eq!(shown(&text.replace(['«', '»'], "").replace("Nf3-d4", "Nf3|-d4")), text);
        assert_eq!(shown("1. N|f3 Ke4 2. Ng5"), "1. «Nf3» Ke4 2. Ng5", "nothing is known behind an illegal move");
        assert_eq!(shown("1. Nf3 Ke|4 2. Ng5"), "1. Nf3 Ke4 2. Ng5");
    }

    #[test]
    fn both_ends_of_brackets_belong_together() {
        assert_eq!(shown("[A| \"b\"] *"), "[A \"b\"] *");
        assert_eq!(shown("|[A \"b\"] *"), "⟦[⟧A \"b\"⟦]⟧ *");
        assert_eq!(shown("[A \"b\"]| *"), "⟦[⟧A \"b\"⟦]⟧ *");
        assert_eq!(shown("1. e4 |(1. d4 {x}) e5"), "1. e4 ⟦(⟧1. d4 {x}⟦)⟧ e5");
        assert_eq!(shown("1. e4 (1. d4 {x}|) e5"), "1. e4 ⟦(⟧1. d4 {x}⟦)⟧ e5");
        assert_eq!(shown("1. e4 (1. d4 {x|}) e5"), "1. e4 (1. d4 ⟦{⟧x⟦}⟧) e5");
        assert_eq!(shown("1. e4 {x |y} e5"), "1. e4 {x y} e5");
        for open in ["1. e4 |(1. d4", "1. e4 |{never", "|[A \"b\"\n1. e4", "1. e4 |; rest", "1. e4 |) e5"] {
            assert_eq!(shown(open), open.replace('|', ""));
        }
    }

    #[test]
    fn the_result_stands_in_two_places() {
        let both = "[Result \"⟦1-0⟧\"]\n\n1. e4 ⟦1-0⟧";
        assert_eq!(shown("[Res|ult \"1-0\"]\n\n1. e4 1-0"), both);
        assert_eq!(shown("[Result \"1|-0\"]\n\n1. e4 1-0"), both);
        assert_eq!(shown("[Result \"1-0\"]\n\n1. e4 |1-0"), both);
        assert_eq!(shown("[Result \"1-0\"]\n\n1. e4 (d4 |0-1 ) 1-0"), "[Result \"1-0\"]\n\n1. e4 (d4 0-1 ) 1-0");
        let linked = |text: &str, place: u32| linked_results(&StandaloneGame::of(text), place);
        let text = "[Result \"1-0\"]\n\n1. e4 1-0";
        assert_eq!([9, 12, 22, 25].map(|place| linked(text, place)), [(); 4].map(|()| Some([9..12, 22..25])));
        assert_eq!([8, 13, 20].map(|place| linked(text, place)), [None, None, None]);
        assert_eq!(linked("[Result \"1-0\"]\n\n1. e4 0-1", 10), None, "they differ");
        assert_eq!(linked("[Result \"1-0\"]\n\n1. e4", 10), None);
    }
}
