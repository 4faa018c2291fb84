//! What the user is told and asked in pop-ups, outside any document.
//!
//! Names of files and of settings come into it, and many an editor takes the text for Markdown or HTML: so every text
//! passes here, and a link, a picture or a sign that cannot be seen in a name is text that can be read.

use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{MessageActionItem, MessageType};

use crate::analysis::visible;

/// Tells the user something, in one paragraph.
pub async fn show(client: &Client, kind: MessageType, text: &str) {
    client.show_message(kind, plain(text)).await;
}

/// Tells the user something in paragraphs of the server's own, in which no text of a file stands.
pub async fn show_page(client: &Client, kind: MessageType, page: &str) {
    client.show_message(kind, page).await;
}

/// Asks the user to choose; gives the number of the choice, if there was one.
///
/// # Errors
/// When the client does not ask.
pub async fn ask(client: &Client, kind: MessageType, question: &str, choices: &[String]) -> Result<Option<usize>> {
    let choices: Vec<String> = choices.iter().map(|choice| plain(choice)).collect();
    let item = |title: &String| MessageActionItem { title: title.clone(), properties: Default::default() };
    let items = choices.iter().map(item).collect();
    let chosen = client.show_message_request(kind, plain(question), Some(items)).await?;
    Ok(chosen.and_then(|chosen| choices.iter().position(|choice| *choice == chosen.title)))
}

/// The text on one line, without anything that an editor may make more of: a link's address or a link's definition, a
/// tag of HTML, an address that could be clicked on.
pub fn plain(text: &str) -> String {
    let text = visible(text);
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        let is_www = c == '.' && plain.as_bytes().last_chunk::<3>().is_some_and(|www| www.eq_ignore_ascii_case(b"www"));
        let parts = match before {
            ']' => matches!(c, '(' | ':' | '['),
            ':' => c == '/',
            '<' => !c.is_whitespace(),
            _ => is_www,
        };
        if parts {
            plain.push(' ');
        }
        plain.push(c);
        before = c;
    }
    plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_can_be_made_of_a_text() {
        for (text, expected) in [
            ("Müller 王 (1).pgn: 2 games", "Müller 王 (1).pgn: 2 games"),
            ("[click](command:x)", "[click] (command:x)"),
            ("![p](https://x/t.png)", "![p] (https: //x/t.png)"),
            ("[a]: x [a][b]", "[a] : x [a] [b]"),
            ("<img/src=x> < b <!-- x", "< img/src=x> < b < !-- x"),
            ("a.WWW.example", "a.WWW .example"),
            ("a\nb\x1b[31m\u{202e}c\td", "a\\nb\\u{1b}[31m\\u{202e}c\\td"),
            ("C:\\games\\a.pgn", "C:\\games\\a.pgn"),
            ("Партия.pgn", "Партия.pgn"),
            ("éé.pgn", "éé.pgn"),
            ("🏆.pgn", "🏆.pgn"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_shown(text in "([a-z.é王🏆ия<:(/\\[\\]\u{301}]|www\\.|\\PC){0,20}") {
            let shown = plain(&text);
            prop_assert_eq!(plain(&shown).replace(' ', ""), shown.replace(' ', ""));
        }
    }

    /// Nobody else shows messages.
    #[test]
    fn all_that_is_shown_passes_here() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lsp");
        let mut files = 0;
        for file in ignore::WalkBuilder::new(folder).build().flatten().filter(|file| file.path().is_file()) {
            let text = std::fs::read_to_string(file.path()).expect("a source");
            files += 1;
            let calls =
                ["show_message(", "show_message_request(", ".log_message("].iter().any(|call| text.contains(call));
            assert!(!calls || file.file_name() == "pop_up.rs", "{}", file.path().display());
        }
        assert!(files > 50);
    }
}
