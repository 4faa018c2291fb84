//! The check of a game with a binary section in an editor, which shows damaged text.

use std::cell::OnceCell;
use std::ops::Range;

use super::{DiskState, MissingBytes, SectionText};
use crate::binary::{DecodedGame, format_value, judge_binary_game};
use crate::lint::report::Report;
use crate::lint::{Code, Context, Diagnostic, Related};
use crate::notation::{EndMark, FCN};
use crate::replay::{GameReport, HalfMove, ResolvedMove, check_game, resolve_game};

/// Judges a game by its bytes on disk. The game's binary section begins at `section` of its text in the editor.
///
/// All ranges are in bytes of `text`. Findings in the section have the range of the characters that represent the bytes
/// or, if these cannot be determined, the value of `MoveFormat`. No fix has an edit after the tags.
pub fn check_on_disk(text: &str, section: usize, on_disk: &DiskState, context: &Context<'_>) -> GameReport {
    let (tags, damaged) = text.split_at_checked(section).unwrap_or((text, ""));
    let bytes = match on_disk.section(text, section) {
        Ok(bytes) => bytes,
        Err(reason) => return without_bytes(tags, &reason, context),
    };
    let Some(game) = judge_binary_game(tags, bytes, context) else { return check_game(tags, context) };
    let mapping = EditorMapping {
        tags: tags.len() as u32,
        format: format_value(tags).unwrap_or(0..0),
        damaged: SectionText::new(damaged, bytes),
        decoded: &game.decoded,
        half_moves: OnceCell::new(),
        context,
    };
    let found = game.report.diagnostics.iter();
    let mut diagnostics: Vec<Diagnostic> = found.map(|found| mapping.mapped(found)).collect();
    diagnostics.sort_by_key(|found| (found.range.start, found.range.end));
    GameReport { diagnostics, ..game.report }
}

fn without_bytes(tags: &str, reason: &MissingBytes, context: &Context<'_>) -> GameReport {
    let mut found = check_game(tags, context);
    let mut report = Report::new(context);
    report.add(Code::SectionNeedsFile, format_value(tags).unwrap_or(0..0), reason.to_string());
    found.diagnostics.extend(report.into_diagnostics().0);
    found.diagnostics.sort_by_key(|found| (found.range.start, found.range.end));
    GameReport { is_game: true, ..found }.presentable()
}

/// Mapping of a game's bytes to the editor's text.
struct EditorMapping<'a> {
    tags: u32,
    format: Range<u32>,
    damaged: SectionText,
    decoded: &'a DecodedGame,
    /// Half-moves of the transcript, resolved only if a finding needs one: most games have no findings in their
    /// section.
    half_moves: OnceCell<Vec<ResolvedMove>>,
    context: &'a Context<'a>,
}

impl EditorMapping<'_> {
    fn mapped(&self, found: &Diagnostic) -> Diagnostic {
        let related =
            |related: &Related| Related { range: self.text(&related.range), message: related.message.clone() };
        let mut carried = Diagnostic {
            range: self.text(&found.range),
            related: found.related.iter().map(related).collect(),
            ..found.clone()
        };
        carried.fixes.retain(|fix| fix.edits.iter().all(|edit| edit.range.end < self.tags));
        if let Some(half_move) = self.half_move(&found.range) {
            carried.message = format!("{half_move}: {}", found.message);
        }
        carried
    }

    /// The range in the editor's text of a range in bytes of tags and section.
    fn text(&self, range: &Range<u32>) -> Range<u32> {
        if range.end <= self.tags {
            return range.clone();
        }
        let in_section = |at: u32| at.saturating_sub(self.tags) as usize;
        match self.damaged.range(&(in_section(range.start)..in_section(range.end))) {
            Some(text) => self.tags + text.start..self.tags + text.end,
            None => self.format.clone(),
        }
    }

    /// The half-move that contains the whole range: "ply 23, Ng1-f3".
    fn half_move(&self, range: &Range<u32>) -> Option<String> {
        let first = range.start.checked_sub(self.tags)?;
        let transcript = self.decoded.transcript_range(first)?;
        let resolve = || resolve_game(&self.decoded.text, &Context { fixes: false, ..*self.context }).moves;
        let half_moves = self.half_moves.get_or_init(resolve);
        let found = half_moves.get(half_moves.partition_point(|half_move| half_move.range.start < transcript.start))?;
        if found.range != transcript {
            return None;
        }
        if self.decoded.game_range(&found.range).end < range.end {
            return None;
        }
        let (before, play, after) = (found.before.as_deref()?, found.play.as_ref()?, found.after.as_deref()?);
        let name = HalfMove { before, play, after, end: EndMark::None }.spell(&FCN);
        let variation = if found.depth > 0 { " of a variation" } else { "" };
        let ply = found.ply + 1;
        Some(match name {
            Ok(name) => format!("ply {ply}{variation}, {name}"),
            Err(_) => format!("ply {ply}{variation}"),
        })
    }
}

