//! Damage done to bytes, the same at every run: what is deleted, inserted, doubled or cut off at random.

#![allow(dead_code)]

/// What slips into games, beside random bytes.
const SLIPS: [&str; 44] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    ";",
    "%",
    "\n%",
    "\n",
    "\r\n",
    "\n\n",
    "\\",
    "*",
    " 1-0 ",
    " 1/2 ",
    "$",
    "$14",
    "\\$3",
    "!",
    "?!",
    "1.",
    "1...",
    "e4",
    "O-O",
    "0-0",
    "+",
    "#",
    "--",
    "<",
    "\u{feff}",
    "é",
    "[;",
    "\n[X \"y\"]\n",
    "e.p.",
    "B",
    "]B\n",
    "]Nf3\n",
    "]5. [",
    "+-1-0",
    "\" {c}]\n",
    "*-",
    "1/2",
];

/// A row of numbers that look random: splitmix64.
pub struct Damage(u64);

impl Damage {
    pub fn new(seed: u64) -> Damage {
        Damage(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut n = self.0;
        n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        n ^ (n >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("it is below a usize")
    }

    /// One of these.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// The bytes with one to four faults.
    pub fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        for _ in 0..=self.below(4) {
            self.one_fault(&mut damaged);
        }
        damaged
    }

    /// Takes the next one of these bytes away.
    fn one_less(&mut self, bytes: &mut Vec<u8>, at: usize, of: &[u8]) {
        if let Some(n) = bytes[at..].iter().position(|byte| of.contains(byte)) {
            bytes.remove(at + n);
        }
    }

    fn one_fault(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        let longest = if self.below(4) == 0 { 60 } else { 3 };
        let end = (at + 1 + self.below(longest)).min(bytes.len());
        match self.below(10) {
            8 => self.one_less(bytes, at, b"()"),
            9 => {
                if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
                    *digit = b'0' + self.below(10) as u8;
                }
            }
            0 => bytes.truncate(at),
            1 | 2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            4 => {
                let byte = self.below(256) as u8;
                bytes.insert(at, byte);
            }
            _ => {
                let slip = *self.one(&SLIPS);
                bytes.splice(at..at, slip.bytes());
            }
        }
    }
}
