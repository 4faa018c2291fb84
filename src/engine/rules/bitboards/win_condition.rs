//! The variants that have the moves of chess, and other ways to win.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Bitboard, ByColor, Color, Position as _, RemainingChecks, Role};

use super::Bitboards;

/// How a game can be won apart from mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WinCondition {
    /// Not at all: chess and Chess960.
    MateOnly,
    /// King of the Hill: by a king on a square of the centre.
    Hill,
    /// Three-check: by a number of checks, of which these remain.
    Checks(ChecksLeft),
}

/// Remaining checks of both sides, 0 to 3, two bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChecksLeft(u8);

impl ChecksLeft {
    fn new(checks: &ByColor<RemainingChecks>) -> ChecksLeft {
        let bits = |color: Color| u8::from(*checks.get(color)) << shift(color);
        ChecksLeft(bits(Color::White) | bits(Color::Black))
    }

    fn of(self, color: Color) -> u8 {
        self.0 >> shift(color) & 3
    }
}

fn shift(color: Color) -> u32 {
    color.fold_wb(2, 0)
}

impl WinCondition {
    /// The condition at the start of a variant; `None` if its moves are not those of chess.
    fn at_start(variant: Variant) -> Option<WinCondition> {
        match variant {
            Variant::Chess => Some(WinCondition::MateOnly),
            Variant::KingOfTheHill => Some(WinCondition::Hill),
            Variant::ThreeCheck => Some(WinCondition::Checks(ChecksLeft::new(&ByColor::default()))),
            _ => None,
        }
    }

    /// The condition of a variant's position; `None` if its moves are not those of chess.
    pub(super) fn of(position: &VariantPosition) -> Option<WinCondition> {
        match position.variant() {
            Variant::KingOfTheHill => Some(WinCondition::Hill),
            Variant::ThreeCheck => Some(WinCondition::Checks(ChecksLeft::new(position.remaining_checks()?))),
            _ => None,
        }
    }
}

impl Bitboards {
    /// The initial position of a variant on the usual board; `None` if its moves are not those of chess.
    pub fn initial_in(variant: Variant) -> Option<Bitboards> {
        Some(Bitboards { win_condition: WinCondition::at_start(variant)?, ..Bitboards::initial() })
    }

    /// The variant; Chess960 is chess here.
    #[inline]
    pub fn variant(&self) -> Variant {
        match self.win_condition {
            WinCondition::MateOnly => Variant::Chess,
            WinCondition::Hill => Variant::KingOfTheHill,
            WinCondition::Checks(_) => Variant::ThreeCheck,
        }
    }

    /// The side that has won by the rules of King of the Hill or Three-check. No move is legal then; other answers about
    /// moves do not take it into account.
    #[inline]
    pub fn variant_winner(&self) -> Option<Color> {
        match self.win_condition {
            WinCondition::MateOnly => None,
            WinCondition::Hill => {
                let on_hill = self.by_role(Role::King) & Bitboard::CENTER;
                Color::ALL.into_iter().find(|&color| (on_hill & self.by_color(color)).any())
            }
            WinCondition::Checks(left) => Color::ALL.into_iter().find(|&color| left.of(color) == 0),
        }
    }

    /// Remaining checks of each side, 0 to 3, if the variant counts them.
    #[inline]
    pub fn remaining_checks(&self) -> Option<ByColor<u8>> {
        match self.win_condition {
            WinCondition::Checks(left) => Some(ByColor::new_with(|color| left.of(color))),
            WinCondition::MateOnly | WinCondition::Hill => None,
        }
    }

    /// Counts the check that `us` has just given, if it has.
    #[inline(always)]
    pub(super) fn count_check(&mut self, us: Color) {
        if let WinCondition::Checks(left) = &mut self.win_condition
            && self.checkers.any()
            && left.of(us) > 0
        {
            left.0 -= 1 << shift(us);
        }
    }
}
