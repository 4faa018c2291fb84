//! The last answer about a document, by which the next one says only what has changed.

use std::sync::{Arc, Mutex, PoisonError};

use super::packed::Placed;

/// What was answered last about a document, in whatever version.
#[derive(Clone, Debug, Default)]
pub struct Told(Arc<Mutex<Last>>);

#[derive(Debug, Default)]
struct Last {
    /// Counts the answers.
    number: u64,
    games: Arc<[Placed]>,
}

impl Told {
    /// What was answered under a name, if that was the last answer.
    pub fn under(&self, name: &str) -> Option<Arc<[Placed]>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (last.number > 0 && last.number.to_string() == name).then(|| last.games.clone())
    }

    /// The name of an answer.
    pub fn keep(&self, games: Arc<[Placed]>) -> u64 {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Last { number: last.number + 1, games };
        last.number
    }
}
