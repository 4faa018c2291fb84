//! Formatted text, as Markdown or plain text.

/// A sequence of blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup {
    pub blocks: Vec<MarkupBlock>,
}

/// A block. Text in backticks, such as `Pe2-e4`, is text of a game and is shown in a code font if possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkupBlock {
    /// The title.
    Headline(String),
    /// A paragraph.
    Text(String),
    /// Text of a game on separate lines.
    Code(String),
    /// A drawing in a monospaced font.
    Board(String),
    /// An image by its address, and the text that replaces it where there are no images.
    Picture { address: String, text: String },
}

impl Markup {
    /// Renders Markdown. Text of a game is escaped so that it cannot produce links, images or HTML.
    pub fn to_markdown(&self) -> String {
        self.join(|block| match block {
            // Bold instead of a heading, which would be higher, as hovers are small.
            MarkupBlock::Headline(text) => format!("**{}**", escaped(&one_line(text))),
            MarkupBlock::Text(text) => escaped(&one_line(text)),
            MarkupBlock::Code(text) => {
                let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
                format!("{fence}vgn\n{text}\n{fence}")
            }
            MarkupBlock::Board(text) => format!("```text\n{text}\n```"),
            MarkupBlock::Picture { address, .. } => format!("![the board]({address})"),
        })
    }

    /// Renders plain text without the backticks.
    pub fn to_plain(&self) -> String {
        self.join(|block| match block {
            MarkupBlock::Headline(text) | MarkupBlock::Text(text) => one_line(text).replace('`', ""),
            MarkupBlock::Code(text) | MarkupBlock::Board(text) | MarkupBlock::Picture { text, .. } => text.clone(),
        })
    }

    fn join(&self, write: impl Fn(&MarkupBlock) -> String) -> String {
        self.blocks.iter().map(write).collect::<Vec<_>>().join("\n\n")
    }
}

/// Text of a game within a paragraph: in backticks, with its own backticks replaced.
pub fn code(text: &str) -> String {
    format!("`{}`", one_line(&text.replace('`', "'")))
}

/// Escapes a line for Markdown: text in backticks is code, all other text is literal. Text of a game that contains
/// backticks may end up as literal text, which is harmless.
fn escaped(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let last = parts.len() - 1;
    let mut markdown = String::with_capacity(line.len() + 8);
    for (n, part) in parts.into_iter().enumerate() {
        match n % 2 {
            1 if n < last && !part.trim().is_empty() => markdown += &format!("`{part}`"),
            // An unpaired backtick and an empty pair are literal.
            1 => markdown += &format!("\\`{}{}", plain(part), if n < last { "\\`" } else { "" }),
            _ => markdown += &plain(part),
        }
    }
    markdown
}

/// Escapes literal text for Markdown, including addresses, which would become links.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let signs = ['\\', '[', ']', '<', '*', '_', '~', '&', '|', '@'];
    for (at, sign) in text.char_indices() {
        let rest = &text[at..];
        let before_address =
            rest.starts_with("://") || (sign == '.' && text[..at].to_ascii_lowercase().ends_with("www"));
        if signs.contains(&sign) || before_address || (at == 0 && matches!(sign, '#' | '>' | '-' | '+')) {
            plain.push('\\');
        }
        plain.push(sign);
    }
    plain
}

/// A clause with a capital first letter.
pub fn capital(clause: &str) -> String {
    let mut chars = clause.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn longest_run(text: &str, of: char) -> usize {
    text.split(|char| char != of).map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_the_same_in_both_forms() {
        let blocks = vec![
            MarkupBlock::Headline("`Pe2-e4`".to_owned()),
            MarkupBlock::Text("White's\nmove 1".to_owned()),
            MarkupBlock::Code("a ``` b".to_owned()),
        ];
        let markup = Markup { blocks };
        assert_eq!(markup.to_markdown(), "**`Pe2-e4`**\n\nWhite's move 1\n\n````vgn\na ``` b\n````");
        assert_eq!(markup.to_plain(), "Pe2-e4\n\nWhite's move 1\n\na ``` b");
    }

    #[test]
    fn text_of_a_game_that_leaves_its_backticks_is_text() {
        for (line, markdown) in [
            ("`a` ![p](u) `b`", "`a` !\\[p\\](u) `b`"),
            ("`a [x](y)", "\\`a \\[x\\](y)"),
            ("``<b>`", "\\`\\`\\<b>\\`"),
            ("see https://x.y, www.x.y", "see https\\://x.y, www\\.x.y"),
        ] {
            assert_eq!(escaped(line), markdown, "{line}");
        }
    }
}
