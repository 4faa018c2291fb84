//! The engine's line as a variation, in the notation and the language of its game.

use shakmaty::{Color, Move};
use vgn_engine::notation::languages::{LANGUAGES, Language};
use vgn_engine::notation::{EndMark, Medium, Notation, SAN};
use vgn_engine::replay::HalfMove;
use vgn_engine::rules::{Play, Position};
use vgn_engine::score::{MAIN, Score};

/// Half-moves of a variation at most.
const LONGEST: usize = 10;
/// Half-moves from which a language is recognized.
const SAMPLE: usize = 60;

/// Moves in place of a half-move, with numbers and without brackets. `None` if the notation cannot write them.
pub fn variation_text(score: &Score<'_>, ply: usize, moves: &[Move]) -> Option<String> {
    let notation = score.resolved.notation.filter(|notation| notation.medium == Medium::Text)?;
    let language = language(score, notation);
    let replaced = score.half_move(ply);
    let mut position: Position = replaced.before.as_deref()?.clone();
    let (mut number, mut color) = (replaced.number, replaced.color);
    let mut words = String::new();
    for (at, played) in moves.iter().take(LONGEST).enumerate() {
        let is_numbered = at == 0 || color.fold_wb(score.style.white, score.style.black);
        if is_numbered {
            words.extend([&score.style.number(number, color), score.style.blank]);
        }
        let (play, before) = (Play::Move(*played), position.clone());
        position.play(&play);
        let spelt = HalfMove { before: &before, play: &play, after: &position, end: EndMark::None }.spell(notation);
        let spelt = spelt.ok()?;
        words += &language.map_or(spelt.clone(), |language| language.from_english(&spelt));
        words.push(' ');
        number += u32::from(color.is_black());
        color = !color;
    }
    let length = words.trim_end().len();
    words.truncate(length);
    (!words.is_empty()).then_some(words)
}

/// The language of the piece letters, if it is not English.
fn language(score: &Score<'_>, notation: &Notation) -> Option<&'static Language> {
    if *notation != SAN {
        return None;
    }
    let letters = |text: &str| text.chars().filter(|sign| sign.is_uppercase() && *sign != 'O').collect::<String>();
    let sample = score.lines[MAIN].plies.iter().take(SAMPLE).filter_map(|ply| {
        let half_move = score.half_move(*ply);
        let (before, play, after) =
            (half_move.before.as_deref()?, half_move.play.as_ref()?, half_move.after.as_deref()?);
        let spelt = HalfMove { before, play, after, end: EndMark::None }.spell(notation).ok()?;
        Some((letters(score.slice(&half_move.range)), spelt))
    });
    let sample: Vec<(String, String)> = sample.filter(|(written, _)| !written.is_empty()).collect();
    if sample.iter().all(|(written, spelt)| *written == letters(spelt)) {
        return None;
    }
    let is_of =
        |language: &&Language| sample.iter().all(|(written, spelt)| *written == letters(&language.from_english(spelt)));
    LANGUAGES.iter().find(is_of)
}

/// The first move of each variation on a half-move, and whether there is any variation.
pub fn first_moves(score: &Score<'_>, ply: usize) -> Vec<Option<Move>> {
    let lines = score.variations_on(ply).map(|line| score.lines[line].plies.first().copied());
    lines.map(|first| score.known(first?)?.play?.as_move()).collect()
}

/// The side that plays a half-move, and its move.
pub fn mover(score: &Score<'_>, ply: usize) -> (Color, Option<Move>) {
    let half_move = score.half_move(ply);
    (half_move.color, half_move.play.and_then(|play| play.as_move()))
}
