//! The last semantic tokens sent for a document, from which the next answer is a difference.

use std::sync::{Arc, Mutex, PoisonError};

use super::packed::PlacedTokens;

/// The last answer for a document, of any version.
#[derive(Clone, Debug, Default)]
pub struct LastTokens(Arc<Mutex<LastAnswer>>);

#[derive(Debug, Default)]
struct LastAnswer {
    /// Number of answers so far.
    number: u64,
    games: Arc<[PlacedTokens]>,
}

impl LastTokens {
    /// The answer with an identifier, if it was the last one.
    pub fn answer_with_id(&self, name: &str) -> Option<Arc<[PlacedTokens]>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (last.number > 0 && last.number.to_string() == name).then(|| last.games.clone())
    }

    /// Keeps an answer; returns its identifier.
    pub fn keep(&self, games: Arc<[PlacedTokens]>) -> u64 {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = LastAnswer { number: last.number + 1, games };
        last.number
    }
}
