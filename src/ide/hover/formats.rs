//! Hover on `MoveFormat` and `GameFormat`: the notation with its rules and an example, and a description of VGN.

use vgn_engine::notation::{Medium, Notation, REGISTRY, SAN, TokenContent, find, near};

use super::HoverSite;
use crate::{MarkupBlock, markup};

/// The text below the headline of a `MoveFormat` tag.
pub fn move_format(value: &str) -> Vec<MarkupBlock> {
    let name = value.split_once(':').map_or(value, |(name, _)| name).trim();
    match find(name) {
        Some(notation) => known(notation),
        None => unknown(name),
    }
}

fn known(notation: &Notation) -> Vec<MarkupBlock> {
    let mut names = vec![markup::code(notation.name)];
    names.extend(notation.aliases.iter().map(|alias| markup::code(alias)));
    let medium = match (notation.medium, notation.content) {
        (Medium::Text, TokenContent::Moves) => "text, one move a half-move",
        (Medium::Text, TokenContent::Boards) => "text, one board after each half-move",
        (Medium::Binary, TokenContent::Moves) => "binary, moves",
        (Medium::Binary, TokenContent::Boards) => "binary, boards",
    };
    let illegal = if notation.allows_illegal { "can" } else { "cannot" };
    let mut blocks = vec![
        MarkupBlock::Text(format!(
            "{} ({}), version {}: {medium}. It {illegal} record moves that the rules forbid.",
            notation.title,
            names.join(", "),
            notation.version
        )),
        MarkupBlock::Text(notation.rules.to_owned()),
    ];
    if notation.medium == Medium::Text {
        blocks.push(MarkupBlock::Text("An example:".to_owned()));
        blocks.push(MarkupBlock::Code(notation.example.to_owned()));
    }
    blocks.push(MarkupBlock::Text(format!("Defined in: {}.", notation.source)));
    blocks
}

fn unknown(name: &str) -> Vec<MarkupBlock> {
    let mut text = format!("There is no known move format named {}.", markup::code(name));
    if let Some(near) = near(name).first() {
        text += &format!(" Did you mean {}?", markup::code(near.name));
    }
    let names: Vec<String> = REGISTRY.iter().map(|notation| markup::code(notation.name)).collect();
    vec![
        MarkupBlock::Text(text),
        MarkupBlock::Text(format!("Known formats: {}.", names.join(", "))),
        MarkupBlock::Text("The moves of this game are not checked.".to_owned()),
    ]
}

/// The text below the headline of a `GameFormat` tag.
pub fn game_format(site: &HoverSite<'_>, value: &str) -> Vec<MarkupBlock> {
    let name = value.split_once(':').map_or(value, |(name, _)| name).trim();
    let text = if name.eq_ignore_ascii_case("VGN") {
        let moves = site.outline.tag_value("MoveFormat");
        let moves = moves.as_deref().map_or(SAN.name, |value| value.split(':').next().unwrap_or(value).trim());
        format!(
            "Variable Game Notation: PGN whose moves may be written in any notation, here {}. Black's numbers are \
             written `1.5`, a set-up board is in the tag SetUp itself, and Result is text for people.",
            markup::code(moves)
        )
    } else if name.eq_ignore_ascii_case("PGN") {
        "Portable Game Notation: the format of a game without this tag.".to_owned()
    } else {
        "The game is read as PGN, the format of a game without this tag.".to_owned()
    };
    vec![MarkupBlock::Text(text)]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn a_notation_has_its_rules_and_an_example() {
        check(
            "[GameFormat \"VGN\"]\n[MoveFormat \"¦FCN:Friendly Coordinate Notation\"]\n*",
            expect![[r#"
                "FCN:Friendly Coordinate Notation"
                ---
                **`MoveFormat`**

                The notation of the moves; without it, SAN (VGN).

                Friendly Coordinate Notation (`FCN`, `FCN2`), version 1.1: text, one move a half-move. It can record moves that the rules forbid.

                Piece symbol (P for the pawn), source, hyphen, destination; then `x` and the captured piece or `en`, `=` and the new piece. `KC` and `QC` are castling. `+` is check, `#` the end of the game (`+#` checkmate, `#` stalemate, `#+` another win, `##` another draw).

                An example:

                ```vgn
                Pa7-b8xR=Q+#
                ```

                Defined in: Chess Notation Updates (1.1), 2015."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[MoveFormat \"¦BCCF\"]",
            expect![[r#"
                "BCCF"
                ---
                **`MoveFormat`**

                The notation of the moves; without it, SAN (VGN).

                Binary Compressed Coordinate Format (`BCCF`, `BCCF2`), version 1.1: binary, moves. It can record moves that the rules forbid.

                Two bytes a half-move: source, destination, the piece promoted to, a bit for a promotion and a bit that ends the game. The section begins straight after the `]` of `MoveFormat`, the last tag.

                Defined in: Chess Notation Updates (1.1), 2015."#]],
        );
    }

    #[test]
    fn an_unknown_notation_has_neighbours() {
        check(
            "[GameFormat \"VGN\"]\n[Move¦Format \"FNC\"]\n*",
            expect![[r#"
                MoveFormat
                ---
                **`MoveFormat`**

                The notation of the moves; without it, SAN (VGN).

                There is no known move format named `FNC`. Did you mean `FCN`?

                Known formats: `SAN`, `LAN`, `UCI`, `MCN`, `FCN`, `FCN1`, `FEN`, `SFEN`, `SFEN1`, `BCCF`, `BCCF1`, `BCFEN`, `BCFEN1`, `BITS12`, `BITS11`, `PGC`, `LEGALINDEX`, `BRENNER`, `BRENNER2`.

                The moves of this game are not checked."#]],
        );
    }

    #[test]
    fn game_formats() {
        check(
            "[GameFormat \"¦VGN\"]\n[MoveFormat \"MCN\"]\n*",
            expect![[r#"
                "VGN"
                ---
                **`GameFormat`**

                How the game is written (VGN).

                Variable Game Notation: PGN whose moves may be written in any notation, here `MCN`. Black's numbers are written `1.5`, a set-up board is in the tag SetUp itself, and Result is text for people."#]],
        );
        check(
            "[GameFormat \"¦PGN\"]\n\n*",
            expect![[r#"
                "PGN"
                ---
                **`GameFormat`**

                How the game is written (VGN).

                Portable Game Notation: the format of a game without this tag."#]],
        );
        check(
            "[GameFormat \"¦GPN\"]\n\n*",
            expect![[r#"
                "GPN"
                ---
                **`GameFormat`**

                How the game is written (VGN).

                The game is read as PGN, the format of a game without this tag."#]],
        );
    }
}
