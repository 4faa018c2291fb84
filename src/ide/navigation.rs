//! Navigation from a half-move: to the previous move of its piece, to the half-move that it replaces, to its opening,
//! and to its alternatives.

use std::ops::Range;

use vgn_engine::replay::ResolvedMove;
use vgn_engine::syntax::ast::{AstNode, AstToken, HasItems, Variation};
use vgn_engine::syntax::{SyntaxKind, SyntaxToken, Token};

use super::line_of_play::{alternatives, before, index_at, opening_of, replaced, steps};
use super::open_game::OpenGame;
use super::tree::{half_move_at, token_at};

/// The kind of destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goto {
    /// The previous move of the piece; for the first half-move of a variation and for its brackets, the half-move that
    /// the variation replaces.
    Definition,
    /// The half-move that reached the current opening.
    Opening,
    /// The first half-moves of the variations on a half-move; for a variation's brackets, those of its siblings.
    Variations,
}

/// The destinations from byte `place` of a game's text, or from the token that ends there, in text order.
pub fn destinations(open: &impl OpenGame, place: u32, goto: Goto) -> Vec<Range<u32>> {
    let Some(start) = goto_origin(open, place) else { return Vec::new() };
    let Some(resolved) = open.resolved().filter(|_| !open.cancel().is_cancelled()) else { return Vec::new() };
    let moves = &resolved.moves;
    let Some(at) = index_at(moves, start.half_move) else { return Vec::new() };
    let here = &moves[at];
    let found: Vec<&ResolvedMove> = match goto {
        Goto::Definition => {
            replaced(moves, here).filter(|_| is_first(moves, at)).or_else(|| arrival(moves, at)).into_iter().collect()
        }
        Goto::Opening => opening_of(moves, at).map(|(_, led)| led).into_iter().collect(),
        Goto::Variations => {
            let main = if start.is_bracket { replaced(moves, here) } else { Some(here) };
            main.map(|main| alternatives(moves, main)).unwrap_or_default()
        }
    };
    found.into_iter().map(|half_move| half_move.range.clone()).collect()
}

/// The origin of a navigation.
struct GotoOrigin {
    /// Start of the half-move.
    half_move: u32,
    /// The half-move is the first of a variation, at whose bracket the place is.
    is_bracket: bool,
}

fn goto_origin(open: &impl OpenGame, place: u32) -> Option<GotoOrigin> {
    let game = open.tree()?;
    let token: SyntaxToken = token_at(&game, place)?;
    if let SyntaxKind::Token(Token::VariationOpen | Token::VariationClose) = token.kind() {
        let first = Variation::cast(token.parent()?)?.moves().next()?;
        return Some(GotoOrigin { half_move: first.syntax().text_range().start().into(), is_bracket: true });
    }
    let half_move = half_move_at(&game, place)?;
    Some(GotoOrigin { half_move: half_move.text_range().start().into(), is_bracket: false })
}

fn is_first(moves: &[ResolvedMove], at: usize) -> bool {
    moves[at].depth > 0 && moves[..at].iter().rev().all(|before| before.line != moves[at].line)
}

