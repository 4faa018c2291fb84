//! Hover on `Variant`, `Rules` and `Pieces`: the variant and its rules in words (rule G2); and pockets and checks,
//! which boards do not show.

use shakmaty::{Color, Role};
use vgn_engine::rules::Position;
use vgn_engine::variants::{
    GameRules, LAST_NORMAL, PieceSet, RuleSet, VariantLookup, find_variant, number, read_pieces, read_rules, row, rule,
    rules_of, rules_value, variant_name,
};

use super::moves::side;
use crate::board::text::piece_sign;
use crate::{BoardStyle, MarkupBlock, markup};

/// The meaning of a `Variant` tag's value.
pub fn variant(value: &str) -> Vec<MarkupBlock> {
    match find_variant(value) {
        VariantLookup::Known(rules) => {
            let mut blocks = vec![MarkupBlock::Text(about(rules))];
            if rules != GameRules::default() {
                let list = markup::code(&rules_value(rules));
                blocks.push(MarkupBlock::Text(format!("In a VGN game the tag Rules says the same with {list}.")));
            }
            blocks
        }
        VariantLookup::Unsupported(row) => {
            vec![MarkupBlock::Text(format!("{}: not supported, because {}.", row.name, row.why))]
        }
        VariantLookup::Unknown(_) => vec![MarkupBlock::Text("This variant is not known.".to_owned())],
    }
}

/// "Atomic960: a capture is an explosion …".
fn about(rules: GameRules) -> String {
    let with_960 = if rules.chess960 { ", with castling and first boards of Chess960" } else { "" };
    format!("{}: {}{with_960}.", variant_name(rules), row(rules.variant).about)
}

/// The meaning of a `Rules` tag's list: the variant and its differences from normal chess.
pub fn rules(value: &str) -> Vec<MarkupBlock> {
    let set = match read_rules(value) {
        Ok(set) => set,
        Err(fault) => return vec![MarkupBlock::Text(format!("{}.", markup::capital(&fault.message)))],
    };
    let mut blocks = vec![MarkupBlock::Text(match set.variant() {
        Some(rules) => about(rules),
        None => "These are not the rules of a known variant.".to_owned(),
    })];
    let normal = rules_of(GameRules::default());
    let missing = (1..=LAST_NORMAL).filter(|&n| normal.contains(n) && !set.contains(n));
    blocks.extend(listed("Without these rules of normal chess:", missing));
    blocks.extend(listed("With these rules:", added(set)));
    blocks
}

fn added(set: RuleSet) -> impl Iterator<Item = u8> {
    set.numbers().filter(|&number| number > LAST_NORMAL)
}

fn listed(what: &str, numbers: impl Iterator<Item = u8>) -> Option<MarkupBlock> {
    let rules: Vec<String> =
        numbers.filter_map(rule).map(|rule| format!("{} {}", markup::code(&number(rule.number)), rule.text)).collect();
    (!rules.is_empty()).then(|| MarkupBlock::Text(format!("{what} {}.", rules.join("; "))))
}

/// The meaning of a `Pieces` tag's list.
pub fn pieces(value: &str) -> Vec<MarkupBlock> {
    let pieces = match read_pieces(value) {
        Ok(pieces) => pieces,
        Err(fault) => return vec![MarkupBlock::Text(format!("{}.", markup::capital(&fault.message)))],
    };
    let normal = if pieces == PieceSet::of(GameRules::default().variant) { "The pieces of normal chess. " } else { "" };
    let spaced = |symbols: String| symbols.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let (pieces, promoted_to) = pieces.symbols();
    let becomes = match spaced(promoted_to) {
        none if none.is_empty() => "a pawn cannot become any of them".to_owned(),
        symbols => format!("a pawn can become {}", markup::code(&symbols)),
    };
    vec![MarkupBlock::Text(format!("{normal}There are {}; {becomes}.", markup::code(&spaced(pieces))))]
}

