//! Errors of an encoded position, by bit offset.

use std::borrow::Cow;
use std::fmt;

/// The first error in an encoded position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// Offset in bits from the first bit of the first byte.
    pub bit: usize,
    pub fault: PositionFault,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// The bits end before the position does.
    CutOff { expected: Cow<'static, str> },
    /// Bits without a meaning there.
    Invalid { found: Cow<'static, str>, expected: Cow<'static, str> },
    /// Whole bytes follow the position.
    TooLong { bits: usize },
}

impl PositionError {
    pub(super) fn cut_off(bit: usize, expected: impl Into<Cow<'static, str>>) -> PositionError {
        PositionError { bit, fault: PositionFault::CutOff { expected: expected.into() } }
    }

    pub(super) fn invalid(
        bit: usize,
        found: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
    ) -> PositionError {
        PositionError { bit, fault: PositionFault::Invalid { found: found.into(), expected: expected.into() } }
    }

    pub(super) fn too_long(bit: usize, bits: usize) -> PositionError {
        PositionError { bit, fault: PositionFault::TooLong { bits } }
    }
}

impl fmt::Display for PositionError {
    /// One plain sentence without a final period. Bits are counted from 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bit = self.bit;
        match &self.fault {
            PositionFault::CutOff { expected } => write!(f, "the bits end after {bit}: expected {expected}"),
            PositionFault::Invalid { found, expected } => {
                write!(f, "{found} at bit {bit} has no meaning there: expected {expected}")
            }
            PositionFault::TooLong { bits } => {
                write!(
                    f,
                    "the position ends after {bit} bits, and there are {bits}: expected no byte after its last one"
                )
            }
        }
    }
}

impl std::error::Error for PositionError {}
