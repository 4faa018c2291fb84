//! Tag names found in the table of those in use, without comparing one with many.

use crate::analysis::judge::known_tags::{KNOWN, ROSTER};
use crate::analysis::judge::tag_names::resembled;

/// A power of two, several times as large as the table, so that few names meet.
const SLOTS: usize = 1024;

/// A slot that holds no name.
const FREE: u8 = u8::MAX;

const SLOT: [u8; SLOTS] = slots();

/// Names as one bit each, in the order of the table.
pub(super) type NameSet = u128;

const _: () = assert!(KNOWN.len() < NameSet::BITS as usize && KNOWN.len() < FREE as usize);

/// The seven tag roster.
pub(super) const WHOLE_ROSTER: NameSet = {
    let (mut set, mut n) = (0, 0);
    while n < ROSTER.len() {
        set |= 1 << index_of(ROSTER[n]);
        n += 1;
    }
    set
};

const fn slots() -> [u8; SLOTS] {
    let mut slots = [FREE; SLOTS];
    let mut n = 0;
    while n < KNOWN.len() {
        let mut slot = hash(KNOWN[n].as_bytes());
        while slots[slot] != FREE {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = n as u8;
        n += 1;
    }
    slots
}

/// Length and a few letters tell the names in use apart well enough.
const fn hash(name: &[u8]) -> usize {
    let len = name.len();
    if len == 0 {
        return 0;
    }
    let letters = name[0] as usize * 7 + name[len / 2] as usize * 31 + name[len - 1] as usize * 131;
    (len * 61 + letters) % SLOTS
}

/// Where a name of the program's own stands in the table; the program does not compile if it does not.
pub(super) const fn index_of(name: &str) -> u8 {
    let mut slot = hash(name.as_bytes());
    while !same(KNOWN[SLOT[slot] as usize].as_bytes(), name.as_bytes()) {
        slot = (slot + 1) % SLOTS;
    }
    SLOT[slot]
}

/// Where a name stands in the table of names in use, if it does.
#[inline]
pub(super) fn index(name: &[u8]) -> Option<u8> {
    let mut slot = hash(name);
    while SLOT[slot] != FREE {
        if KNOWN[usize::from(SLOT[slot])].as_bytes() == name {
            return Some(SLOT[slot]);
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

/// The name at an index.
pub(super) fn name(index: u8) -> &'static str {
    KNOWN[usize::from(index) % KNOWN.len()]
}

#[inline]
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut n = 0;
    while n < a.len() {
        if a[n] != b[n] {
            return false;
        }
        n += 1;
    }
    true
}

/// Names that are in no common use, and resemble none that is: of whatever programs have thought of. Finding that out
/// takes long, so it is remembered.
#[derive(Default)]
pub(super) struct OtherNames {
    names: Vec<Box<[u8]>>,
}

impl OtherNames {
    /// As many as [`NameSet`] has bits for.
    const MOST: usize = NameSet::BITS as usize;

    /// A number below [`NameSet::BITS`] that the name has from now on; `None` if it might be meant for another name.
    #[inline]
    pub(super) fn index(&mut self, name: &[u8]) -> Option<u8> {
        let at = self.names.iter().position(|other| **other == *name).or_else(|| self.learn(name))?;
        u8::try_from(at).ok()
    }

    #[cold]
    fn learn(&mut self, name: &[u8]) -> Option<usize> {
        let letters = name.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let usual = letters && name.first().is_some_and(u8::is_ascii_alphabetic) && name.len() <= LONGEST;
        let unlike = usual && self.names.len() < Self::MOST && resembled(std::str::from_utf8(name).ok()?).is_none();
        unlike.then(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }
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

    #[test]
    fn every_name_in_use_is_found_and_no_other() {
        for (n, known) in KNOWN.iter().enumerate() {
            assert_eq!(index(known.as_bytes()), Some(n as u8), "{known}");
            assert_eq!(name(n as u8), *known);
        }
        for other in ["", "event", "Even", "Events", "X", "WhiteEl", "\u{e9}"] {
            assert_eq!(index(other.as_bytes()), None, "{other}");
        }
    }
}