/// The pockets, or the number of checks given, in variants that have these.
pub fn pockets_or_checks(position: &Position, style: BoardStyle) -> Option<String> {
    if let Some(pockets) = position.pockets() {
        let held = |color: Color| {
            let pocket = pockets.get(color);
            let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
                .into_iter()
                .flat_map(|role| std::iter::repeat_n(piece_sign(style, role.of(color)), (*pocket.get(role)).into()));
            let pieces: String = pieces.collect();
            let pieces = if pieces.is_empty() { "nothing".to_owned() } else { pieces };
            format!("{} holds {pieces}", side(color))
        };
        return Some(format!("In the pockets: {}, {}", held(Color::White), held(Color::Black)));
    }
    let checks = position.remaining_checks()?;
    let given = |color: Color| 3 - (*checks.get(color)).min(3);
    Some(format!("Checks given, of three that win: White {}, Black {}", given(Color::White), given(Color::Black)))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::{check, check_words};

    #[test]
    fn tags_of_variants() {
        check(
            "[Variant \"Crazy¦house960\"]\n\n*",
            expect![[r#"
                "Crazyhouse960"
                ---
                **`Variant`**

                The chess variant: `Standard`, `Chess960`, `Crazyhouse` … (in use by servers and databases).

                Crazyhouse960: captured pieces change sides and are dropped back on the board in place of a move, with castling and first boards of Chess960.

                In a VGN game the tag Rules says the same with `0 -C -I -J 10 11 12 13 14 15`."#]],
        );
        check(
            "[Variant \"sui¦cide\"]\n\n*",
            expect![[r#"
                "suicide"
                ---
                **`Variant`**

                The chess variant: `Standard`, `Chess960`, `Crazyhouse` … (in use by servers and databases).

                Suicide: not supported, because a side that cannot move does not simply win there, as it does in Antichess."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[Rules \"0 -J 1¦G 1H 1I\"]\n\n*",
            expect![[r#"
                "0 -J 1G 1H 1I"
                ---
                **`Rules`**

                The rules of a chess variant by their numbers: `0` for those of normal chess, `-` for a rule that does not apply (VGN).

                Horde: White has 36 pawns and no king; Black wins by capturing all of White's pieces.

                Without these rules of normal chess: `J` without `SetUp` the game starts from the usual board.

                With these rules: `1G` without `SetUp` the game starts from the board of horde, on which White has pawns only; `1H` a pawn on the first rank may move two squares ahead if both are free, and cannot then be captured en passant; `1I` a side that has captured all pieces of the side without a king has won."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[Rules \"0 1¦ZZ\"]\n\n*",
            expect![[r#"
                "0 1ZZ"
                ---
                **`Rules`**

                The rules of a chess variant by their numbers: `0` for those of normal chess, `-` for a rule that does not apply (VGN).

                No known rule has the number `1ZZ`."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[Pieces \"0 =¦K\"]\n\n*",
            expect![[r#"
                "0 =K"
                ---
                **`Pieces`**

                The pieces of a chess variant by their symbols: `0` for those of normal chess, `=` for what a pawn can become (VGN).

                There are `K Q R B N P`; a pawn can become `K Q R B N`."#]],
        );
    }

    #[test]
    fn pockets_and_checks_stand_beside_the_board() {
        check(
            "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@¦e4 *",
            expect![[r#"
                P@e4
                ---
                **3. `P@e4`**

                White's move 3, drops a pawn from the pocket · LAN `P@e4`

                ```text
                8 r n b . k b n r
                7 p p p . p p p p
                6 . . . . . . . .
                5 . . . q . . . .
                4 . . . .[P]. . .
                3 . . . . . . . .
                2 P P P P . P P P
                1 R N B Q K B N R
                  a b c d e f g h
                ```

                In the pockets: White holds nothing, Black holds p.

                FEN `rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR/p b KQkq - 0 3`"#]],
        );
        check_words(
            "[Variant \"Three-check\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf¦7+ *",
            expect![[r#"
                Qxf7+
                ---
                **3. Qxf7+ · `Qh5-f7xP+`**

                White's move 3, takes the pawn on f7, check · LAN `Qh5xf7+` · MCN `h5f7`"#]],
        );
        check(
            "[Variant \"Atomic\"]\n[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1\"]\n\n1. Rxe¦7# 1-0",
            expect![[r#"
                Rxe7#
                ---
                **1. Rxe7# · `Re1-e7xP#+`**

                White's move 1, takes the pawn on e7, which ends the game, for Black's king has exploded · LAN `Re1xe7#` · MCN `e1e7`

                ```text
                8 . . . . . . . .
                7 . . . .[.]. . .
                6 . . . . . . . .
                5 . . . . . . . .
                4 . . . . . . . .
                3 . . . . . . . .
                2 . . . . . . . .
                1 K . . .[.]. . .
                  a b c d e f g h
                ```

                FEN `8/8/8/8/8/8/8/K7 b - - 0 1`"#]],
        );
    }
}
