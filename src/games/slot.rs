//! One game of a file, and what is known about it.

use std::sync::OnceLock;

use crate::replay::GameReport;

/// One game. It knows no place, so that all versions of a file that hold the same game can share it.
#[derive(Debug, Default)]
pub(super) struct GameSlot<K> {
    pub(super) is_game: bool,
    /// In bytes of the game's text, which has less than 4 GiB.
    binary: Option<u32>,
    pub(super) report: OnceLock<GameReport>,
    /// What those who show the game keep beside.
    pub(super) kept: K,
}

impl<K: Default> GameSlot<K> {
    pub(super) fn new(is_game: bool, binary: Option<usize>) -> GameSlot<K> {
        let binary = binary.and_then(|binary| u32::try_from(binary).ok());
        GameSlot { is_game, binary, report: OnceLock::new(), kept: K::default() }
    }
}

impl<K> GameSlot<K> {
    pub(super) fn binary(&self) -> Option<usize> {
        self.binary.map(|binary| binary as usize)
    }

    /// What was found; if nobody has judged the game yet, `judge` does. Two who judge it at the same time do not wait
    /// for one another: the one may hold a thread that the other needs.
    pub(super) fn report(&self, judge: impl FnOnce() -> GameReport) -> &GameReport {
        match self.report.get() {
            Some(report) => report,
            None => {
                let report = judge();
                // Who comes second has found the same.
                self.report.get_or_init(|| report)
            }
        }
    }
}
