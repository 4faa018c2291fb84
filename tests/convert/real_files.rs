//! The law of both formats over the files of other projects, right and wrong ones: a PGN game that becomes a VGN game
//! without a loss becomes the PGN game again that it was, word for word but for its numbers and the places of its comments.

use serde_json::Value;
use vgn_lsp::lint::apply;
use vgn_lsp::notation::nag;
use vgn_lsp::replay::shape_of;
use vgn_lsp::syntax::games::games;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, is_en_passant_suffix, parse};

use crate::convert::support::try_convert;

/// Files with figures of other programs: lichess studies, annotated games, games of variants.
pub(super) fn files() -> Vec<(String, String)> {
    let packed = include_bytes!("../data/oracle/files.jsonl.zst");
    let lines = String::from_utf8(zstd::decode_all(&packed[..]).expect("the file is whole")).expect("JSON is UTF-8");
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row of JSON"));
    let text = |row: &Value, key: &str| row[key].as_str().expect("a text").to_owned();
    rows.map(|row| (text(&row, "file"), text(&row, "text"))).collect()
}

/// The words of a movetext, but for numbers.
struct Words<'t> {
    text: &'t str,
    with_comments: bool,
    words: Vec<String>,
    movetext: bool,
}

impl Sink for Words<'_> {
    fn start(&mut self, node: Node) {
        self.movetext |= node == Node::Movetext;
    }

    fn token(&mut self, token: Token, range: std::ops::Range<u32>) {
        let text = &self.text[range.start as usize..range.end as usize];
        let word = match token {
            Token::Suffix if is_en_passant_suffix(text) => return,
            Token::Suffix => nag::of_suffix(text).map_or(text.to_owned(), |number| format!("${number}")),
            Token::BraceComment | Token::LineComment if self.with_comments => {
                text[1..].trim_end_matches('}').to_owned()
            }
            Token::Move
            | Token::Nag
            | Token::VariationOpen
            | Token::VariationClose
            | Token::Terminator
            | Token::Stray => text.to_owned(),
            _ => return,
        };
        if self.movetext {
            self.words.push(word);
        }
    }

    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

pub(super) fn words(text: &str, with_comments: bool) -> Vec<String> {
    let mut words = Words { text, with_comments, words: Vec::new(), movetext: false };
    parse(text, &shape_of, &mut words);
    words.words
}

fn lossless(text: &str, to: &str) -> Result<String, String> {
    let conversion = try_convert(text, to, None).map_err(|refusal| refusal.to_string())?;
    let edits = conversion.lossless().map_err(|losses| losses[0].to_string())?;
    Ok(apply(text, &edits))
}

/// What does not come back of a game; `None` too where it is not a PGN game that VGN can hold.
fn fault(game: &str) -> Option<String> {
    if game.contains("GameFormat") || game.contains("MoveFormat") {
        return None;
    }
    let vgn = lossless(game, "VGN").ok()?;
    match lossless(&vgn, "PGN") {
        Err(why) => Some(format!("{why}\n{game}\n{vgn}")),
        Ok(back) if words(&back, false) == words(game, false) => None,
        Ok(back) => Some(format!("{game}\n{vgn}\n{back}")),
    }
}

#[test]
fn games_come_back_from_vgn_as_they_were() {
    let mut tried = 0;
    let mut found = Vec::new();
    for (name, text) in files() {
        for span in games(text.as_bytes()).filter(|span| span.is_game && span.binary.is_none()) {
            tried += 1;
            found.extend(fault(&text[span.range]).map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(
        found.is_empty(),
        "{} of {tried} games, first {}",
        found.len(),
        found[..found.len().min(3)].join("\n---\n")
    );
    assert!(tried > 2_000, "{tried}");
}

#[test]
fn what_cannot_be_played_keeps_its_place() {
    for (pgn, vgn) in [
        ("2... Nf6 3. d4 *", "2.5 Nf6 3. d4 *"),
        // Illegal, and numbered as if it stood elsewhere.
        ("1. e4 e5 (20... Kf8) 2. Nf3 *", "1. e4 e5 (1.5 Kf8) 2. Nf3 *"),
        ("1. e4 e5 (20. Kf8) 2. Nf3 *", "1. e4 e5 (1.5 Kf8) 2. Nf3 *"),
        ("1. e4 (20... Kf8) 1... e5 *", "1. e4 1.5 e5 (1. Kf8) *"),
        ("1. e4 Ne5 (1. Bc6) (1. c5) 2. Nf3 *", "1. e4 Ne5 (1.5 Bc6) (1.5 c5) 2. Nf3 *"),
    ] {
        assert_eq!(
            lossless(pgn, "VGN").map(|text| text.lines().last().map(str::to_owned)),
            Ok(Some(vgn.to_owned())),
            "{pgn}"
        );
        assert_eq!(fault(pgn), None);
    }
    // Numbers of unknown half-moves are kept, and must not name another half-move in VGN.
    for pgn in
        ["1. e4 e5 2. Qh7 Nc6 3. Nf3 (4. Nc3 (4. a3 a6) 4... d6) 3... h6 *", "1. e4 (1. exd9 (1. h4) 2... Nd7) *"]
    {
        let listed = lossless(pgn, "VGN").expect_err("a variation would replace another half-move");
        assert!(listed.contains("in VGN this variation would replace another half-move"), "{listed}");
    }
    let vgn = lossless("1. c4 (13. Ne5 {a} 13... Nxd7) *", "VGN").expect("nothing is lost");
    assert!(vgn.ends_with("1. c4 (1. Ne5 13.5 Nxd7 {[%after 1.] a}) *"), "{vgn}");
    assert!(lossless(&vgn, "PGN").expect("nothing is lost").contains("(1. Ne5 {a} 13... Nxd7)"));
    // Without a half-move before it, a variation has nothing to replace.
    let listed = lossless("(1... c5) 2. Nf3 *", "VGN");
    assert_eq!(listed, Err("`(` has no meaning in a VGN game".to_owned()));
}
