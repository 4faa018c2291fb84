//! What a source text refers to: rooms of the crate, other crates, parts of the standard library, printing macros.
//!
//! It works on tokens, so that comments and string literals do not count, and what stands in a macro's braces does.

use crate::rooms::rules::NESTED;
use std::collections::BTreeSet;
use std::iter::Peekable;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One file, read.
pub struct Source {
    tokens: TokenStream,
    /// Where the file stands among the rooms: `src/engine/a/b.rs` is `a::b`.
    module: Vec<String>,
    /// Where the root of its crate stands.
    root: Vec<String>,
    is_test: bool,
}

/// The module of a file of `src`, as if all crates were one, and the module that is the root of its crate. The crates
/// `engine` and `server` are folders of rooms; each other crate is a room.
pub fn place_of(file: &str) -> (Vec<String>, Vec<String>) {
    let path = file.strip_prefix("src/").unwrap_or(file).trim_end_matches(".rs");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    let mut root: Vec<String> = module.iter().take(1).cloned().collect();
    if let Some("engine" | "server") = root.first().map(String::as_str) {
        root.clear();
        module.remove(0);
    }
    (module, root)
}

/// The module at which the crates of this workspace begin, by the names by which code speaks of them.
const OWN_CRATES: [(&str, &[&str]); 9] = [
    ("vgn_cli", &["cli"]),
    ("vgn_compressed", &["compressed"]),
    ("vgn_config", &["config"]),
    ("vgn_engine", &[]),
    ("vgn_ide", &["ide"]),
    ("vgn_lsp", &[]),
    ("vgn_search", &["search"]),
    ("vgn_server", &[]),
    ("vgn_uci", &["uci"]),
];

/// Something that a file refers to.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    pub line: usize,
    pub what: What,
    /// It stands in code that only tests are built from.
    pub in_test: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub enum What {
    /// A path of this crate, without `crate::`.
    Own(String),
    /// A crate that is depended on.
    Crate(String),
    /// A module of the standard library.
    Std(String),
    /// A macro that prints.
    Prints(String),
}

impl Source {
    /// Reads the text of a file; `file` is its path from the project's root.
    pub fn new(file: &str, text: &str) -> Source {
        let tokens = text.parse().unwrap_or_else(|error| panic!("{file} is not Rust: {error}"));
        let (module, root) = place_of(file);
        Source { tokens, is_test: file.ends_with("/tests.rs"), module, root }
    }
}

/// Everything that the file refers to, where `crates` are those it could.
pub fn references(source: &Source, crates: &BTreeSet<String>) -> Vec<Reference> {
    let mut finder = Finder {
        crates,
        module: source.module.clone(),
        root: &source.root,
        in_test: source.is_test,
        found: Vec::new(),
    };
    finder.walk(source.tokens.clone());
    finder.found
}

const PRINTING: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

struct Finder<'a> {
    crates: &'a BTreeSet<String>,
    /// The module that the walk is in.
    module: Vec<String>,
    root: &'a [String],
    in_test: bool,
    found: Vec<Reference>,
}

type Trees = Peekable<proc_macro2::token_stream::IntoIter>;

impl Finder<'_> {
    fn walk(&mut self, tokens: TokenStream) {
        let mut trees: Trees = tokens.into_iter().peekable();
        // `#[cfg(test)]` holds for what comes after it, up to the end of that.
        let mut test_ahead = false;
        let mut used = false;
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Group(group) => {
                    let words: String = group.stream().to_string().split_whitespace().collect();
                    let is_attribute = group.delimiter() == Delimiter::Bracket;
                    test_ahead = is_attribute && (test_ahead || words == "cfg(test)");
                    self.walk(group.stream());
                }
                TokenTree::Ident(word) if word == "mod" => {
                    let Some(TokenTree::Ident(name)) = trees.next() else { continue };
                    if let Some(TokenTree::Group(body)) = trees.peek().cloned() {
                        trees.next();
                        let outside = (self.in_test, self.module.len());
                        self.in_test |= test_ahead;
                        self.module.push(name.to_string());
                        self.walk(body.stream());
                        self.in_test = outside.0;
                        self.module.truncate(outside.1);
                    }
                    test_ahead = false;
                }
                TokenTree::Ident(word) if word == "use" => used = true,
                TokenTree::Ident(word) => {
                    let line = word.span().start().line;
                    let next = trees.peek();
                    if PRINTING.contains(&word.to_string().as_str()) && is_punct(next, '!') {
                        self.add(line, What::Prints(word.to_string()));
                    }
                    self.path(word.to_string(), line, &mut trees, used, &[]);
                    used = false;
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => (used, test_ahead) = (false, false),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// A path that begins with `first`; in `use a::{b, c}` all that it opens into. `prefix` is what stands before it.
    fn path(&mut self, first: String, line: usize, trees: &mut Trees, used: bool, prefix: &[String]) {
        let mut path = prefix.to_vec();
        path.push(first);
        while is_punct(trees.peek(), ':') {
            let mut ahead = trees.clone();
            ahead.next();
            if !is_punct(ahead.peek(), ':') {
                break;
            }
            ahead.next();
            match ahead.next() {
                Some(TokenTree::Ident(next)) => path.push(next.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    *trees = ahead;
                    return self.opened(group.stream(), &path);
                }
                _ => break,
            }
            *trees = ahead;
        }
        if path.len() > 1 || used {
            self.add_path(line, &path);
        }
    }

    /// What stands in the braces of `use path::{…}`.
    fn opened(&mut self, tokens: TokenStream, prefix: &[String]) {
        let mut trees: Trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            if let TokenTree::Ident(word) = tree {
                if word == "as" {
                    trees.next();
                } else {
                    let line = word.span().start().line;
                    self.path(word.to_string(), line, &mut trees, true, prefix);
                }
            }
        }
    }

    fn add_path(&mut self, line: usize, path: &[String]) {
        let mut module = match path[0].as_str() {
            "crate" => self.root.to_vec(),
            "self" | "super" => self.module.clone(),
            "std" | "core" | "alloc" => {
                if let Some(part) = path.get(1) {
                    self.add(line, What::Std(part.clone()));
                }
                return;
            }
            name if OWN_CRATES.iter().any(|(own, _)| *own == name) => {
                let (_, root) = OWN_CRATES.iter().find(|(own, _)| *own == name).expect("one of them");
                root.iter().map(|part| (*part).to_owned()).collect()
            }
            name if self.crates.contains(name) => return self.add(line, What::Crate(name.to_owned())),
            _ => return,
        };
        let is_own = OWN_CRATES.iter().any(|(own, _)| *own == path[0]);
        for part in &path[usize::from(is_own)..] {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => drop(module.pop()),
                name => module.push(name.to_owned()),
            }
        }
        let module = module.join("::");
        let nested = NESTED.iter().find_map(|(outer, inner)| {
            module.strip_prefix(outer)?.strip_prefix("::").filter(|rest| rest.starts_with(inner))
        });
        let module = nested.unwrap_or(&module);
        self.add(line, What::Own(module.to_owned()));
    }

    fn add(&mut self, line: usize, what: What) {
        self.found.push(Reference { line, what, in_test: self.in_test });
    }
}

fn is_punct(tree: Option<&TokenTree>, sign: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}
