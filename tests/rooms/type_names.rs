//! Names of types: each names one type of the crate.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

/// Names of several definitions that are one type, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[("ClientProcess", "one definition per operating system, selected by `cfg`")];

/// The definitions of types in `src`, as the files of each name.
#[derive(Default)]
pub struct TypeNames {
    files: BTreeMap<String, Vec<String>>,
}

impl TypeNames {
    /// Adds the structs, enums, unions, traits and free aliases that a file defines, in macros and tests too. `file` is
    /// its path from the project's root.
    pub fn add(&mut self, file: &str, text: &str) {
        let tokens = text.parse().unwrap_or_else(|error| panic!("{file} is not Rust: {error}"));
        self.add_definitions(file, tokens, false);
    }

    /// One sentence for each name of several types, and for each exception without need.
    pub fn complaints(&self) -> Vec<String> {
        let excepted: BTreeSet<&str> = EXCEPTIONS.iter().map(|(name, _)| *name).collect();
        let repeated = self.files.iter().filter(|(name, files)| files.len() > 1 && !excepted.contains(name.as_str()));
        let mut complaints: Vec<String> =
            repeated.map(|(name, files)| format!("`{name}` names several types: {}", files.join(", "))).collect();
        let unneeded = excepted.iter().filter(|name| self.files.get(**name).is_none_or(|files| files.len() < 2));
        complaints.extend(unneeded.map(|name| format!("`{name}` needs no exception")));
        complaints
    }

    fn add_definitions(&mut self, file: &str, tokens: TokenStream, is_associated: bool) {
        let mut trees = tokens.into_iter().peekable();
        // The next braces are the body of an `impl` or a trait, whose aliases are associated types.
        let mut body_ahead = false;
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Group(group) => {
                    let is_body = group.delimiter() == Delimiter::Brace && std::mem::take(&mut body_ahead);
                    self.add_definitions(file, group.stream(), is_body);
                }
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    body_ahead |= word == "impl" || word == "trait";
                    let is_definition = match word.as_str() {
                        "struct" | "enum" | "union" | "trait" => true,
                        "type" => !is_associated,
                        _ => false,
                    };
                    if let Some(name) = name_ahead(&mut trees).filter(|_| is_definition) {
                        self.files.entry(name).or_default().push(file.to_owned());
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => body_ahead = false,
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
}

/// The next token, if it is a name.
fn name_ahead(trees: &mut Peekable<token_stream::IntoIter>) -> Option<String> {
    match trees.peek() {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    }
}

/// The complaints about made-up files, without those about exceptions.
fn complaints(files: &[(&str, &str)]) -> Vec<String> {
    let mut names = TypeNames::default();
    files.iter().for_each(|(file, text)| names.add(file, text));
    names.complaints().into_iter().filter(|complaint| !complaint.ends_with("needs no exception")).collect()
}

#[test]
fn two_types_of_one_name_are_found() {
    for text in [
        "pub(crate) struct Line<'a>(&'a str);",
        "enum Line { A }",
        "#[repr(C)] union Line { a: u8 }",
        "trait Line: Sized {}",
        "type Line = u8;",
        "fn f() { struct Line; }",
        "impl Text { fn f() { enum Line {} } }",
        "#[cfg(test)] mod tests { struct Line; }",
        "macro_rules! table { () => { enum Line {} }; }",
    ] {
        let found = complaints(&[("src/a.rs", "struct Line;"), ("src/b.rs", text)]);
        assert_eq!(found, ["`Line` names several types: src/a.rs, src/b.rs"], "{text}");
    }
}

#[test]
fn names_that_define_no_second_type_are_accepted() {
    for text in [
        "use a::Line; fn f(line: Line) -> Line { line }",
        "/// A struct Line.\nconst TEXT: &str = \"struct Line\";",
        "impl Iterator for Text { type Line = u8; }",
        "trait Text { type Line; }",
        "enum Token { Line }",
        "macro_rules! row { ($name:ident) => { struct $name; }; }",
    ] {
        assert_eq!(complaints(&[("src/a.rs", "struct Line;"), ("src/b.rs", text)]), [""; 0], "{text}");
    }
}

#[test]
fn an_exception_that_is_not_needed_is_found() {
    let mut names = TypeNames::default();
    names.add("src/a.rs", "struct ClientProcess;");
    assert_eq!(names.complaints(), ["`ClientProcess` needs no exception"]);
    names.add("src/a.rs", "#[cfg(windows)] struct ClientProcess;");
    assert_eq!(names.complaints(), [""; 0]);
}
