//! The curve of a game as an SVG image: the evaluations of its main line, as the text has them.

use std::fmt::Write as _;

use super::game::{BoardGame, BoardMove};
use super::notes::Evaluation;

/// Width of a half-move and height of the image, in its own units.
const STEP: usize = 8;
const HEIGHT: f64 = 160.0;
/// How much of what players score a hundredth of a pawn is worth: the logistic curve of lichess.
const SLOPE: f64 = 0.003_682_08;

/// The curve of a game, given with its text and all its half-moves; `None` if fewer than two half-moves of the main line have an evaluation.
/// Each half-move names itself and its evaluation where the pointer is on it.
pub fn curve_svg(text: &str, game: &BoardGame) -> Option<String> {
    let line: Vec<&BoardMove> = game.moves.iter().filter(|half_move| half_move.depth == 0).collect();
    let share = |half_move: &BoardMove| half_move.notes.evaluation.map(|found| white_share(found, half_move.is_white));
    let points: Vec<(usize, f64)> = line
        .iter()
        .enumerate()
        .filter_map(|(at, half_move)| Some((STEP * (at + 1), HEIGHT * (1.0 - share(half_move)?))))
        .collect();
    let ((_, first), (_, last)) = (*points.first()?, *points.last().filter(|_| points.len() > 1)?);
    let width = STEP * line.len();
    let written = |half_move: &BoardMove| -> &str {
        text.get(half_move.range.start as usize..half_move.range.end as usize).unwrap_or_default()
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{HEIGHT}\" viewBox=\"0 0 {width} {HEIGHT}\">\n\
         <rect width=\"{width}\" height=\"{HEIGHT}\" fill=\"#3a3a3a\"/>\n\
         <path fill=\"#f0f0f0\" d=\"M0 {HEIGHT}V{first:.1}"
    );
    // Writing to a string does not fail.
    for (x, y) in &points {
        let _ = write!(svg, "L{x} {y:.1}");
    }
    let _ = write!(
        svg,
        "L{width} {last:.1}V{HEIGHT}Z\"/>\n<path stroke=\"#8a8a8a\" d=\"M0 {0}H{width}\"/>\n",
        HEIGHT / 2.0
    );
    for (at, half_move) in line.iter().enumerate() {
        let Some(found) = half_move.notes.evaluation else { continue };
        let dots = if half_move.is_white { "." } else { "..." };
        let name = escaped(half_move.san.as_deref().unwrap_or(written(half_move)));
        let x = STEP * (at + 1) - STEP / 2;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" width=\"{STEP}\" height=\"{HEIGHT}\" fill-opacity=\"0\"><title>{}{dots} {name} {}</title></rect>",
            half_move.number,
            in_words(found),
        );
    }
    Some(svg + "</svg>\n")
}

/// How much of the points White scores, from 0 to 1.
fn white_share(evaluation: Evaluation, is_white: bool) -> f64 {
    match evaluation {
        Evaluation::Centipawns(value) => 1.0 / (1.0 + (-SLOPE * f64::from(value)).exp()),
        Evaluation::Mate(0) => f64::from(u8::from(is_white)),
        Evaluation::Mate(moves) => f64::from(u8::from(moves > 0)),
    }
}

fn in_words(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Evaluation::Mate(moves) => format!("#{moves}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::game::board_game;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    fn curve(text: &str) -> Option<String> {
        let settings = Settings::default();
        let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
        curve_svg(text, &board_game(text, &resolved, &[], 0..usize::MAX, &|| false)?)
    }

    #[test]
    fn the_main_line_is_drawn_from_point_to_point() {
        let svg = curve(
            "1. e4 {[%eval 0.0]} (1. d4 {[%eval 9.0]}) 1... e5 2. Bc4 {[%eval 3.0]} Nc6 3. Qh5 Nf6 4. Qxf7# {[%eval #0]} *",
        )
        .expect("a curve");
        assert!(svg.contains("d=\"M0 160V80.0L8 80.0L24 39.8L56 0.0L56 0.0V160Z\""), "{svg}");
        assert!(svg.contains("<title>2. Bc4 +3.00</title>") && svg.contains("<title>4. Qxf7# #0</title>"), "{svg}");
        assert!(!svg.contains("d4"), "{svg}");
        assert_eq!((curve("1. e4 e5 *"), curve("1. e4 {[%eval 1]} e5 *")), (None, None));
    }
}
