//! A board as an SVG image for Markdown.

use std::fmt::Write as _;

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square};

/// Side of a square, and margin for ranks and files, in pixels.
const SIDE: u32 = 17;
const MARGIN: u32 = 12;

/// The board as SVG with White at the bottom. `lit` squares, those of the last move, are coloured. `beside`: a line
/// below the board with the pockets or checks of a variant.
///
/// Pieces are drawn with filled chess symbols, so that no other file is needed.
pub fn board_svg(board: &Board, lit: Bitboard, beside: Option<&str>) -> String {
    let side = 8 * SIDE + MARGIN;
    let height = if beside.is_some() { side + MARGIN } else { side };
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{height}'>\
         <g font-family='DejaVu Sans,Segoe UI Symbol,Apple Symbols,Noto Sans Symbols2,sans-serif' text-anchor='middle'>"
    );
    for square in Square::ALL {
        let (x, y) = place(square);
        let colour = match (square.is_light(), lit.contains(square)) {
            (true, false) => "#f0d9b5",
            (false, false) => "#b58863",
            (true, true) => "#cdd26a",
            (false, true) => "#aaa23a",
        };
        let _ = write!(svg, "<path d='M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z' fill='{colour}'/>");
    }
    for (square, piece) in board {
        let (x, y) = place(square);
        let (fill, stroke) = if piece.color == Color::White { ("#fff", "#000") } else { ("#000", "none") };
        let _ = write!(
            svg,
            "<text x='{}' y='{}' font-size='15' fill='{fill}' stroke='{stroke}' stroke-width='.6'>{}\u{fe0e}</text>",
            x + SIDE / 2,
            y + SIDE - 4,
            symbol(piece.role)
        );
    }
    for (rank, file) in Rank::ALL.into_iter().zip(File::ALL) {
        let (x, y) = place(Square::from_coords(file, rank));
        let _ = write!(
            svg,
            "<g font-size='10' fill='#888'><text x='6' y='{}'>{}</text><text x='{}' y='{}'>{}</text></g>",
            y + SIDE / 2 + 3,
            rank.char(),
            x + SIDE / 2,
            8 * SIDE + 10,
            file.char()
        );
    }
    if let Some(beside) = beside {
        let (x, y) = (MARGIN + 4 * SIDE, 8 * SIDE + MARGIN + 10);
        let _ = write!(svg, "<text x='{x}' y='{y}' font-size='10' fill='#888'>{}</text>", escaped(beside));
    }
    svg + "</g></svg>"
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The image as a data URI.
pub fn data_address(svg: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

/// The upper left corner of a square, in pixels.
fn place(square: Square) -> (u32, u32) {
    (MARGIN + u32::from(square.file()) * SIDE, (7 - u32::from(square.rank())) * SIDE)
}

fn symbol(role: Role) -> char {
    match role {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_and_every_square_is_drawn() {
        let svg = board_svg(&Board::new(), Bitboard::from_square(Square::E4), None);
        assert_eq!(svg.matches("<path ").count(), 64);
        assert_eq!(svg.matches('♟').count(), 16);
        assert_eq!(svg.matches("#cdd26a").count() + svg.matches("#aaa23a").count(), 1);
        // White's king stands on e1: fifth file, lowest rank.
        assert!(
            svg.contains("<text x='88' y='132' font-size='15' fill='#fff' stroke='#000' stroke-width='.6'>♚"),
            "{svg}"
        );
    }

    #[test]
    fn pockets_stand_under_the_board() {
        let svg = board_svg(&Board::new(), Bitboard::EMPTY, Some("White ♕ & Black ♟"));
        assert!(svg.contains("height='160'") && svg.contains(">White ♕ &amp; Black ♟</text></g></svg>"), "{svg}");
    }

    #[test]
    fn an_address_holds_nothing_that_ends_it() {
        let address = data_address("<a b='c'>(♚)</a>");
        assert_eq!(address, "data:image/svg+xml,%3Ca%20b%3D%27c%27%3E%28%E2%99%9A%29%3C%2Fa%3E");
    }
}
