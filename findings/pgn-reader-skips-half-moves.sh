#!/bin/bash
# pgn-reader 0.29.0, the Rust reader of lichess's database tools.
#
# One would guess: a word that stands where a half-move stands is handed on, or is an error.
# It is so: `a8Q`, a promotion without `=`, and `Ng1-f3`, a half-move with its squares written out, as files in import form and
#   programs write them, reach no method of the visitor: the game is read to its end without an error, one half-move
#   shorter, and the half-moves behind it are played by the wrong side. `e8=Q` and `Ngf3` are handed on.
# Why it matters: a statistic over such files is wrong without a sign. A visitor cannot know; it has to count numbers.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "skips"
version = "0.1.0"
edition = "2021"

[dependencies]
pgn-reader = "=0.29.0"
shakmaty = "=0.30.1"
TOML
cat >src/main.rs <<'RUST'
use pgn_reader::{Reader, SanPlus, Visitor};
use std::ops::ControlFlow;

struct Sans;

impl Visitor for Sans {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }
    fn san(&mut self, sans: &mut Vec<String>, san: SanPlus) -> ControlFlow<Self::Output> {
        sans.push(san.to_string());
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, sans: Vec<String>) -> Vec<String> {
        sans
    }
}

fn main() {
    for text in ["1. Ngf3 a8=Q *", "1. Ng1-f3 a8Q *", "1. e4 e5 2. Ng1-f3 Nc6 *"] {
        println!("{text} -> {:?}", Reader::new(text.as_bytes()).read_game(&mut Sans).unwrap().unwrap());
    }
}
RUST
seen=$(cargo run --quiet)
echo "$seen"
[[ $seen == *'1. Ngf3 a8=Q * -> ["Ngf3", "a8=Q"]'* ]]
[[ $seen == *'1. Ng1-f3 a8Q * -> []'* && $seen == *'1. e4 e5 2. Ng1-f3 Nc6 * -> ["e4", "e5", "Nc6"]'* ]]
