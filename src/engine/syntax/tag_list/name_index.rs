//! Constant-time lookup of tag names in the table of names in common use.

use super::known_names::{KNOWN, ROSTER};

/// A power of two, several times the size of the table, so that few names collide.
const SLOTS: usize = 1024;

/// Marks an empty slot.
const FREE: u8 = u8::MAX;

const SLOT: [u8; SLOTS] = slots();

/// A set of names, one bit each, in the order of the table.
pub(crate) type NameSet = u128;

const _: () = assert!(KNOWN.len() < NameSet::BITS as usize && KNOWN.len() < FREE as usize);

/// The seven tag roster.
pub(crate) const WHOLE_ROSTER: NameSet = {
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

/// Length and a few letters distinguish the names in common use well enough.
const fn hash(name: &[u8]) -> usize {
    let len = name.len();
    if len == 0 {
        return 0;
    }
    let letters = name[0] as usize * 7 + name[len / 2] as usize * 31 + name[len - 1] as usize * 131;
    (len * 61 + letters) % SLOTS
}

/// Index of a name that the program itself uses; a name that is not in the table is a compile error.
pub const fn index_of(name: &str) -> u8 {
    let mut slot = hash(name.as_bytes());
    while !same(KNOWN[SLOT[slot] as usize].as_bytes(), name.as_bytes()) {
        slot = (slot + 1) % SLOTS;
    }
    SLOT[slot]
}

/// Index of a name in the table, if it is in common use.
#[inline]
pub(crate) fn index(name: &[u8]) -> Option<u8> {
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
pub(crate) fn name(index: u8) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;

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
