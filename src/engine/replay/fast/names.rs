//! Tag names outside the table of names in common use.

use crate::replay::governing_tags::{nearest_known_name, roster_names_near};
use crate::syntax::tag_list::name_index::NameSet;

/// Names that are not in common use and do not resemble one that is. The comparison is slow, so its result is cached.
#[derive(Default)]
pub(super) struct OtherNames {
    names: Vec<Box<[u8]>>,
}

impl OtherNames {
    /// Number of bits in [`NameSet`].
    const MOST: usize = NameSet::BITS as usize;

    /// A number below [`NameSet::BITS`] that identifies the name from now on; `None` if it may be a misspelling.
    #[inline]
    pub(super) fn index(&mut self, name: &[u8]) -> Option<u8> {
        let at = self.names.iter().position(|other| **other == *name).or_else(|| self.learn(name))?;
        u8::try_from(at).ok()
    }

    #[cold]
    fn learn(&mut self, name: &[u8]) -> Option<usize> {
        let usual = is_name(name) && name.first().is_some_and(u8::is_ascii_alphabetic) && name.len() <= LONGEST;
        let text = std::str::from_utf8(name).ok()?;
        let unlike = usual
            && self.names.len() < Self::MOST
            && nearest_known_name(text).is_none()
            && roster_names_near(text).next().is_none();
        unlike.then(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }
}

/// Whether this is a valid tag name (rule B1).
pub(super) fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// Longer names are left to the judge.
const LONGEST: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_keep_their_numbers_unless_they_resemble_a_known_one() {
        let mut names = OtherNames::default();
        let numbers = ["Eco", "FICSGamesDBGameNo", "Eco", "Whitee", "EVENT", "_x", "", "Tables"]
            .map(|name| names.index(name.as_bytes()));
        assert_eq!(numbers, [Some(0), Some(1), Some(0), None, None, None, None, Some(2)]);
        let many: Vec<_> = (0..200).map(|n| names.index(format!("Programs{n}").as_bytes())).collect();
        assert_eq!(many.iter().flatten().count(), 125);
        assert_eq!(many[124], Some(127));
    }
}
