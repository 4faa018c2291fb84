//! Text for people, as Markdown or plain.

/// Blocks below one another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup {
    pub blocks: Vec<Block>,
}

/// One block. `Pe2-e4` in backticks is text of a game, and stands in another type where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What it is about.
    Headline(String),
    /// A paragraph.
    Text(String),
    /// Text of a game, on lines of its own.
    Code(String),
    /// A drawing in signs of one width.
    Board(String),
    /// A picture by its address, and what stands in its place where there are no pictures.
    Picture { address: String, text: String },
}

impl Markup {
    /// As Markdown. Text of a game cannot break out of its place: whatever it holds, no link, picture or HTML comes of
    /// it.
    pub fn to_markdown(&self) -> String {
        self.join(|block| match block {
            // A heading would be taller, and hovers are low.
            Block::Headline(text) => format!("**{}**", escaped(&one_line(text))),
            Block::Text(text) => escaped(&one_line(text)),
            Block::Code(text) => {
                let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
                format!("{fence}vgn\n{text}\n{fence}")
            }
            Block::Board(text) => format!("```text\n{text}\n```"),
            Block::Picture { address, .. } => format!("![the board]({address})"),
        })
    }

    /// As plain text, without the backticks.
    pub fn to_plain(&self) -> String {
        self.join(|block| match block {
            Block::Headline(text) | Block::Text(text) => one_line(text).replace('`', ""),
            Block::Code(text) | Block::Board(text) | Block::Picture { text, .. } => text.clone(),
        })
    }

    fn join(&self, write: impl Fn(&Block) -> String) -> String {
        self.blocks.iter().map(write).collect::<Vec<_>>().join("\n\n")
    }
}

/// Text of a game within a paragraph: between backticks, which it cannot end itself.
pub fn code(text: &str) -> String {
    format!("`{}`", one_line(&text.replace('`', "'")))
}

/// A line as Markdown: what stands between backticks is code, and outside it no sign has a meaning of its own. Text of
/// a game that holds backticks itself ends up outside, where it can do no harm.
fn escaped(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let last = parts.len() - 1;
    let mut markdown = String::with_capacity(line.len() + 8);
    for (n, part) in parts.into_iter().enumerate() {
        match n % 2 {
            1 if n < last && !part.trim().is_empty() => markdown += &format!("`{part}`"),
            // A backtick without another, and two with nothing between them, are themselves.
            1 => markdown += &format!("\\`{}{}", plain(part), if n < last { "\\`" } else { "" }),
            _ => markdown += &plain(part),
        }
    }
    markdown
}

/// Text whose signs mean nothing in Markdown; an address in it is none to click on.
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

/// A clause as the beginning of a sentence.
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
            Block::Headline("`Pe2-e4`".to_owned()),
            Block::Text("White's\nmove 1".to_owned()),
            Block::Code("a ``` b".to_owned()),
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
