//! The working threads, and how much work there is.

use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::inputs::Input;
use crate::cli::complain;

/// Stack of a working thread, in bytes: nesting is limited, and this is ample for its limit.
const STACK: usize = 8 << 20;

/// The number that `--jobs` is given.
pub fn jobs_wanted(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number, 1 or more".to_owned())
}

/// The working threads: as many as are asked for, and not more than there are processors. Says why there are none.
pub fn pool(jobs: Option<NonZeroUsize>) -> Option<ThreadPool> {
    let most = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = jobs.map_or(most, |jobs| jobs.get().min(most));
    match ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => Some(pool),
        Err(error) => {
            complain(&format!("the working threads cannot be started: {error}"));
            None
        }
    }
}

/// Bytes of all inputs; `None` when that is not known.
pub fn total(inputs: &[Input]) -> Option<u64> {
    inputs
        .iter()
        .map(|input| {
            let metadata = std::fs::metadata(input.path.as_ref()?);
            metadata.map_or(Some(0), |metadata| metadata.is_file().then_some(metadata.len()))
        })
        .sum()
}
