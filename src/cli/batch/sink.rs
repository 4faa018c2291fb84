//! Where the text of a file goes that a command changes.

use std::io;

use super::diff::Diff;
use super::rewrite::Rewrite;

pub enum Sink {
    None,
    File(Box<Rewrite>),
    /// Standard input's text goes to standard output.
    Stdout,
    /// The same, and somebody looks at it.
    Terminal,
    Diff(Box<Diff>),
}

impl Sink {
    /// Takes the next piece of the file, and what it becomes if it changes. What goes to standard output is appended to
    /// `out`.
    pub fn pass(&mut self, before: &[u8], after: Option<&[u8]>, out: &mut Vec<u8>) -> io::Result<()> {
        match (self, after) {
            (Sink::None, _) => {}
            (Sink::Stdout | Sink::Terminal, _) => out.extend_from_slice(after.unwrap_or(before)),
            (Sink::Diff(diff), after) => {
                match after {
                    Some(after) => diff.replace(before, after),
                    None => diff.keep(before),
                }
                out.extend(diff.take());
            }
            (Sink::File(rewrite), Some(after)) => return rewrite.replace(before.len(), after),
            (Sink::File(rewrite), None) => return rewrite.keep(before),
        }
        Ok(())
    }
}