impl std::fmt::Display for MissingBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MissingBytes::Nowhere => f.write_str(
                "the moves are binary, and a text editor cannot keep their bytes: expected a file on disk that \
                 contains them; to edit the game, convert it to a text notation such as FCN",
            ),
            MissingBytes::Unreadable(reason) => {
                write!(f, "the moves are binary and are read from the file on disk, which cannot be read: {reason}")
            }
            MissingBytes::Changed => f.write_str(
                "the moves are binary, but the file on disk has no game with these tags and this section: undo the \
                 change, or open the file again without saving",
            ),
            MissingBytes::Alike => f.write_str(
                "the moves are binary, but several games in the file on disk look like this one in an editor: \
                 expected different tags in each; the decoded view shows all of them",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::games::{File, FileBytes};
    use crate::lint::{FileKind, Settings};

    /// Judges all games of a file as in an editor that reads it as UTF-8, after `change`.
    fn check(bytes: &[u8], change: impl Fn(String) -> String, expected: Expect) {
        let text = change(String::from_utf8_lossy(bytes).into_owned());
        check_text(&text, &DiskState::Read(Arc::new(FileBytes::new(bytes.to_vec()))), expected);
    }

    fn check_text(text: &str, on_disk: &DiskState, expected: Expect) {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn).with_fixes(true);
        let mut output = String::new();
        let file: File = File::new(text);
        for game in file.games() {
            let text = &text[game.range()];
            let report = match game.binary() {
                Some(section) => check_on_disk(text, section, on_disk, &context),
                None => check_game(text, &context),
            };
            output += &format!("{} half-moves\n", report.half_moves);
            for found in report.diagnostics {
                let at = &text[found.range.start as usize..found.range.end as usize];
                output += &format!("{} {at:?}: {}\n", found.code.name(), found.message);
            }
        }
        expected.assert_eq(&output);
    }

    const FORMAT: &[u8] = b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]";
    const NEXT: &[u8] = b"\n\n[GameFormat \"VGN\"]\n\n1. e4 e5 2. Ke3 *\n";

    #[test]
    fn findings_are_at_the_damaged_bytes() {
        // Pe2-e4, Pe7-e5, Ke1-e3 and the end.
        let bytes = [FORMAT, b"\x86\x30\x9a\x40\x82\x21", NEXT].concat();
        check(
            &bytes,
            |text| text,
            expect![[r#"
            3 half-moves
            illegal-move "�!": ply 3, Ke1-e3: `e1e3` is not legal here: the king on e1 cannot move to e3 (offset 4 of the section)
            3 half-moves
            illegal-move "Ke3": `Ke3` is not legal here: the king on e1 cannot move to e3
        "#]],
        );
    }

    #[test]
    fn findings_are_at_the_format_where_characters_match_no_bytes() {
        let bytes = [FORMAT, b"\x86\x30\x9a\x40\x82\x21", NEXT].concat();
        check(
            &bytes,
            |text| text.replace('\u{fffd}', "\u{301}"),
            expect![[r#"
            3 half-moves
            illegal-move "BCCF": ply 3, Ke1-e3: `e1e3` is not legal here: the king on e1 cannot move to e3 (offset 4 of the section)
            3 half-moves
            illegal-move "Ke3": `Ke3` is not legal here: the king on e1 cannot move to e3
        "#]],
        );
        let cut = [FORMAT, b"\x86\x30\x9a", NEXT].concat();
        check(
            &cut,
            |text| text,
            expect![[r#"
            1 half-moves
            truncated-section "�": the binary section is cut off after 3 bytes: expected two bytes a half-move, the last bit of the last one set
            3 half-moves
            illegal-move "Ke3": `Ke3` is not legal here: the king on e1 cannot move to e3
        "#]],
        );
    }

    #[test]
    fn without_bytes_the_reason_is_reported_once_and_the_next_game_is_judged() {
        let bytes = [FORMAT, b"\x86\x30[\x40)\x82\x21", NEXT].concat();
        check(
            &bytes,
            |text| text.replace("VGN\"]\n[Move", "VGN\"]\n[White \"x\"]\n[Move"),
            expect![[r#"
            0 half-moves
            section-needs-file "BCCF": the moves are binary, but the file on disk has no game with these tags and this section: undo the change, or open the file again without saving
            3 half-moves
            illegal-move "Ke3": `Ke3` is not legal here: the king on e1 cannot move to e3
        "#]],
        );
        let text = String::from_utf8_lossy(&bytes).into_owned();
        check_text(
            &text,
            &DiskState::Nowhere,
            expect![[r#"
            0 half-moves
            section-needs-file "BCCF": the moves are binary, and a text editor cannot keep their bytes: expected a file on disk that contains them; to edit the game, convert it to a text notation such as FCN
            3 half-moves
            illegal-move "Ke3": `Ke3` is not legal here: the king on e1 cannot move to e3
        "#]],
        );
        check_text(
            &text,
            &DiskState::Unreadable("permission denied".to_owned()),
            expect![[r#"
            0 half-moves
            section-needs-file "BCCF": the moves are binary and are read from the file on disk, which cannot be read: permission denied
            3 half-moves
            illegal-move "Ke3": `Ke3` is not legal here: the king on e1 cannot move to e3
        "#]],
        );
    }
}
