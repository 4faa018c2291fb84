//! The style in which a game writes its move numbers.

use shakmaty::Color;

use super::{PlyPart, Score};
use crate::lint::GameFormat;

/// A game's number style.
#[derive(Clone, Default)]
pub struct NumberStyle {
    pub is_vgn: bool,
    /// White's half-moves have numbers.
    pub white: bool,
    /// Black's half-moves directly after White's have numbers.
    pub black: bool,
    /// Black's half-moves after a comment or a variation have numbers.
    pub black_parted: bool,
    /// White space between a number and its half-move.
    pub blank: &'static str,
    /// What follows the digits of Black's numbers.
    black_periods: String,
}

impl NumberStyle {
    /// The style of the majority of the game's numbers.
    pub fn of(score: &Score<'_>) -> NumberStyle {
        let is_vgn = score.resolved.format == GameFormat::Vgn;
        let (mut white, mut black, mut parted) = (0_i32, 0_i32, 0_i32);
        let (mut glued, mut periods) = (0_i32, None);
        for line in &score.lines {
            let mut is_parted = false;
            for (at, ply) in line.plies.iter().enumerate() {
                let color = score.half_move(*ply).color;
                let ply = &score.plies[*ply];
                let vote = match ply.number {
                    // Required by the comment before the half-move, so that it does not show the style.
                    Some(_) if !ply.before.is_empty() => 0,
                    Some(_) => 1,
                    None => -1,
                };
                match color {
                    Color::White => white += vote,
                    Color::Black if at == 0 => {}
                    Color::Black if is_parted => parted += vote,
                    Color::Black => black += vote,
                }
                if let Some(number) = &ply.number {
                    glued += if number.end == ply.range.start { 1 } else { -1 };
                    if color == Color::Black && periods.is_none() {
                        let text = score.slice(number).trim_start_matches(|sign: char| sign.is_ascii_digit());
                        // Several adjacent numbers do not show the style.
                        let is_one = text == ".5" || !text.contains(|sign: char| sign.is_ascii_digit());
                        periods = Some(text).filter(|text| text.len() > 1 && is_one);
                    }
                }
                let next = ply.next.map_or(0, |next| score.plies[next].range.start);
                is_parted = ply.parts.iter().any(|part| {
                    let parts = matches!(part, PlyPart::Comment(_) | PlyPart::Variation(_));
                    parts && score.start_of(part) < next
                });
            }
        }
        NumberStyle {
            is_vgn,
            white: white >= 0,
            black: black > 0,
            black_parted: parted > 0 || (parted == 0 && white >= 0),
            blank: if glued > 0 && !is_vgn { "" } else { " " },
            black_periods: periods.unwrap_or(if is_vgn { ".5" } else { "..." }).to_owned(),
        }
    }

    /// A number in this style.
    pub fn number(&self, number: u32, color: Color) -> String {
        match color {
            Color::White => format!("{number}."),
            Color::Black => format!("{number}{}", self.black_periods),
        }
    }
}
