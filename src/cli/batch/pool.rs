//! The thread pool, and the total amount of work.

use std::num::NonZeroUsize;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::inputs::InputFile;
use crate::print_error;

/// Stack of a worker thread, in bytes: nesting is limited, and this is ample for the limit.
const STACK: usize = 8 << 20;

/// Parses the number of `--jobs`.
pub fn jobs_wanted(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number, 1 or more".to_owned())
}

/// The worker threads: the requested number, at most one per processor. Prints the error if they cannot be started.
pub fn pool(jobs: Option<NonZeroUsize>) -> Option<ThreadPool> {
    let most = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = jobs.map_or(most, |jobs| jobs.get().min(most));
    match ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build() {
        Ok(pool) => Some(pool),
        Err(error) => {
            print_error(&format!("the working threads cannot be started: {error}"));
            None
        }
    }
}

/// Size of all inputs, in bytes; `None` if it is not known.
pub fn total(inputs: &[InputFile]) -> Option<u64> {
    inputs
        .iter()
        .map(|input| {
            if input.is_compressed_by_name() {
                return None;
            }
            let metadata = std::fs::metadata(input.path.as_ref()?);
            metadata.map_or(Some(0), |metadata| metadata.is_file().then_some(metadata.len()))
        })
        .sum()
}
