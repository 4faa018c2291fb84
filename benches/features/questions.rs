//! The measured requests and their positions.

use serde_json::{Value, json};

use crate::client::URI;

/// A request that is measured.
pub struct Question {
    pub name: &'static str,
    pub method: &'static str,
    /// Whether an edit precedes each request.
    pub after_edit: bool,
}

const fn asked(name: &'static str, method: &'static str) -> Question {
    Question { name, method, after_edit: false }
}

const fn typed(name: &'static str, method: &'static str) -> Question {
    Question { name, method, after_edit: true }
}

/// The table of features; a new feature adds a row.
pub const QUESTIONS: &[Question] = &[
    asked("hover", "textDocument/hover"),
    asked("completion", "textDocument/completion"),
    typed("completion, after an edit", "textDocument/completion"),
    asked("highlight", "textDocument/documentHighlight"),
    asked("selection", "textDocument/selectionRange"),
    asked("definition", "textDocument/definition"),
    asked("what stands at the cursor", "vgn/cursor"),
    asked("what can be played, for a board", "vgn/legal"),
    asked("semantic tokens of a screen", "textDocument/semanticTokens/range"),
    typed("semantic tokens of a screen, after an edit", "textDocument/semanticTokens/range"),
    asked("semantic tokens of all", "textDocument/semanticTokens/full"),
    typed("semantic tokens, what an edit changes", "textDocument/semanticTokens/full/delta"),
    asked("inlay hints of a screen", "textDocument/inlayHint"),
    typed("inlay hints of a screen, after an edit", "textDocument/inlayHint"),
    asked("formatting of a screen", "textDocument/rangeFormatting"),
    asked("every place of the position", "textDocument/references"),
    asked("folding", "textDocument/foldingRange"),
    typed("folding, after an edit", "textDocument/foldingRange"),
    asked("symbols", "textDocument/documentSymbol"),
    typed("symbols, after an edit", "textDocument/documentSymbol"),
];

/// Number of lines on an editor's screen.
const SCREEN: usize = 60;

/// A half-move in the middle of a document.
pub struct Place {
    pub line: usize,
    character: usize,
}

impl Place {
    /// The second word of the first line from `line` on that begins with a number.
    pub fn of(text: &str, line: usize) -> Place {
        let lines = text.lines().enumerate().skip(line);
        let found =
            lines.filter(|(_, text)| text.starts_with(|c: char| c.is_ascii_digit())).find_map(|(line, text)| {
                let character = text.find(' ')? + 1;
                Some(Place { line, character })
            });
        found.unwrap_or(Place { line, character: 0 })
    }

    /// The request's parameters for the position, for its screen, or for the whole document.
    pub fn params(&self, method: &str) -> Value {
        let position = json!({"line": self.line, "character": self.character});
        let document = json!({"uri": URI});
        let end = json!({"line": self.line + SCREEN, "character": 0});
        match method {
            "textDocument/selectionRange" => json!({"textDocument": document, "positions": [position]}),
            "vgn/legal" => json!({"textDocument": document, "game": 1, "after": 8}),
            "textDocument/references" => {
                json!({"textDocument": document, "position": position, "context": {"includeDeclaration": true}})
            }
            "textDocument/rangeFormatting" => {
                let options = json!({"tabSize": 2, "insertSpaces": true});
                json!({"textDocument": document, "range": {"start": position, "end": end}, "options": options})
            }
            "textDocument/semanticTokens/range" | "textDocument/inlayHint" => {
                json!({"textDocument": document, "range": {"start": {"line": self.line, "character": 0}, "end": end}})
            }
            _ => json!({"textDocument": document, "position": position}),
        }
    }
}
