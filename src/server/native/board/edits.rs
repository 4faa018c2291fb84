//! Edits of a document as the server requests them, applied to a text. Positions count bytes (`utf-8`).

use std::ops::Range;

use serde_json::Value;
use tower_lsp::lsp_types::{AnnotatedTextEdit, DocumentChanges, OneOf, Position, TextEdit, WorkspaceEdit};

/// The edits of the only document in a requested edit; `None` if they are for another version of it.
pub(super) fn text_edits(edit: &Value, version: i64) -> Option<Vec<TextEdit>> {
    let edit: WorkspaceEdit = serde_json::from_value(edit.clone()).ok()?;
    let Some(DocumentChanges::Edits(documents)) = edit.document_changes else { return None };
    let [document] = <[_; 1]>::try_from(documents).ok()?;
    let is_current = document.text_document.version.map(i64::from) == Some(version);
    let plain = |edit: OneOf<TextEdit, AnnotatedTextEdit>| match edit {
        OneOf::Left(edit) => edit,
        OneOf::Right(annotated) => annotated.text_edit,
    };
    is_current.then(|| document.edits.into_iter().map(plain).collect())
}

/// The text after edits that do not overlap; `None` if they do, or lie outside of the text.
pub(super) fn applied(text: &str, edits: Vec<TextEdit>) -> Option<String> {
    let starts = line_starts(text);
    let offset = |position: Position| {
        let at = starts.get(position.line as usize)?.checked_add(position.character as usize)?;
        text.is_char_boundary(at).then_some(at)
    };
    let place = |edit: TextEdit| Some((offset(edit.range.start)?..offset(edit.range.end)?, edit.new_text));
    let mut edits: Vec<(Range<usize>, String)> = edits.into_iter().map(place).collect::<Option<_>>()?;
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut after = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for (range, new) in edits {
        after.push_str(text.get(at..range.start)?);
        after.push_str(&new);
        // An edit that ends before it begins fits nowhere.
        at = text.get(range.clone()).map(|_| range.end)?;
    }
    after.push_str(&text[at..]);
    Some(after)
}

/// Where the lines begin; they end with `\n`, `\r\n` or a bare `\r`.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn edit(from: (u32, u32), to: (u32, u32), new: &str) -> Value {
        let place = |(line, character)| json!({"line": line, "character": character});
        json!({"range": {"start": place(from), "end": place(to)}, "newText": new})
    }

    fn after(text: &str, edits: &[Value]) -> Option<String> {
        let document = json!({"textDocument": {"uri": "file:///a.pgn", "version": 3}, "edits": edits});
        applied(text, text_edits(&json!({"documentChanges": [document]}), 3).expect("edits of version 3"))
    }

    #[test]
    fn edits_go_to_their_places() {
        let text = "[White \"é\"]\r\n\r1. e4\n*";
        let both = [edit((2, 5), (2, 5), " e5"), edit((0, 8), (0, 10), "ö")];
        assert_eq!(after(text, &both).as_deref(), Some("[White \"ö\"]\r\n\r1. e4 e5\n*"));
        assert_eq!(after(text, &[]).as_deref(), Some(text));
        assert_eq!(after(text, &[edit((3, 1), (3, 1), "\n")]).as_deref(), Some("[White \"é\"]\r\n\r1. e4\n*\n"));
    }

    #[test]
    fn edits_that_do_not_fit_are_not_applied() {
        let text = "1. é *";
        for wrong in [edit((1, 0), (1, 0), ""), edit((0, 4), (0, 5), ""), edit((0, 9), (0, 9), "")] {
            assert_eq!(after(text, &[wrong]), None);
        }
        assert_eq!(after(text, &[edit((0, 0), (0, 2), "x"), edit((0, 1), (0, 3), "y")]), None, "they overlap");
        let old = json!({"documentChanges": [{"textDocument": {"uri": "file:///a.pgn", "version": 2}, "edits": []}]});
        assert!(text_edits(&old, 3).is_none(), "they are for another version");
    }
}
