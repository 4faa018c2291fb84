//! The readers of MCN, FCN and SFEN against the regular expressions of the documents that define them, on texts that
//! the expressions make and on slips of the pen from those.

use std::sync::LazyLock;

use proptest::prelude::*;
use regex_automata::meta::Regex;
use vgn_lsp::notation::{Codec, FCN, FCN1, MCN, Notation, SFEN, SFEN1};

const MCN_EXPRESSION: &str = "[A-H][1-8][A-H][1-8][QBNR]?";
const FCN1_EXPRESSION: &str =
    r"(?:[KQ]C|P[A-H][1-8]-[A-H][1-8](?:EN|(?:X[QBNRP])?(?:=[QBNR])?)|[KQBNR][A-H][1-8]-[A-H][1-8](?:X[QBNRP])?)\+?#?";
const FCN_EXPRESSION: &str = r"(?:P[A-H][1-8]-[A-H][1-8](?:EN|(?:X[QBNRP])?(?:=[QBNR])?)|[KQBNR][A-H][1-8]-[A-H][1-8](?:X[QBNRP])?|[KQ]C)\+?(?:#[+#]?)?";
const SFEN1_EXPRESSION: &str = r"(?:[KQBNRPkqbnrp1-8]{1,8}/){7}[KQBNRPkqbnrp1-8]{1,8}(?: [WBwb] (?:-|K?Q?k?q?)(?: [a-hA-H][1-8])?)?(?: (?:\+#|\+|#))?";
const SFEN_EXPRESSION: &str = r"(?:[KQBNRPkqbnrp1-8]{1,8}/){7}[KQBNRPkqbnrp1-8]{1,8}(?: [WBwb])?(?: (?:-|K?Q?k?q?)(?: -| [a-hA-H][1-8])?)?(?: \+?(?:#[+#]?)?)?";

/// The whole of a text, with capitals and small letters the same where the definition says `/i`.
fn expression(pattern: &str, any_case: bool) -> Regex {
    let flags = if any_case { "i-u" } else { "-u" };
    Regex::new(&format!(r"(?{flags})\A(?:{pattern})\z")).expect("a regular expression")
}

static MCN_DEFINITION: LazyLock<Regex> = LazyLock::new(|| expression(MCN_EXPRESSION, true));
static FCN1_DEFINITION: LazyLock<Regex> = LazyLock::new(|| expression(FCN1_EXPRESSION, true));
static FCN_DEFINITION: LazyLock<Regex> = LazyLock::new(|| expression(FCN_EXPRESSION, true));
static SFEN1_DEFINITION: LazyLock<Regex> = LazyLock::new(|| expression(SFEN1_EXPRESSION, false));
static SFEN_DEFINITION: LazyLock<Regex> = LazyLock::new(|| expression(SFEN_EXPRESSION, false));

fn reads(notation: &Notation, text: &str) -> bool {
    match notation.codec {
        Codec::Moves { read, .. } => read(text).is_some(),
        Codec::Boards { read, .. } => read(text).is_ok(),
        Codec::Binary { .. } => false,
    }
}

/// The rules that the expressions leave to words: no two digits in a row, ranks that sum to 8, castling that is not
/// the empty string.
fn sfen_rules(text: &str) -> bool {
    let (board, rest) = text.split_once(' ').map_or((text, None), |(board, rest)| (board, Some(rest)));
    let ranks = board.split('/').all(|rank| {
        let digits_apart = rank.as_bytes().windows(2).all(|pair| !pair.iter().all(u8::is_ascii_digit));
        digits_apart && rank.chars().map(|found| found.to_digit(10).unwrap_or(1)).sum::<u32>() == 8
    });
    // An empty castling field leaves two spaces together, or one after the turn and then a square.
    let words: Vec<&str> = rest.map_or(Vec::new(), |rest| rest.split(' ').collect());
    let trailing = words.last().is_some_and(|word| word.is_empty());
    let inner = words.len() - usize::from(trailing);
    ranks && words[..inner].iter().all(|word| !word.is_empty())
}

/// Replaces, removes or inserts one character.
fn slip(text: &str, at: usize, kind: u8, with: char) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = at % (characters.len() + 1);
    match kind {
        0 if at < characters.len() => characters[at] = with,
        1 if at < characters.len() => drop(characters.remove(at)),
        2 => characters.insert(at, with),
        _ => {}
    }
    characters.into_iter().collect()
}

/// A rank whose squares sum to 8.
fn rank() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::option::of("[KQBNRPkqbnrp]"), 8).prop_map(|squares| {
        let mut rank = String::new();
        let mut empty = 0;
        for square in squares {
            match square {
                Some(piece) => {
                    if empty > 0 {
                        rank.push_str(&empty.to_string());
                    }
                    empty = 0;
                    rank.push_str(&piece);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            rank.push_str(&empty.to_string());
        }
        rank
    })
}

fn board() -> impl Strategy<Value = String> {
    prop::collection::vec(rank(), 8).prop_map(|ranks| ranks.join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn moves_are_read_as_defined(
        text in "[A-Ha-h][1-8][A-Ha-h][1-8][QBNRqbnr]?|[KQkq][Cc][+]?#?[+#]?|[KQBNRPkqbnrp][A-Ha-h][1-8]-[A-Ha-h][1-8](en|EN|[xX][QBNRPqbnrp])?(=[QBNRqbnr])?[+]?#?[+#]?",
        at in 0..16_usize,
        kind in 0..4_u8,
        with in prop::sample::select("KQBNRPCacegx17+#=-EN éß".chars().collect::<Vec<_>>()),
    ) {
        let text = slip(&text, at, kind, with);
        for (notation, definition) in [(&MCN, &MCN_DEFINITION), (&FCN, &FCN_DEFINITION), (&FCN1, &FCN1_DEFINITION)] {
            prop_assert_eq!(reads(notation, &text), definition.is_match(&text), "{} {:?}", notation.name, text);
        }
    }

    #[test]
    fn boards_are_read_as_defined(
        board in board(),
        rest in "( [WBwb]| x|)( -| K?Q?k?q?|)( -| [a-hA-H][1-8]|)( [+]?#?[+#]?|)",
        at in 0..80_usize,
        kind in 0..4_u8,
        in_rest in any::<bool>(),
        with in prop::sample::select("KQkqbwPp178/-+# e3é".chars().collect::<Vec<_>>()),
    ) {
        let text = if in_rest { format!("{board}{}", slip(&rest, at, kind, with)) } else { slip(&format!("{board}{rest}"), at, kind, with) };
        for (notation, definition) in [(&SFEN, &SFEN_DEFINITION), (&SFEN1, &SFEN1_DEFINITION)] {
            // 1.0 has no trailing space of its own: only an empty castling field could make one.
            let expected = definition.is_match(&text) && sfen_rules(&text) && (*notation == SFEN || !text.ends_with(' '));
            prop_assert_eq!(reads(notation, &text), expected, "{} {:?}", notation.name, text);
        }
    }
}
