//! Hover on a tag pair: its purpose, and an explanation of its value where there is one.

use vgn_engine::lint::GameFormat;

use super::tag_meanings::{TagOrigin, meaning};
use super::{Hover, HoverSite, formats, numbered, setup, variants};
use crate::completion::name_of_code;
use crate::line_of_play::opening_of;
use crate::outline::Leaf;
use crate::{MarkupBlock, markup};

/// The hover of a part of a tag pair.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let tag = site.outline.tag_of(leaf)?;
    let name = site.outline.name(tag);
    if name.is_empty() {
        return None;
    }
    let value = site.outline.value(tag);
    let value = value.as_deref().unwrap_or_default();
    let headline = MarkupBlock::Headline(markup::code(name));
    let Some(known) = meaning(name) else {
        let note = "This tag is not in common use. Programs keep tags that they do not know.";
        return Hover::new(&leaf.range, vec![headline, MarkupBlock::Text(note.to_owned())]);
    };
    let for_people = name == "Result" && site.resolved.format == GameFormat::Vgn;
    let (description, who) = match for_people {
        true => ("How the game ended, in words for people", TagOrigin::Vgn),
        false => (known.description, known.origin),
    };
    let mut blocks = vec![headline, MarkupBlock::Text(format!("{description}{}.", origin(who)))];
    blocks.extend(match name {
        "MoveFormat" => formats::move_format(value),
        "GameFormat" => formats::game_format(site, value),
        "Variant" => variants::variant(value),
        "Rules" => variants::rules(value),
        "Pieces" => variants::pieces(value),
        "ECO" => opening(site, name_of_code(value).map(|name| format!("{}: {name}.", markup::code(value)))),
        "Opening" => opening(site, None),
        "SetUp" | "FEN" => setup::blocks(site, name, value),
        _ => Vec::new(),
    });
    Hover::new(&leaf.range, blocks)
}

/// The name of an ECO code, and the opening of the main line by position.
fn opening(site: &HoverSite<'_>, code: Option<String>) -> Vec<MarkupBlock> {
    let moves = &site.resolved.moves;
    let last = moves.iter().rposition(|half_move| half_move.depth == 0);
    let played = last.and_then(|last| opening_of(moves, last)).map(|(opening, half_move)| {
        let number = numbered(site.resolved.format, half_move.number, half_move.color);
        let half_move = markup::code(&format!("{number} {}", site.outline.slice(&half_move.range)));
        format!("The game comes to {} {} with {half_move}.", opening.eco, opening.name)
    });
    code.into_iter().chain(played).map(MarkupBlock::Text).collect()
}

fn origin(origin: TagOrigin) -> &'static str {
    match origin {
        TagOrigin::Roster => " (PGN, seven tag roster)",
        TagOrigin::Pgn => " (PGN)",
        TagOrigin::Vgn => " (VGN)",
        TagOrigin::Programs => " (in use by servers and databases)",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn a_tag_says_what_it_is_for() {
        check(
            "[Whi¦te \"Anderssen\"]\n\n*",
            expect![[r#"
                White
                ---
                **`White`**

                White's player or players, as `Surname, First name`; several are separated by `:` (PGN, seven tag roster)."#]],
        );
        check(
            "[TimeControl \"4¦0/9000\"]\n\n*",
            expect![[r#"
                "40/9000"
                ---
                **`TimeControl`**

                How much time the players have: `40/9000` is 40 moves in 9000 seconds, `300+2` is 300 seconds and 2 more for each move, parts separated by `:` (PGN)."#]],
        );
        check(
            "[ECO \"B9¦0\"]\n\n1. d4 d5 2. c4 (2. Nf3) 2... e6 3. h4 a5 *",
            expect![[r#"
            "B90"
            ---
            **`ECO`**

            The opening's code in the Encyclopaedia of Chess Openings, A00 to E99 (PGN).

            `B90`: Sicilian Defense: Najdorf Variation.

            The game comes to D30 Queen's Gambit Declined with `2... e6`."#]],
        );
        check(
            "[Opening \"¦?\"]\n\n*",
            expect![[r#"
            "?"
            ---
            **`Opening`**

            The opening's name (PGN)."#]],
        );
        check(
            "¦[Foo \"bar\"]\n\n*",
            expect![[r#"
                [
                ---
                **`Foo`**

                This tag is not in common use. Programs keep tags that they do not know."#]],
        );
        check("[ \"ba¦r\"]\n\n*", expect!["nothing"]);
    }

    #[test]
    fn the_result_means_something_else_in_vgn() {
        check(
            "[Result \"¦1-0\"]\n\n1-0",
            expect![[r#"
                "1-0"
                ---
                **`Result`**

                The result: `1-0`, `0-1`, `1/2-1/2` or `*`, the same as the terminator (PGN, seven tag roster)."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[Result \"¦White wins\"]\n1-0",
            expect![[r#"
                "White wins"
                ---
                **`Result`**

                How the game ended, in words for people (VGN)."#]],
        );
    }
}
