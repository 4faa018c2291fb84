//! One game of a file and what is known about it.

use std::sync::OnceLock;

use crate::replay::GameReport;

/// One game. It does not know its place, so all versions of a file that contain the game share it.
#[derive(Debug, Default)]
pub(super) struct GameSlot<K> {
    pub(super) is_game: bool,
    /// Start of the binary section in bytes of the game's text, which is shorter than 4 GiB.
    binary: Option<u32>,
    pub(super) report: OnceLock<GameReport>,
    /// Data that a viewer stores with the game.
    pub(super) attachment: K,
}

impl<K: Default> GameSlot<K> {
    pub(super) fn new(is_game: bool, binary: Option<usize>) -> GameSlot<K> {
        let binary = binary.and_then(|binary| u32::try_from(binary).ok());
        GameSlot { is_game, binary, report: OnceLock::new(), attachment: K::default() }
    }
}

impl<K> GameSlot<K> {
    pub(super) fn binary(&self) -> Option<usize> {
        self.binary.map(|binary| binary as usize)
    }

    /// The report; calls `judge` if there is none yet. Two threads that judge the game at the same time do not wait for
    /// each other, because one may hold a thread that the other needs.
    pub(super) fn report(&self, judge: impl FnOnce() -> GameReport) -> &GameReport {
        match self.report.get() {
            Some(report) => report,
            None => {
                let report = judge();
                // A report from another thread is equal.
                self.report.get_or_init(|| report)
            }
        }
    }
}
