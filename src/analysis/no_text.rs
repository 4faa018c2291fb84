//! Bytes that are no text: what a damaged binary section leaves behind its end. Nothing in them is worth a fix.

/// A smaller game, in bytes, is fixed at once, whatever it is.
const LEAST: usize = 1 << 14;

/// In text, fewer than one character in so many is a control character; among random bytes every tenth is one.
const FEW: usize = 50;

/// Is the game no text, but bytes of something else?
pub fn is_no_text(text: &str) -> bool {
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace() && *byte != 0x0b;
    text.len() >= LEAST && text.bytes().filter(is_control).count() > text.len() / FEW
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Context, FileKind, Settings, check_game, fix_game};

    /// Bytes as of a damaged section, read as Latin-1.
    fn noise(len: usize) -> String {
        let mut seed = 1_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from((seed >> 24) as u8)
        };
        (0..len).map(|_| next()).collect()
    }

    #[test]
    fn what_is_no_text_has_findings_and_no_fixes() {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
        let fixed = |text: &str| {
            let found = check_game(text, &context).diagnostics;
            assert!(!found.is_empty());
            let fixes = found.iter().flat_map(|found| &found.fixes).count();
            (fixes, fix_game(text, None, &context, &|found| found.fixes.first()).len())
        };
        assert_eq!(fixed(&format!("1. e4\n{}", noise(LEAST))), (0, 0));
        // A letter of a wrong code page here and there is no reason.
        let (fixes, edits) = fixed(&format!("1. e4 e5\u{1} {}1. d4", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(LEAST / 20)));
        assert!(fixes > 0 && edits > 0, "{fixes} {edits}");
    }
}
