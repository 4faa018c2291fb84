//! Corrects all move numbers of a game.

use shakmaty::Color;
use vgn_engine::lint::{Edit, GameFormat};
use vgn_engine::score::{GameContent, MAIN, Score};
use vgn_engine::syntax::ast::{AstNode, AstToken, Game, HasItems, MoveNumber, MovetextItem};
use vgn_engine::syntax::{SyntaxElement, SyntaxKind, Token};

use super::{ActionKind, LONGEST_TRIED, Refactoring, RefactoringJob, RefactoringTarget, apply};

pub static ROW: Refactoring = Refactoring {
    name: "renumber",
    kind: ActionKind::Refactor,
    target: RefactoringTarget::Game,
    wide_title: None,
    offer: |site| {
        let movetext = site.movetext()?;
        let is_long = u32::from(site.game.syntax().text_range().len()) as usize > LONGEST_TRIED;
        let is_offered = if is_long {
            let (number, color) = first(site.game);
            LineCounter { number, color, before: (number, color) }.differs(&movetext)
        } else {
            let mut tokens = movetext.syntax().descendants_with_tokens().filter_map(SyntaxElement::into_token);
            tokens.any(|token| token.kind() == SyntaxKind::Token(Token::MoveNumber))
        };
        is_offered.then(|| ("Renumber the half-moves of this game".to_owned(), 0))
    },
    edits,
};

/// The number and side of a game's first half-move according to its initial position.
fn first(game: &Game) -> (u32, Color) {
    let fen = game.tag("FEN").and_then(|tag| tag.value()).map(|value| value.unquoted().to_owned()).unwrap_or_default();
    let mut fields = fen.split_ascii_whitespace().skip(1);
    let color = if fields.next() == Some("b") { Color::Black } else { Color::White };
    (fields.nth(3).and_then(|number| number.parse().ok()).filter(|number| *number > 0).unwrap_or(1), color)
}

/// The next half-move of a line and the one before it, by counting alone.
#[derive(Clone, Copy)]
struct LineCounter {
    number: u32,
    color: Color,
    before: (u32, Color),
}

impl LineCounter {
    /// A number of the line or of one of its variations is wrong.
    fn differs(mut self, line: &impl HasItems) -> bool {
        line.items().any(|item| match item {
            MovetextItem::MoveNumber(number) => self.is_other(&number),
            MovetextItem::Move(_) => {
                self.before = (self.number, self.color);
                self.number += u32::from(self.color == Color::Black);
                self.color = !self.color;
                false
            }
            MovetextItem::Variation(variation) => {
                let (number, mut color) = self.before;
                // In VGN its first number may name the second to last half-move (rule C7).
                if let Some(MovetextItem::MoveNumber(first)) =
                    variation.items().find(|item| !matches!(item, MovetextItem::Comment(_)))
                {
                    color = if is_of_black(first.text()) { Color::Black } else { Color::White };
                }
                LineCounter { number, color, ..self }.differs(&variation)
            }
            _ => false,
        })
    }

    fn is_other(self, number: &MoveNumber) -> bool {
        number.number().is_some_and(|number| number != self.number)
    }
}

/// The periods are those of a number for Black.
fn is_of_black(number: &str) -> bool {
    number.ends_with(".5") || number.contains('\u{2026}') || number.matches('.').count() > 1
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let score = job.score()?;
    let is_vgn = score.resolved.format == GameFormat::Vgn;
    let mut edits = Vec::new();
    for ((color, right), ply) in numbers(&score)?.into_iter().zip(&score.plies) {
        let Some(number) = &ply.number else { continue };
        let text = score.slice(number);
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let periods = &text[digits..];
        let is_of_black = is_of_black(periods);
        // Several adjacent numbers stand for one.
        let is_one = periods == ".5" || !periods.contains(|sign: char| sign.is_ascii_digit());
        let is_right = is_one
            && match color {
                Color::White => !is_of_black,
                Color::Black => is_of_black && (periods == ".5") == is_vgn,
            };
        if is_right && text[..digits] == right.to_string() {
            continue;
        }
        let text = match is_right {
            true => format!("{right}{periods}"),
            false => score.style.number(right, color),
        };
        edits.push(Edit { range: number.clone(), text });
    }
    // Half-moves of a variation are behind those of the line around it.
    edits.sort_by_key(|edit| edit.range.start);
    if edits.windows(2).any(|pair| pair[0].range.end > pair[1].range.start) {
        return None;
    }
    let again = apply(job.text, &edits);
    let again = Score::read(&again, job.context)?;
    GameContent::by_wording(&again).is(&GameContent::by_wording(&score)).then_some(edits)
}

/// The side and number of each half-move, counted along its line. `None` if a side has two half-moves in a row: then an
/// unknown number of half-moves is missing.
fn numbers(score: &Score<'_>) -> Option<Vec<(Color, u32)>> {
    let mut counted: Vec<Option<(Color, u32)>> = vec![None; score.plies.len()];
    for (line, plies) in score.lines.iter().enumerate().map(|(id, line)| (id, &line.plies)) {
        let mut last: Option<(Color, u32)> = None;
        for ply in plies {
            let half_move = score.half_move(*ply);
            let replaced = score.lines[line].replaces.filter(|_| line != MAIN);
            let here = match last {
                Some((color, _)) if color == half_move.color => return None,
                Some((color, number)) => (half_move.color, number + u32::from(color == Color::Black)),
                None => match replaced.and_then(|ply| counted[ply]) {
                    Some((color, number)) if color == half_move.color => (color, number),
                    _ => (half_move.color, half_move.number),
                },
            };
            counted[*ply] = Some(here);
            last = Some(here);
        }
    }
    counted.into_iter().collect()
}
