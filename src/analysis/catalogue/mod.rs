//! The catalogue of diagnostics: one table from which severities, `explain` pages and the documentation are made.
//!
//! Knows: what there is to report, in words and examples. Never knows: how it is found.
//!
//! A new diagnostic is one row in the file of its kind and one place that reports it. The rows stand in macros only so
//! that the one table and the codes can be made of several files.

#[macro_use]
mod tag_pairs;
#[macro_use]
mod text;
#[macro_use]
mod sections;
#[macro_use]
mod formats;
#[macro_use]
mod boards;
#[macro_use]
mod values;
#[macro_use]
mod facts;
#[macro_use]
mod movetext;
#[macro_use]
mod moves;
#[macro_use]
mod details;
#[macro_use]
mod marks;
#[macro_use]
mod spelling;
#[macro_use]
mod end;

use std::fmt;

use super::Severity::{self, Error, Hint, Information, Warning};

/// The chapters of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    Structure,
    Tags,
    Movetext,
    Moves,
    End,
}

/// One row of the catalogue.
#[derive(Debug)]
pub struct Entry {
    pub code: Code,
    /// Stable kebab-case name.
    pub name: &'static str,
    pub family: Family,
    /// Default severity.
    pub severity: Severity,
    /// A quick fix may come with it.
    pub fix: bool,
    /// One sentence: what is wrong.
    pub summary: &'static str,
    /// What it means, the rule that it comes from, why it matters and what to do: Markdown paragraphs.
    pub explanation: &'static str,
    /// A file whose game earns it, and nothing else that is graver than information.
    pub wrong: &'static str,
    /// The same file as it should be.
    pub right: &'static str,
}

/// Makes [`Code`] and [`CATALOGUE`] of the rows that the files gathered.
macro_rules! catalogue {
    ($($family:ident { $($code:ident { $($field:ident: $value:expr,)* })* })*) => {
        /// The code of a diagnostic, in the order of the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($($code,)*)* }

        /// Every diagnostic, in the order of [`Code`].
        pub static CATALOGUE: &[Entry] = &[
            $($(Entry { code: Code::$code, family: Family::$family, $($field: $value,)* },)*)*
        ];
    };
}

/// Lets each file add its rows to those before, and gives them all to `catalogue!`.
macro_rules! gather {
    ([] $($rows:tt)*) => { catalogue! { $($rows)* } };
    ([$file:ident $($more:ident)*] $($rows:tt)*) => { $file! { gather [$($more)*] $($rows)* } };
}

gather! { [tag_pairs text sections formats boards values facts movetext moves details marks spelling end] }

impl Code {
    /// The row of the catalogue.
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// The stable kebab-case name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Code> {
        CATALOGUE.iter().find(|entry| entry.name == name).map(|entry| entry.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