/// The previous move of the piece that moves.
fn arrival(moves: &[ResolvedMove], at: usize) -> Option<&ResolvedMove> {
    let here = &moves[at];
    let from = steps(here).first()?.0?;
    before(&moves[..at], here).find(|half_move| steps(half_move).iter().any(|(_, to)| *to == from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_game::StandaloneGame;

    /// The text without its `|`, with the destinations in «».
    fn shown(goto: Goto, marked: &str) -> String {
        let place = marked.find('|').expect("a mark");
        let mut text = marked.replacen('|', "", 1);
        let found = destinations(&StandaloneGame::of(&text), place as u32, goto);
        assert!(found.is_sorted_by_key(|found| found.start), "{found:?}");
        for found in found.iter().rev() {
            text.insert(found.end as usize, '»');
            text.insert(found.start as usize, '«');
        }
        text
    }

    #[test]
    fn a_piece_came_by_its_last_half_move() {
        let shown = |text: &str| shown(Goto::Definition, text);
        assert_eq!(shown("1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. N|xd4 *"), "1. e4 e5 2. «Nf3» Nc6 3. d4 exd4 4. Nxd4 *");
        assert_eq!(shown("1. e4 e5 2. Nf3 Nc6 3. d4 e|xd4 *"), "1. e4 «e5» 2. Nf3 Nc6 3. d4 exd4 *");
        assert_eq!(shown("1. e4 e5 2. N|f3 *"), "1. e4 e5 2. Nf3 *", "it stood there when the game began");
        let castled = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. «O-O» O-O 5. Re1";
        assert_eq!(shown(&castled.replace(['«', '»'], "").replace("Re1", "R|e1")), castled);
        let fcn = "[MoveFormat \"FCN\"]\n\n1. «Ng1-f3» 1.5 Pd7-d5 2. Nf3-d4";
        assert_eq!(shown(&fcn.replace(['«', '»'], "").replace("Nf3-d4", "Nf3|-d4")), fcn);
        assert_eq!(shown("1. Nf3 Ke4 2. N|g5"), "1. Nf3 Ke4 2. Ng5", "nothing is known behind an illegal move");
        assert_eq!(shown("1. e4 {com|ment} e5"), "1. e4 {comment} e5");
    }

    #[test]
    fn a_half_moves_glyphs_are_the_half_move() {
        let shown = |text: &str| shown(Goto::Definition, text);
        for at in ["Ng5|!?", "Ng5!|?", "Ng5!?|", "Ng5!? $|14", "Ng5!?|{x}", "Ng5|{x}", "|Ng5"] {
            let text = format!("1. Nf3 d5 2. {at} *");
            let expected = text.replace('|', "").replace("Nf3", "«Nf3»");
            assert_eq!(shown(&text), expected, "{at}");
            let text = format!("1. e4 d6 (1... d5 2. Nf3 d4 3. {at} ) *");
            assert_eq!(shown(&text), text.replace('|', "").replace("Nf3", "«Nf3»"), "{at}");
        }
        let fcn = "[MoveFormat \"FCN\"]\n\n1. «Ng1-f3» 1.5 Pd7-d5 2. Nf3-g5!?";
        assert_eq!(shown(&fcn.replace(['«', '»'], "").replace("g5!?", "g5|!?")), fcn);
        assert_eq!(shown("1. Nf3 d5 {x} $1|4 2. Ng5"), "1. Nf3 d5 {x} $14 2. Ng5", "a comment's");
    }

    #[test]
    fn a_variation_leads_to_what_it_replaces() {
        let text = "1. e4 e5 2. Nf3 (2. Nc3 Nf6 (2... Nc6 3. f4)) 2... Nc6 (2... d6) *";
        let shown = |at: &str| shown(Goto::Definition, &text.replacen(&at.replace('|', ""), at, 1));
        let with = |found: &str| text.replacen(found, &format!("«{found}»"), 1);
        for at in ["|(2. Nc3", "2. N|c3", "3. f4)|)"] {
            assert_eq!(shown(at), with("Nf3"), "{at}");
        }
        for at in ["|(2... Nc6", "2... N|c6 3", "f4|)"] {
            assert_eq!(shown(at), with("Nf6"), "{at}");
        }
        assert_eq!(shown("2... d|6"), "1. e4 e5 2. Nf3 (2. Nc3 Nf6 (2... Nc6 3. f4)) 2... «Nc6» (2... d6) *");
        let vgn = "[GameFormat \"VGN\"]\n\n1. e4 1.5 «e5» 2. Nf3 (1.5 c5) 2.5 Nc6 *";
        let marked = vgn.replace(['«', '»'], "").replace("c5)", "c|5)");
        assert_eq!(super::tests::shown(Goto::Definition, &marked), vgn, "by its number (rule C7)");
    }

    #[test]
    fn a_half_move_leads_to_its_variations_and_to_its_opening() {
        let text = "1. e4 e5 2. N|f3 (2. Nc3 Nf6 (2... Nc6)) (2. f4) 2... Nc6 (2... d6) *";
        let found = "1. e4 e5 2. Nf3 (2. «Nc3» Nf6 (2... Nc6)) (2. «f4») 2... Nc6 (2... d6) *";
        assert_eq!(shown(Goto::Variations, text), found);
        let beside = "1. e4 e5 2. Nf3 |(2. Nc3 Nf6 (2... Nc6)) (2. f4) 2... Nc6 (2... d6) *";
        assert_eq!(shown(Goto::Variations, beside), found);
        assert_eq!(shown(Goto::Variations, "1. e|4 e5 (1... c5) *"), "1. e4 e5 (1... c5) *");
        let spanish = "1. Nf3 Nc6 2. e4 e5 3. «Bb5» h5 4. d3 g|5 5. Bg5 *";
        assert_eq!(shown(Goto::Opening, &spanish.replace(['«', '»'], "")), spanish.replace('|', ""), "transposed");
        assert_eq!(
            shown(Goto::Opening, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e|4 *").matches('«').count(),
            0
        );
    }
}
