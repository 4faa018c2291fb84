//! A cursor over the bytes of a section, and text in ISO 8859-1.

use super::BinaryError;

/// Position in a section; it only advances.
#[derive(Clone, Debug)]
pub(in crate::notation) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    pub(in crate::notation) fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader { bytes, at: 0 }
    }

    /// Number of bytes consumed.
    pub(in crate::notation) fn at(&self) -> usize {
        self.at
    }

    pub(in crate::notation) fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    /// The next `len` bytes, if there are as many.
    pub(in crate::notation) fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(len)?)?;
        self.at += len;
        Some(taken)
    }

    /// The bytes up to the next null byte, which is consumed too.
    pub(in crate::notation) fn until_null(&mut self) -> Option<&'a [u8]> {
        let len = self.bytes.get(self.at..)?.iter().position(|&byte| byte == 0)?;
        let text = self.take(len);
        self.at += 1;
        text
    }

    /// The error for a section that ends here, where `expected` should follow.
    pub(in crate::notation) fn cut(&self, expected: &'static str) -> BinaryError {
        BinaryError::truncated(self.bytes.len(), expected)
    }
}

/// Decodes bytes as ISO 8859-1.
pub(in crate::notation) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Encodes the text in ISO 8859-1; the error is the first character outside it.
pub(in crate::notation) fn latin1_bytes(text: &str) -> Result<Vec<u8>, char> {
    text.chars().map(|c| u8::try_from(u32::from(c)).map_err(|_| c)).collect()
}
