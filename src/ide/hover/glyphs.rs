//! Hover on a NAG, a composite NAG or a suffix such as `!?`: its meaning (rule C3).

use vgn_engine::notation::nag::{CompositeNag, Nag, NagSubject, nag, of_suffix};
use vgn_engine::syntax::Token;

use super::{Hover, HoverSite};
use crate::outline::Leaf;
use crate::{MarkupBlock, markup};

/// The hover of a glyph.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf) -> Option<Hover> {
    let text = site.slice(leaf);
    let blocks = match leaf.token {
        Token::CompositeNag => composite(text),
        Token::Suffix => known(nag(of_suffix(text)?)?, text),
        _ => match text.strip_prefix('$')?.parse().ok().and_then(nag) {
            Some(nag) => known(nag, text),
            None => vec![
                MarkupBlock::Headline(format!("{}: no agreed meaning", markup::code(text))),
                MarkupBlock::Text(
                    "PGN defines `$0` to `$139`, programs some more, and VGN `$300` to `$302`.".to_owned(),
                ),
            ],
        },
    };
    Hover::new(&leaf.range, blocks)
}

fn known(nag: &Nag, text: &str) -> Vec<MarkupBlock> {
    let number = format!("${}", nag.number);
    let names = [Some(number.as_str()), nag.glyph].into_iter().flatten().filter(|name| *name != text);
    let others: Vec<String> = names.map(markup::code).collect();
    let also = if others.is_empty() { String::new() } else { format!(", also written {}", others.join(" or ")) };
    let about = match nag.subject {
        NagSubject::Move => "about the move",
        NagSubject::Position => "about the position",
        NagSubject::Clock => "about the clock",
        NagSubject::Remark => "that is a remark",
        NagSubject::Diagram => "that asks for a diagram in print",
        NagSubject::Nothing => "that says nothing",
    };
    vec![
        MarkupBlock::Headline(format!("{}: {}", markup::code(text), nag.meaning)),
        MarkupBlock::Text(format!("A numeric annotation glyph {about}{also}.")),
    ]
}

fn composite(text: &str) -> Vec<MarkupBlock> {
    let meaning = CompositeNag::parse(text).and_then(|composite| composite.meaning());
    let headline = match meaning {
        Some(meaning) => format!("{}: {meaning}", markup::code(text)),
        None => format!("{}: a pattern that is not known", markup::code(text)),
    };
    let note = "A composite NAG: the first number is a pattern and the others fill its places. An idea of VGN's author \
                that is not part of VGN 1.0, so other programs will not read it.";
    vec![MarkupBlock::Headline(headline), MarkupBlock::Text(note.to_owned())]
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn glyphs_have_meanings() {
        check(
            "1. e4 ¦$1 *",
            expect![[r#"
                $1
                ---
                **`$1`: good move**

                A numeric annotation glyph about the move, also written `!`."#]],
        );
        check(
            "1. e4 $¦16 *",
            expect![[r#"
                $16
                ---
                **`$16`: White has a moderate advantage**

                A numeric annotation glyph about the position, also written `±`."#]],
        );
        check(
            "1. e4 ¦$146 *",
            expect![[r#"
                $146
                ---
                **`$146`: novelty**

                A numeric annotation glyph that is a remark, also written `N`."#]],
        );
        check(
            "1. e4 ¦$220 *",
            expect![[r#"
                $220
                ---
                **`$220`: diagram**

                A numeric annotation glyph that asks for a diagram in print."#]],
        );
        check(
            "1. e4¦!? *",
            expect![[r#"
                !?
                ---
                **`!?`: speculative move**

                A numeric annotation glyph about the move, also written `$5`."#]],
        );
        check(
            "1. e4 ¦$200 *",
            expect![[r#"
                $200
                ---
                **`$200`: no agreed meaning**

                PGN defines `$0` to `$139`, programs some more, and VGN `$300` to `$302`."#]],
        );
        check(
            "1. e4 ¦$99999999999 *",
            expect![[r#"
                $99999999999
                ---
                **`$99999999999`: no agreed meaning**

                PGN defines `$0` to `$139`, programs some more, and VGN `$300` to `$302`."#]],
        );
    }

    #[test]
    fn composite_glyphs_are_spelt_out() {
        check(
            "1. e4 ¦$5.1.2.1.1 *",
            expect![[r#"
                $5.1.2.1.1
                ---
                **`$5.1.2.1.1`: White has a moderate space advantage**

                A composite NAG: the first number is a pattern and the others fill its places. An idea of VGN's author that is not part of VGN 1.0, so other programs will not read it."#]],
        );
        check(
            "1. e4 ¦$7.1.1 *",
            expect![[r#"
                $7.1.1
                ---
                **`$7.1.1`: a pattern that is not known**

                A composite NAG: the first number is a pattern and the others fill its places. An idea of VGN's author that is not part of VGN 1.0, so other programs will not read it."#]],
        );
    }
}
