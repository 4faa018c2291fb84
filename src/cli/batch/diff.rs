//! The changes by fixes as a unified diff, produced while the file passes by.

use std::collections::VecDeque;
use std::io::Write;

use anstyle::{AnsiColor, Style};
use vgn_engine::source::{ChangeTag, changes};

use super::words::{changed_words, push_line};
use crate::terminal::visible;

/// Number of unchanged lines shown around a change.
const CONTEXT: usize = 3;

/// The diff of one file. Lines end in `\n`, as all programs that read diffs expect.
pub struct UnifiedDiff {
    name: String,
    styled: bool,
    /// Columns of the terminal that shows it; `None` if programs may patch with it.
    columns: Option<usize>,
    /// Bytes since the last point at which both the old and the new text ended a line.
    old: Vec<u8>,
    new: Vec<u8>,
    /// Numbers of old and new lines so far.
    old_line: u64,
    new_line: u64,
    /// The last unchanged lines before a change.
    before: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
    out: Vec<u8>,
}

struct Hunk {
    old_start: u64,
    new_start: u64,
    lines: Vec<(ChangeTag, Vec<u8>)>,
    /// Number of unchanged lines at the end of `lines`.
    unchanged: usize,
}

impl UnifiedDiff {
    /// `columns` are those of the terminal that shows it: unchanged parts of longer lines are then omitted.
    pub fn new(name: &str, styled: bool, columns: Option<usize>) -> UnifiedDiff {
        UnifiedDiff {
            name: visible(name).into_owned(),
            styled,
            columns,
            old: Vec::new(),
            new: Vec::new(),
            old_line: 0,
            new_line: 0,
            before: VecDeque::new(),
            hunk: None,
            out: Vec::new(),
        }
    }

    /// The next bytes are unchanged.
    pub fn keep(&mut self, bytes: &[u8]) {
        if self.old.is_empty() && self.new.is_empty() {
            self.keep_lines(bytes);
        } else {
            // The rest of a changed line belongs to the change.
            let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
            self.old.extend_from_slice(&bytes[..end]);
            self.new.extend_from_slice(&bytes[..end]);
            self.compare_whole_lines();
            if end < bytes.len() {
                self.keep_lines(&bytes[end..]);
            }
        }
    }

    /// The next bytes, `old`, become `new`.
    pub fn replace(&mut self, old: &[u8], new: &[u8]) {
        self.old.extend_from_slice(old);
        self.new.extend_from_slice(new);
        self.compare_whole_lines();
    }

    /// Takes the output so far.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Ends the file, and returns the rest of the output.
    pub fn finish(mut self) -> Vec<u8> {
        self.compare();
        self.close();
        self.out
    }

