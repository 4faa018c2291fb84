//! Errors of a binary section, by offset and value (rule E2).

use std::borrow::Cow;
use std::fmt;

/// The first unreadable part of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryError {
    /// Offset in bytes from the section's start.
    pub offset: usize,
    pub fault: BinaryFault,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinaryFault {
    /// The bytes end before the terminator.
    Truncated { expected: Cow<'static, str> },
    /// A byte without a meaning here.
    Invalid { value: u8, expected: Cow<'static, str> },
    /// Unused bits with another value than writers give them.
    Idle { value: u8, why: Cow<'static, str> },
    /// The notation cannot be read from the game's first position.
    Start { why: Cow<'static, str> },
    /// The section exceeds the maximum length for reading.
    TooLong { len: usize, most: usize },
}

impl BinaryError {
    pub(in crate::notation) fn truncated(offset: usize, expected: impl Into<Cow<'static, str>>) -> BinaryError {
        BinaryError { offset, fault: BinaryFault::Truncated { expected: expected.into() } }
    }

    pub(in crate::notation) fn invalid(
        offset: usize,
        value: u8,
        expected: impl Into<Cow<'static, str>>,
    ) -> BinaryError {
        BinaryError { offset, fault: BinaryFault::Invalid { value, expected: expected.into() } }
    }

    pub(in crate::notation) fn idle(offset: usize, value: u8, why: impl Into<Cow<'static, str>>) -> BinaryError {
        BinaryError { offset, fault: BinaryFault::Idle { value, why: why.into() } }
    }

    /// What was expected instead; empty if the bytes are not at fault.
    pub fn expected(&self) -> &str {
        match &self.fault {
            BinaryFault::Truncated { expected } | BinaryFault::Invalid { expected, .. } => expected,
            BinaryFault::Idle { .. } | BinaryFault::Start { .. } | BinaryFault::TooLong { .. } => "",
        }
    }
}

impl fmt::Display for BinaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match &self.fault {
            BinaryFault::Truncated { expected } => {
                let bytes = if offset == 1 { "byte" } else { "bytes" };
                write!(f, "the binary section is cut off after {offset} {bytes}: expected {expected}")
            }
            BinaryFault::Invalid { value, expected } => {
                write!(f, "the byte {value:02X} at offset {offset} has no meaning here: expected {expected}")
            }
            BinaryFault::Idle { value, why } => write!(f, "the byte {value:02X} at offset {offset} {why}"),
            BinaryFault::Start { why } => write!(f, "the binary section cannot be read: {why}"),
            BinaryFault::TooLong { len, most } => {
                write!(f, "the binary section has {len} bytes: sections of at most {most} bytes are read")
            }
        }
    }
}

impl std::error::Error for BinaryError {}
