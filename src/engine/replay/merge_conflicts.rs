//! Conflicts that a merge has left in a game's text between lines of `<<<<<<<`, `=======` and `>>>>>>>`.
//!
//! The game is judged as our side has it: markers and the other side's text are blanked, and all offsets stay what they
//! are. A conflict of whole games is cut into several: each then has a part of the markers.

use std::ops::Range;

use memchr::memmem;

/// Least number of characters of a marker.
const LEAST: usize = 7;

/// A text with conflicts.
pub(super) struct ConflictedText {
    /// The same length, with our side's text alone.
    pub ours: String,
    /// The lines that begin a conflict, without their ends.
    pub conflicts: Vec<Range<u32>>,
}

/// A marker: its sign and its size.
type Marker = (u8, usize);

impl ConflictedText {
    /// `None` for a text without markers, as nearly all are.
    pub(super) fn of(text: &str) -> Option<ConflictedText> {
        let holds = |marker: &str| memmem::find(text.as_bytes(), marker.as_bytes()).is_some();
        let is_possible = holds("<<<<<<<") || holds(">>>>>>>") || holds("=======") && begins_with_divider(text);
        is_possible.then(|| read(text)).flatten()
    }
}

fn begins_with_divider(text: &str) -> bool {
    marker(text.trim_ascii_start().lines().next().unwrap_or_default()).is_some_and(|(sign, _)| sign == b'=')
}

fn marker(line: &str) -> Option<Marker> {
    let sign = *line.as_bytes().first().filter(|sign| b"<|=>".contains(sign))?;
    let size = line.bytes().take_while(|byte| *byte == sign).count();
    let is_alone = matches!(line.as_bytes().get(size), None | Some(b' ' | b'\r'));
    (size >= LEAST && is_alone).then_some((sign, size))
}

fn read(text: &str) -> Option<ConflictedText> {
    let mut conflicts = Vec::new();
    let mut blanked: Vec<Range<usize>> = Vec::new();
    // The size of the open conflict's markers, and where what is blanked begins.
    let mut open: Option<usize> = None;
    let mut hidden: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((sign, size)) = marker(line.trim_end_matches(['\r', '\n'])) else { continue };
        match sign {
            b'<' if open.is_none() => {
                conflicts.push(start as u32..(start + line.trim_ascii_end().len()) as u32);
                (open, hidden) = (Some(size), None);
                blanked.push(start..at);
            }
            b'|' | b'=' if open == Some(size) => {
                hidden.get_or_insert(start);
            }
            // The rest of a conflict that began in the game before.
            b'=' if open.is_none() && (text[..start].trim_ascii().is_empty() || closes(&text[at..], size)) => {
                // A terminator alone is their end of a game that ours has ended before.
                let is_end = is_one_word(&text[at..]);
                blanked.push(start..if is_end { text.len() } else { at });
                (open, hidden) = if closes(&text[at..], size) { (Some(size), Some(start)) } else { (None, None) };
            }
            b'>' if open.is_none_or(|open| open == size) => {
                let is_end = open.is_none() && is_one_word(&text[..start]);
                blanked.push(hidden.take().unwrap_or(if is_end { 0 } else { start })..at);
                open = None;
            }
            _ => {}
        }
    }
    blanked.extend(hidden.map(|start| start..text.len()));
    if blanked.is_empty() {
        return None;
    }
    let mut bytes = text.as_bytes().to_vec();
    for range in blanked {
        bytes[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    // Whole lines are blanked, so whole characters are.
    String::from_utf8(bytes).ok().map(|ours| ConflictedText { ours, conflicts })
}

fn is_one_word(text: &str) -> bool {
    text.split_ascii_whitespace().count() <= 1
}

/// Whether the next marker of this size closes a conflict.
fn closes(text: &str, size: usize) -> bool {
    let mut markers = text.lines().filter_map(marker).filter(|marker| marker.1 == size);
    markers.next().is_some_and(|(sign, _)| sign == b'>')
}

#[cfg(test)]
mod tests {
    use crate::lint::{Code, Context, FileKind, Settings};
    use crate::replay::check_game;
    use crate::syntax::games::games;

    fn found(text: &str) -> Vec<(String, Code)> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
        let mut found = Vec::new();
        for span in games(text.as_bytes()) {
            let game = &text[span.range];
            for diagnostic in check_game(game, &context).diagnostics {
                let at = diagnostic.range.start as usize..diagnostic.range.end as usize;
                found.push((game[at].to_owned(), diagnostic.code));
            }
        }
        found.retain(|(_, code)| *code != Code::MissingRosterTag);
        found
    }

    #[test]
    fn a_conflict_is_one_finding_wherever_it_is() {
        for text in [
            "1. e4\n<<<<<<< ours\n{one}\n=======\n{other}\n>>>>>>> theirs\n1... e5 *\n",
            "1. e4\n<<<<<<< ours\ne5\n=======\nc5\n>>>>>>> theirs\n2. Nf3 *\n",
            "1. e4\n<<<<<<< HEAD\r\ne5\r\n||||||| base\r\n=======\r\nKg5\r\n>>>>>>> 12ab\r\n2. Nf3 *\r\n",
            "[White \"a\"]\n<<<<<<<<< ours\n[Black \"b\"]\n=========\n[Black \"c\"]\n>>>>>>>>> theirs\n\n1. e4 *\n",
            "1. e4 {a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd} *\n",
            "1. e4\n<<<<<<< ours\n*\n=======\n1-0\n>>>>>>> theirs\n",
            "<<<<<<< ours\n[White \"a\"]\n\n1. e4 *\n=======\n[White \"b\"]\n\n1. d4 *\n>>>>>>> theirs\n\n[White \"c\"]\n\n1. c4 *\n",
        ] {
            let found = found(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(found[0].1, Code::MergeConflict, "{text}");
            assert!(found[0].0.starts_with("<<<<<<<") && !found[0].0.ends_with(['\r', '\n']), "{found:?}");
        }
    }

    #[test]
    fn what_only_looks_like_a_marker_is_none() {
        for text in ["1. e4 {\n=======\nTitle\n=======\n} *\n", "1. e4 {a <<<<<<< b} *\n", "1. e4 {\n<<<<<<<<x\n} *\n"]
        {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
