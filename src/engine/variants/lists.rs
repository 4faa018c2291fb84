//! The lists in VGN's `Rules` and `Pieces` (docs/variants.md), and the variants that they define.

use std::fmt;
use std::ops::Range;

use super::numbered::{LAST_NORMAL, RULES, number, rule};
use super::table::{GameRules, VARIANTS, row};
use crate::rules::Variant;

/// A set of numbered rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u128);

/// The pieces of a game by their symbols, and those that a pawn can promote to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSet {
    /// Bits in the order of [`SYMBOLS`].
    pieces: u8,
    promoted_to: u8,
}

/// The symbols of normal chess.
const SYMBOLS: &[u8; 6] = b"KQRBNP";

/// Castling and the start position: rules of chess, each with its replacement in Chess960.
const IN_960: [(u8, u8); 2] = [(12, 36), (19, 37)];

/// A fault in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListFault {
    /// In bytes of the value.
    pub range: Range<usize>,
    /// One sentence without its full stop.
    pub message: String,
}

impl RuleSet {
    fn with(self, number: u8) -> RuleSet {
        RuleSet(self.0 | 1 << number)
    }

    fn without(self, number: u8) -> RuleSet {
        RuleSet(self.0 & !(1 << number))
    }

    /// Whether the rule of this number is in force.
    pub fn contains(self, number: u8) -> bool {
        number < 128 && self.0 & 1 << number != 0
    }

    /// The numbers in ascending order.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        RULES.iter().map(|rule| rule.number).filter(move |&number| self.contains(number))
    }

    /// The variant with exactly these rules, if any.
    pub fn variant(self) -> Option<GameRules> {
        every().find(|&rules| rules_of(rules) == self)
    }

    /// The variant whose list differs in the fewest rules, with the rules missing for it and the surplus ones.
    pub fn nearest(self) -> (GameRules, RuleSet, RuleSet) {
        let difference = |rules: &GameRules| (rules_of(*rules).0 ^ self.0).count_ones();
        let nearest = every().min_by_key(difference).unwrap_or_default();
        let its = rules_of(nearest);
        (nearest, RuleSet(its.0 & !self.0), RuleSet(self.0 & !its.0))
    }
}

impl fmt::Display for RuleSet {
    /// The numbers, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, found) in self.numbers().enumerate() {
            write!(f, "{}{}", if n > 0 { " " } else { "" }, number(found))?;
        }
        Ok(())
    }
}

/// Every variant, with and without Chess960.
fn every() -> impl Iterator<Item = GameRules> {
    VARIANTS.iter().flat_map(|row| {
        [false, true]
            .into_iter()
            .filter(|&chess960| !chess960 || row.with_960)
            .map(|chess960| GameRules { variant: row.variant, chess960 })
    })
}

/// The numbered rules of a variant.
pub fn rules_of(rules: GameRules) -> RuleSet {
    let mut set = read_rules(row(rules.variant).rules).unwrap_or_default();
    if rules.chess960 {
        for (usual, instead) in IN_960 {
            if set.contains(usual) {
                set = set.without(usual).with(instead);
            }
        }
    }
    set
}

/// The value of a `Rules` tag for a variant: the shorthand for normal chess, then omitted rules, then added rules.
pub fn rules_value(rules: GameRules) -> String {
    let set = rules_of(rules);
    let mut value = "0".to_owned();
    for left_out in (1..=LAST_NORMAL).filter(|&n| !set.contains(n)) {
        value += &format!(" -{}", number(left_out));
    }
    for added in set.numbers().filter(|&n| n > LAST_NORMAL) {
        value += &format!(" {}", number(added));
    }
    value
}

/// The value of a `Pieces` tag for a variant; `None` if the pieces are those of normal chess, which need no tag.
pub fn pieces_value(variant: Variant) -> Option<&'static str> {
    Some(row(variant).pieces).filter(|pieces| *pieces != "0")
}

/// The words of a list, separated by white space or commas, with their offsets.
fn words(value: &str) -> impl Iterator<Item = (usize, &str)> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    value.split(separates).filter(|word| !word.is_empty()).map(move |word| {
        // The words are slices of the value, so the addresses give their offsets.
        (word.as_ptr() as usize - value.as_ptr() as usize, word)
    })
}

/// Reads the value of a `Rules` tag.
///
/// # Errors
///
/// The first word that is not a number, or not the number of a known rule.
pub fn read_rules(value: &str) -> Result<RuleSet, ListFault> {
    let mut set = RuleSet::default();
    for (at, word) in words(value) {
        let fault = |message: String| ListFault { range: at..at + word.len(), message };
        let (out, digits) = match word.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, word),
        };
        let read = digits.bytes().all(|b| b.is_ascii_alphanumeric()).then(|| u128::from_str_radix(digits, 36).ok());
        let Some(Some(read)) = read else {
            return Err(fault(format!(
                "`{word}` is not the number of a rule: expected a number in base 36, as in `0 -C 1A`"
            )));
        };
        if read == 0 && !out {
            set = (1..=LAST_NORMAL).fold(set, RuleSet::with);
            continue;
        }
        let known = u8::try_from(read).ok().filter(|&number| rule(number).is_some());
        let Some(number) = known else {
            return Err(fault(format!("no known rule has the number `{word}`")));
        };
        set = if out { set.without(number) } else { set.with(number) };
    }
    Ok(set)
}

