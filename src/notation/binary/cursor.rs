//! Reading bytes one after another, and ISO 8859-1 as the text in them.

use super::BinaryError;

/// A place in a section, which only moves on.
#[derive(Clone, Debug)]
pub(in crate::notation) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(in crate::notation) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// How many bytes were taken.
    pub(in crate::notation) fn at(&self) -> usize {
        self.at
    }

    pub(in crate::notation) fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    /// The next bytes, if there are so many.
    pub(in crate::notation) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        Some(taken)
    }

    /// The bytes up to the next null byte, which is taken as well.
    pub(in crate::notation) fn until_null(&mut self) -> Option<&'a [u8]> {
        let len = self.bytes.get(self.at..)?.iter().position(|&byte| byte == 0)?;
        let text = self.take(len);
        self.at += 1;
        text
    }

    /// The error of a section that ends here, where something else was expected.
    pub(in crate::notation) fn cut(&self, expected: &'static str) -> BinaryError {
        BinaryError::truncated(self.bytes.len(), expected)
    }
}

/// Each byte as its character of ISO 8859-1.
pub(in crate::notation) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The text in ISO 8859-1, or its first character that is not in it.
pub(in crate::notation) fn latin1_bytes(text: &str) -> Result<Vec<u8>, char> {
    text.chars().map(|c| u8::try_from(u32::from(c)).map_err(|_| c)).collect()
}
