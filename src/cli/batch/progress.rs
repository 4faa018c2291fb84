//! The progress bar: on standard error, and only on a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Bytes that take long enough for a bar to be more than a flicker.
const WORTH_SHOWING: u64 = 8 << 20;

/// Bytes done of all bytes.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// None is shown.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden() }
    }

    /// `total` is in bytes; `None` when the input's end is not known.
    pub fn new(total: Option<u64>) -> Progress {
        let typed = total.is_none() && std::io::stdin().is_terminal();
        if typed || !std::io::stderr().is_terminal() || total.is_some_and(|total| total < WORTH_SHOWING) {
            return Progress::hidden();
        }
        let (bar, template) = match total {
            Some(total) => {
                (ProgressBar::new(total), "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left")
            }
            None => (ProgressBar::no_length(), "{spinner} {bytes}, {bytes_per_sec}"),
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// So many bytes more are done.
    pub fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    /// Takes the bar away while something else is written to the terminal.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