/// Reads the value of a `Pieces` tag.
///
/// # Errors
///
/// The first word that is not the symbol of a known piece.
pub fn read_pieces(value: &str) -> Result<PieceSet, ListFault> {
    let mut set = PieceSet::default();
    for (at, word) in words(value) {
        let fault = |message: String| ListFault { range: at..at + word.len(), message };
        let (sign, symbol) = match word.split_at_checked(1) {
            Some((sign @ ("-" | "="), symbol)) => (sign, symbol),
            _ => ("", word),
        };
        if (sign, symbol) == ("", "0") {
            set = PieceSet { pieces: 0b11_1111, promoted_to: 0b01_1110 };
            continue;
        }
        let known = match symbol.as_bytes() {
            [symbol] => SYMBOLS.iter().position(|known| known == symbol),
            _ => None,
        };
        let Some(bit) = known.map(|at| 1 << at) else {
            return Err(fault(format!("`{word}` is not a known piece: expected K, Q, R, B, N or P")));
        };
        (set.pieces, set.promoted_to) = match sign {
            "-" => (set.pieces & !bit, set.promoted_to & !bit),
            "=" => (set.pieces | bit, set.promoted_to | bit),
            _ => (set.pieces | bit, set.promoted_to & !bit),
        };
    }
    Ok(set)
}

impl PieceSet {
    /// The pieces of a variant.
    pub fn of(variant: Variant) -> PieceSet {
        read_pieces(row(variant).pieces).unwrap_or_default()
    }

    /// The symbols of the pieces, and of those that a pawn can promote to.
    pub fn symbols(self) -> (String, String) {
        let of = |bits: u8| {
            let symbols = SYMBOLS.iter().enumerate().filter(move |(at, _)| bits & 1 << at != 0);
            symbols.map(|(_, symbol)| char::from(*symbol)).collect::<String>()
        };
        (of(self.pieces), of(self.promoted_to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_found_by_its_list() {
        let mut seen: Vec<RuleSet> = Vec::new();
        for rules in every() {
            let set = read_rules(&rules_value(rules)).expect("our own list");
            assert_eq!(set.variant(), Some(rules));
            assert!(!seen.contains(&set), "{rules:?} has a list of its own");
            seen.push(set);
            assert_eq!(rules_value(GameRules { chess960: false, ..rules }), row(rules.variant).rules);
            let pieces = read_pieces(row(rules.variant).pieces).expect("our own list");
            assert_eq!(pieces, PieceSet::of(rules.variant));
        }
        assert_eq!(
            rules_value(GameRules { variant: Variant::Crazyhouse, chess960: true }),
            "0 -C -I -J 10 11 12 13 14 15"
        );
    }

    #[test]
    fn lists_are_read_in_any_order_and_case() {
        let set = |value: &str| read_rules(value).expect(value);
        assert_eq!(set("1a, 1B 1c\t1d 0 -c -D -e -F").variant().map(|rules| rules.variant), Some(Variant::Antichess));
        assert_eq!(set("0 0 1E 1E"), set("1E 0"));
        assert_eq!(set("1 2 3 4 5 6 7 8 9 A B C D E F G H I J K"), set("0"));
        assert_eq!(set("").variant(), None);
        let (near, missing, extra) = set("0 16 17 18 1E").nearest();
        assert_eq!((near.variant, missing.to_string(), extra.to_string()), (Variant::Atomic, "19".into(), "1E".into()));
    }

    #[test]
    fn faults_have_ranges() {
        let fault = |value: &str| read_rules(value).map_err(|fault| format!("{:?} {}", fault.range, fault.message));
        assert_eq!(
            fault("0 1-3").unwrap_err(),
            "2..5 `1-3` is not the number of a rule: expected a number in base 36, as in `0 -C 1A`"
        );
        assert_eq!(fault("0 -zz").unwrap_err(), "2..5 no known rule has the number `-zz`");
        assert_eq!(fault("0 -0").unwrap_err(), "2..4 no known rule has the number `-0`");
        assert_eq!(fault("L").unwrap_err(), "0..1 no known rule has the number `L`");
        assert!(fault("99999999999999999999999999999999999999").is_err());
        assert!(fault("- é").is_err());
        let pieces = read_pieces("0 =A").map_err(|fault| format!("{:?} {}", fault.range, fault.message));
        assert_eq!(pieces.unwrap_err(), "2..4 `=A` is not a known piece: expected K, Q, R, B, N or P");
        assert_eq!(read_pieces("0 =K").expect("known").symbols(), ("KQRBNP".into(), "KQRBN".into()));
        assert_eq!(read_pieces("0 -P Q R B N").expect("known").symbols(), ("KQRBN".into(), String::new()));
    }
}
