//! Colours of squares and arrows in comments: `[%csl Gd4,Re5]`, `[%cal Gd2d4]`.

use std::ops::Range;

use vgn_engine::replay::commands::{Command, commands};

/// Maximum length of a command in bytes; longer ones are ignored.
pub const LONGEST_COMMAND: usize = 2_000;

/// A colour of squares and arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardColour {
    pub letter: char,
    /// English name.
    pub name: &'static str,
    /// Red, green and blue, as lichess draws it.
    pub rgb: [u8; 3],
}

/// The four colours that all programs support.
pub const BOARD_COLOURS: [BoardColour; 4] = [
    BoardColour { letter: 'G', name: "green", rgb: [0x15, 0x78, 0x1b] },
    BoardColour { letter: 'R', name: "red", rgb: [0x88, 0x20, 0x20] },
    BoardColour { letter: 'Y', name: "yellow", rgb: [0xe6, 0x8f, 0x00] },
    BoardColour { letter: 'B', name: "blue", rgb: [0x00, 0x30, 0x88] },
];

impl BoardColour {
    /// The four colours, the most similar one first.
    pub fn nearest([red, green, blue]: [f32; 3]) -> [BoardColour; 4] {
        let distance = |colour: &BoardColour| {
            let parts = colour.rgb.map(|part| f32::from(part) / 255.0);
            [red - parts[0], green - parts[1], blue - parts[2]].iter().map(|part| part * part).sum::<f32>()
        };
        let mut colours = BOARD_COLOURS;
        colours.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        colours
    }
}

/// The colour letters in a text with their ranges in bytes.
pub fn board_colours(text: &str) -> Vec<(Range<usize>, BoardColour)> {
    let squares = |command: &Command<'_>| match command.name {
        "csl" => Some(1),
        "cal" => Some(2),
        _ => None,
    };
    let coloured = commands(text).filter(|command| command.range.len() <= LONGEST_COMMAND);
    let coloured = coloured.filter_map(|command| Some((squares(&command)?, command)));
    let items = coloured.flat_map(|(squares, command)| {
        command.operands.split(',').map(str::trim).filter(move |item| is_coloured(item, squares))
    });
    let found = items.filter_map(|item| {
        let start = item.as_ptr() as usize - text.as_ptr() as usize;
        let colour = BOARD_COLOURS.into_iter().find(|colour| item.starts_with(colour.letter))?;
        Some((start..start + 1, colour))
    });
    found.collect()
}

/// A letter and the given number of squares.
fn is_coloured(item: &str, squares: usize) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    item.len() == 1 + 2 * squares && item.as_bytes()[1..].chunks(2).all(is_square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_arrows_have_colours() {
        let text = "1. e4 {[%csl Gd4, Re5,Xa1,Ga9][%cal Bg1f3,Yd2] é [%cal Ye2e4] [%clk G]}";
        let found: Vec<_> =
            board_colours(text).into_iter().map(|(range, colour)| (&text[range.start..], colour)).collect();
        let found: Vec<_> = found.iter().map(|(rest, colour)| (&rest[..3], colour.name)).collect();
        assert_eq!(found, [("Gd4", "green"), ("Re5", "red"), ("Bg1", "blue"), ("Ye2", "yellow")]);
    }

    #[test]
    fn any_colour_is_one_of_four() {
        for colour in BOARD_COLOURS {
            assert_eq!(BoardColour::nearest(colour.rgb.map(|part| f32::from(part) / 255.0))[0], colour);
        }
        assert_eq!(BoardColour::nearest([1.0, 0.0, 0.0])[0].letter, 'R');
        assert_eq!(BoardColour::nearest([1.0, 1.0, 0.2])[0].letter, 'Y');
    }
}
