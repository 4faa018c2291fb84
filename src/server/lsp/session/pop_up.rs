//! Messages and questions to the user in pop-ups, outside any document.
//!
//! They contain names of files and settings, and many editors render the text as Markdown or HTML: so every text is
//! escaped here, and a link, an image or an invisible character in a name becomes visible text.

use tower_lsp::Client;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{MessageActionItem, MessageType};
use vgn_engine::lint::visible;

/// Shows a message of one paragraph.
pub async fn show(client: &Client, kind: MessageType, text: &str) {
    client.show_message(kind, plain(text)).await;
}

/// Shows paragraphs of the server's own, without text from any file.
pub async fn show_page(client: &Client, kind: MessageType, page: &str) {
    client.show_message(kind, page).await;
}

/// Asks the user to choose; returns the index of the choice, if one was made.
///
/// # Errors
/// If the client does not show the question.
pub async fn ask(client: &Client, kind: MessageType, question: &str, choices: &[String]) -> Result<Option<usize>> {
    let choices: Vec<String> = choices.iter().map(|choice| plain(choice)).collect();
    let item = |title: &String| MessageActionItem { title: title.clone(), properties: Default::default() };
    let items = choices.iter().map(item).collect();
    let chosen = client.show_message_request(kind, plain(question), Some(items)).await?;
    Ok(chosen.and_then(|chosen| choices.iter().position(|choice| *choice == chosen.title)))
}

/// The text on one line, without anything that an editor may interpret: the target of a link, a link definition, an
/// HTML tag, a clickable address.
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

    /// No other file shows messages.
    #[test]
    fn no_other_file_shows_messages() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lsp");
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