    fn keep_lines(&mut self, bytes: &[u8]) {
        let whole = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
        let mut rest = &bytes[..whole];
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            self.line(ChangeTag::Equal, &rest[..end]);
            rest = &rest[end..];
        }
        self.old.extend_from_slice(&bytes[whole..]);
        self.new.extend_from_slice(&bytes[whole..]);
    }

    fn compare_whole_lines(&mut self) {
        if self.old.ends_with(b"\n") && self.new.ends_with(b"\n") {
            self.compare();
        }
    }

    fn compare(&mut self) {
        let (old, new) = (std::mem::take(&mut self.old), std::mem::take(&mut self.new));
        let old_lines: Vec<&[u8]> = old.split_inclusive(|byte| *byte == b'\n').collect();
        let new_lines: Vec<&[u8]> = new.split_inclusive(|byte| *byte == b'\n').collect();
        for (tag, line) in changes(&old_lines, &new_lines) {
            self.line(tag, line);
        }
    }

    fn line(&mut self, tag: ChangeTag, line: &[u8]) {
        if tag == ChangeTag::Equal {
            self.unchanged(line);
        } else {
            let (old_line, new_line, before) = (self.old_line, self.new_line, &mut self.before);
            let hunk = self.hunk.get_or_insert_with(|| {
                let shown = before.len() as u64;
                let lines = before.drain(..).map(|line| (ChangeTag::Equal, line)).collect();
                Hunk { old_start: old_line - shown, new_start: new_line - shown, lines, unchanged: 0 }
            });
            hunk.unchanged = 0;
            hunk.lines.push((tag, line.to_vec()));
        }
        self.old_line += u64::from(tag != ChangeTag::Insert);
        self.new_line += u64::from(tag != ChangeTag::Delete);
    }

    fn unchanged(&mut self, line: &[u8]) {
        if let Some(hunk) = &mut self.hunk {
            hunk.lines.push((ChangeTag::Equal, line.to_vec()));
            hunk.unchanged += 1;
            if hunk.unchanged > 2 * CONTEXT {
                self.close();
            }
            return;
        }
        // The dropped line's buffer is reused for the new one.
        let mut kept =
            if self.before.len() == CONTEXT { self.before.pop_front().unwrap_or_default() } else { Vec::new() };
        kept.clear();
        kept.extend_from_slice(line);
        self.before.push_back(kept);
    }

    /// Prints the hunk; its trailing unchanged lines also serve as context for the next one.
    fn close(&mut self) {
        let Some(mut hunk) = self.hunk.take() else { return };
        let shown = hunk.lines.len() - hunk.unchanged.saturating_sub(CONTEXT);
        let tail = &hunk.lines[hunk.lines.len() - hunk.unchanged.min(CONTEXT)..];
        self.before = tail.iter().map(|(_, line)| line.clone()).collect();
        hunk.lines.truncate(shown);
        self.print(&hunk);
    }

    fn print(&mut self, hunk: &Hunk) {
        if !self.name.is_empty() {
            let name = std::mem::take(&mut self.name);
            // Without a tab, programs that patch take what is behind a blank for a date.
            let end = if name.contains(' ') && self.columns.is_none() { "\t" } else { "" };
            self.styled_line(Style::new().bold(), format!("--- {name}{end}\n+++ {name}{end}\n").as_bytes());
        }
        let count = |without: ChangeTag| hunk.lines.iter().filter(|(tag, _)| *tag != without).count() as u64;
        let range = |start: u64, count: u64| format!("{},{count}", if count == 0 { start } else { start + 1 });
        let header = format!(
            "@@ -{} +{} @@\n",
            range(hunk.old_start, count(ChangeTag::Insert)),
            range(hunk.new_start, count(ChangeTag::Delete))
        );
        self.styled_line(AnsiColor::Cyan.on_default(), header.as_bytes());
        let for_eyes = self.styled || self.columns.is_some();
        let marks = if for_eyes { changed_words(&hunk.lines) } else { Vec::new() };
        for (index, (tag, line)) in hunk.lines.iter().enumerate() {
            let (sign, style) = match tag {
                ChangeTag::Equal => (b' ', Style::new()),
                ChangeTag::Delete => (b'-', AnsiColor::Red.on_default()),
                ChangeTag::Insert => (b'+', AnsiColor::Green.on_default()),
            };
            let mut text = vec![sign];
            if for_eyes {
                let marks = marks.get(index).map_or(&[][..], Vec::as_slice);
                // One column is for the sign.
                let columns = self.columns.map(|columns| columns - 1);
                // A line that is inserted or deleted as a whole is never shortened.
                let columns = columns.filter(|_| *tag == ChangeTag::Equal || !marks.is_empty());
                push_line(&mut text, line, marks, self.styled.then_some(style), columns);
            } else {
                text.extend_from_slice(line);
            }
            if !line.ends_with(b"\n") {
                text.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
            self.styled_line(style, &text);
        }
    }

    fn styled_line(&mut self, style: Style, line: &[u8]) {
        if !self.styled || style.is_plain() {
            return self.out.extend_from_slice(line);
        }
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        // Writing to a vector does not fail.
        let _ = write!(self.out, "{style}");
        self.out.extend_from_slice(text);
        let _ = writeln!(self.out, "{style:#}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_change_is_shown_with_its_surroundings_and_true_line_numbers() {
        let mut diff = UnifiedDiff::new("a.pgn", false, None);
        diff.keep(b"1\n2\n3\n4\n5\n");
        diff.replace(b"6 *\n", b"6\n");
        diff.keep(b"7\n8\n9\n10\n11\n12\n13\n14\n15\n");
        diff.replace(b"16", b"16\n17\n");
        expect_test::expect![[r"
            --- a.pgn
            +++ a.pgn
            @@ -3,7 +3,7 @@
             3
             4
             5
            -6 *
            +6
             7
             8
             9
            @@ -13,4 +13,5 @@
             13
             14
             15
            -16
            \ No newline at end of file
            +16
            +17
        "]]
        .assert_eq(&String::from_utf8_lossy(&diff.finish()));
    }

    #[test]
    fn games_that_share_a_line_are_compared_together() {
        let mut diff = UnifiedDiff::new("a.pgn", false, None);
        diff.keep(b"e4 * ");
        diff.replace(b"BAD *", b"*");
        diff.keep(b" d4 *\n");
        expect_test::expect![[r"
            --- a.pgn
            +++ a.pgn
            @@ -1,1 +1,1 @@
            -e4 * BAD * d4 *
            +e4 * * d4 *
        "]]
        .assert_eq(&String::from_utf8_lossy(&diff.finish()));
    }

    #[test]
    fn in_colour_changed_words_are_marked_and_nothing_steers_the_terminal() {
        let mut diff = UnifiedDiff::new("a.pgn", true, Some(80));
        diff.replace(b"1. e4 \x1b[2Je5 \\$14 *\n", b"1. e4 \x1b[2Je5 $14 *\n");
        let shown = String::from_utf8_lossy(&diff.finish()).replace("\u{1b}", "^");
        expect_test::expect![[r"
            ^[1m--- a.pgn
            +++ a.pgn^[0m
            ^[36m@@ -1,1 +1,1 @@^[0m
            ^[31m-1. e4 ␛[2Je5 ^[7m^[31m\$14^[0m^[31m *^[0m
            ^[32m+1. e4 ␛[2Je5 ^[7m^[32m$14^[0m^[32m *^[0m
        "]]
        .assert_eq(&shown);
    }

    #[test]
    fn behind_a_name_with_a_blank_is_a_tab_for_programs_that_patch() {
        for (columns, expected) in
            [(None, "--- my games.pgn\t\n+++ my games.pgn\t\n"), (Some(80), "--- my games.pgn\n")]
        {
            let mut diff = UnifiedDiff::new("my games.pgn", false, columns);
            diff.replace(b"a\n", b"b\n");
            let shown = String::from_utf8_lossy(&diff.finish()).into_owned();
            assert!(shown.starts_with(expected), "{shown}");
        }
    }

    #[test]
    fn nothing_changed_prints_nothing() {
        let mut diff = UnifiedDiff::new("a.pgn", false, None);
        diff.keep(b"e4 *\nno line end");
        assert!(diff.finish().is_empty());
    }

    /// Applies a diff strictly: every context and deleted line must be where the hunk says.
    fn patch(old: &str, diff: &str) -> String {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut new, mut at) = (String::new(), 0);
        let lines: Vec<&str> = diff.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let text = || {
                let unended = lines.get(index + 1).is_some_and(|next| next.starts_with('\\'));
                format!("{}{}", &line[1..], if unended { "" } else { "\n" })
            };
            match line.as_bytes()[0] {
                b'@' => {
                    let range = line.split(' ').nth(1).and_then(|range| range[1..].split_once(','));
                    let (start, count) = range.expect("a range");
                    let start: usize = start.parse().expect("a number");
                    let start = if count == "0" { start } else { start - 1 };
                    new.extend(old[at..start].iter().copied());
                    at = start;
                }
                b' ' => {
                    assert_eq!(old[at], text());
                    new.push_str(old[at]);
                    at += 1;
                }
                b'-' if !line.starts_with("--- ") => {
                    assert_eq!(old[at], text());
                    at += 1;
                }
                b'+' if !line.starts_with("+++ ") => new.push_str(&text()),
                _ => {}
            }
        }
        new.extend(old[at..].iter().copied());
        new
    }

    proptest! {
        #[test]
        fn the_diff_turns_the_old_text_into_the_new(
            parts in prop::collection::vec(("[ab\n]{0,12}", prop::option::of("[ab\n]{0,12}")), 0..12)
        ) {
            let (mut old, mut new) = (String::new(), String::new());
            let mut diff = UnifiedDiff::new("x", false, None);
            for (before, after) in &parts {
                old.push_str(before);
                new.push_str(after.as_ref().unwrap_or(before));
                match after {
                    Some(after) => diff.replace(before.as_bytes(), after.as_bytes()),
                    None => diff.keep(before.as_bytes()),
                }
            }
            let diff = String::from_utf8(diff.finish()).expect("text");
            prop_assert_eq!(patch(&old, &diff), new);
        }
    }
}
