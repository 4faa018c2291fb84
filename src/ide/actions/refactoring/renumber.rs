//! Every number of the game becomes that of its half-move.

use shakmaty::Color;

use super::score::Score;
use super::told::Told;
use super::{About, Job, Kind, Refactoring, apply};
use crate::analysis::{Edit, GameFormat};
use crate::syntax::Token;
use crate::syntax::ast::AstNode;
use crate::syntax::{SyntaxElement, SyntaxKind};

pub static ROW: Refactoring = Refactoring {
    name: "renumber",
    kind: Kind::Refactor,
    about: About::Game,
    offer: |spot| {
        let mut tokens = spot.movetext()?.syntax().descendants_with_tokens().filter_map(SyntaxElement::into_token);
        let has_number = tokens.any(|token| token.kind() == SyntaxKind::Token(Token::MoveNumber));
        has_number.then(|| ("Renumber the half-moves of this game".to_owned(), 0))
    },
    edits,
};

fn edits(job: &Job<'_>) -> Option<Vec<Edit>> {
    let score = job.score()?;
    let mut edits = Vec::new();
    for (at, ply) in score.plies.iter().enumerate() {
        let Some(number) = &ply.number else { continue };
        let text = score.slice(number);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (half_move, periods) = (score.half_move(at), &text[digits..]);
        let is_of_black = periods == ".5" || periods.contains('\u{2026}') || periods.matches('.').count() > 1;
        let is_vgn = score.resolved.format == GameFormat::Vgn;
        let is_right = match half_move.color {
            Color::White => !is_of_black,
            Color::Black => is_of_black && (periods == ".5") == is_vgn,
        };
        if is_right && text[..digits] == half_move.number.to_string() {
            continue;
        }
        let text = match is_right {
            true => format!("{}{periods}", half_move.number),
            false => score.style.number(half_move.number, half_move.color),
        };
        edits.push(Edit { range: number.clone(), text });
    }
    let again = apply(job.text, &edits);
    let again = Score::read(&again, job.context)?;
    Told::of(&again).is(&Told::of(&score)).then_some(edits)
}
