//! The progress bar: on standard error, and only on a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Number of bytes from which processing takes long enough for a bar.
const WORTH_SHOWING: u64 = 8 << 20;

/// Progress in bytes.
pub struct ProgressDisplay {
    bar: ProgressBar,
}

impl ProgressDisplay {
    /// Without a bar.
    pub fn hidden() -> ProgressDisplay {
        ProgressDisplay { bar: ProgressBar::hidden() }
    }

    /// `total` is in bytes; `None` if it is not known.
    pub fn new(total: Option<u64>) -> ProgressDisplay {
        let typed = total.is_none() && std::io::stdin().is_terminal();
        if typed || !std::io::stderr().is_terminal() || total.is_some_and(|total| total < WORTH_SHOWING) {
            return ProgressDisplay::hidden();
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
        ProgressDisplay { bar }
    }

    /// A bar for work of which a few bytes take long; `total` is in bytes.
    pub fn of_slow_work(total: Option<u64>) -> ProgressDisplay {
        let Some(total) = total.filter(|_| std::io::stderr().is_terminal()) else { return ProgressDisplay::hidden() };
        let bar = ProgressBar::new(total);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} %, {elapsed} passed, {eta} left") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_secs(1));
        ProgressDisplay { bar }
    }

    /// Adds processed bytes.
    pub fn advance(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    /// Hides the bar while something else is written to the terminal.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
