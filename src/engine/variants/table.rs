//! The table of variants: one row each.

use crate::rules::Variant;

/// The rules that a game is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameRules {
    pub variant: Variant,
    /// Whether castling and the start position are those of Chess960.
    pub chess960: bool,
}

/// A variant that can be played.
#[derive(Debug)]
pub struct VariantRow {
    pub variant: Variant,
    /// The name in a `Variant` tag, as lichess writes it.
    pub name: &'static str,
    /// Other spellings in real files, in lower-case letters and digits, without the name itself.
    pub spellings: &'static [&'static str],
    /// The value of VGN's `Rules`, without Chess960.
    pub rules: &'static str,
    /// The value of VGN's `Pieces`.
    pub pieces: &'static str,
    /// Whether the variant can be combined with Chess960.
    pub with_960: bool,
    /// One sentence about the differences from chess.
    pub about: &'static str,
}

/// A variant whose name is known, but which cannot be played.
#[derive(Debug)]
pub struct UnsupportedVariant {
    pub name: &'static str,
    /// Spellings in lower-case letters and digits.
    pub spellings: &'static [&'static str],
    /// Why it cannot be played: a clause.
    pub why: &'static str,
}

/// The variants that can be played, with the spellings of lichess, chess.com, FICS, ICC, XBoard, cutechess, PyChess and
/// python-chess.
pub static VARIANTS: &[VariantRow] = &[
    VariantRow {
        variant: Variant::Chess,
        name: "Standard",
        spellings: &[
            "standardchess",
            "normal",
            "normalchess",
            "chess",
            "classical",
            "classic",
            "regular",
            "orthodox",
            "fromposition",
            "western",
            "westernchess",
        ],
        rules: "0",
        pieces: "0",
        with_960: true,
        about: "chess",
    },
    VariantRow {
        variant: Variant::Crazyhouse,
        name: "Crazyhouse",
        spellings: &["crazyhousechess", "zh", "zhouse", "house"],
        rules: "0 -I 12 13 14 15",
        pieces: "0",
        with_960: true,
        about: "captured pieces change sides and are dropped back on the board in place of a move",
    },
    VariantRow {
        variant: Variant::Atomic,
        name: "Atomic",
        spellings: &["atomicchess", "atom"],
        rules: "0 16 17 18 19",
        pieces: "0",
        with_960: true,
        about: "a capture is an explosion that removes all pieces except pawns around it; the side that blows up the \
                other king wins",
    },
    VariantRow {
        variant: Variant::Antichess,
        name: "Antichess",
        spellings: &["anti", "antichessgame", "giveaway", "giveawaychess", "losingchess", "lose"],
        rules: "0 -C -D -E -F 1A 1B 1C 1D",
        pieces: "0 =K",
        with_960: true,
        about: "captures are forced, the king is a piece like any other, and a side that loses all its pieces or \
                cannot move wins",
    },
    VariantRow {
        variant: Variant::ThreeCheck,
        name: "Three-check",
        spellings: &["threechecks", "threecheckchess", "3check", "3checks", "3checkchess"],
        rules: "0 1E",
        pieces: "0",
        with_960: true,
        about: "the side that gives the third check wins",
    },
    VariantRow {
        variant: Variant::KingOfTheHill,
        name: "King of the Hill",
        spellings: &["koth", "kingofthehillchess", "kinghill"],
        rules: "0 1F",
        pieces: "0",
        with_960: true,
        about: "a king on d4, e4, d5 or e5 wins",
    },
    VariantRow {
        variant: Variant::Horde,
        name: "Horde",
        spellings: &["hordechess"],
        rules: "0 -J 1G 1H 1I",
        pieces: "0",
        with_960: true,
        about: "White has 36 pawns and no king; Black wins by capturing all of White's pieces",
    },
    VariantRow {
        variant: Variant::RacingKings,
        name: "Racing Kings",
        spellings: &["racingkingschess", "racingking", "kingsrace"],
        rules: "0 -8 -9 -A -B -C -E -J 1J 1K 1L 1M",
        pieces: "0 -P Q R B N",
        with_960: false,
        about: "no move may give check, and the first king on the eighth rank wins",
    },
];

/// Variants in real files that cannot be played.
pub static UNSUPPORTED: &[UnsupportedVariant] = &[
    UnsupportedVariant {
        name: "Suicide",
        spellings: &["suicide", "suicidechess"],
        why: "a side that cannot move does not simply win there, as it does in Antichess",
    },
    UnsupportedVariant {
        name: "Losers",
        spellings: &["losers", "loserschess"],
        why: "kings can be in check there, unlike in Antichess",
    },
    UnsupportedVariant {
        name: "Bughouse",
        spellings: &["bughouse", "bughousechess", "bug", "tandem"],
        why: "two games are played side by side, and the pocket is filled from the other one",
    },
    UnsupportedVariant {
        name: "Five-check",
        spellings: &["fivecheck", "5check"],
        why: "checks are counted only up to three",
    },
    UnsupportedVariant {
        name: "Seirawan",
        spellings: &["seirawan", "schess", "sharperchess", "seirawan960", "schess960"],
        why: "it has pieces other than those of chess",
    },
    UnsupportedVariant {
        name: "Capablanca",
        spellings: &["capablanca", "capablanca960", "capablancarandom", "capahouse", "gothic", "grand", "grandchess"],
        why: "it has pieces other than those of chess, and a larger board",
    },
    UnsupportedVariant { name: "Sittuyin", spellings: &["sittuyin"], why: "it has pieces other than those of chess" },
    UnsupportedVariant {
        name: "Makruk",
        spellings: &["makruk", "makpong", "asean", "cambodian", "ouk"],
        why: "it has pieces other than those of chess",
    },
    UnsupportedVariant {
        name: "Xiangqi",
        spellings: &["xiangqi", "janggi", "minixiangqi"],
        why: "it has pieces other than those of chess, and another board",
    },
    UnsupportedVariant {
        name: "Shogi",
        spellings: &["shogi", "minishogi", "kyotoshogi"],
        why: "it has pieces other than those of chess, and another board",
    },
    UnsupportedVariant {
        name: "Four-player chess",
        spellings: &["ffa", "4player", "fourplayer", "4playerchess", "teams"],
        why: "four players play, on a larger board",
    },
    UnsupportedVariant {
        name: "Duck chess",
        spellings: &["duck", "duckchess"],
        why: "it has pieces other than those of chess",
    },
    UnsupportedVariant {
        name: "Fog of War",
        spellings: &["fogofwar", "darkchess", "kriegspiel"],
        why: "kings are captured there",
    },
    UnsupportedVariant {
        name: "Shatranj",
        spellings: &["shatranj", "courier"],
        why: "it has pieces other than those of chess",
    },
];

impl VariantRow {
    /// The name in a sentence: "chess" instead of "Standard".
    pub fn in_words(&self) -> &'static str {
        if self.variant == Variant::Chess { "chess" } else { self.name }
    }
}

/// The row of a variant.
pub fn row(variant: Variant) -> &'static VariantRow {
    VARIANTS.iter().find(|row| row.variant == variant).unwrap_or(&VARIANTS[0])
}
