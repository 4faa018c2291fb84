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
    /// As Markdown. Text of a game cannot break out of its place.
    pub fn to_markdown(&self) -> String {
        self.join(|block| match block {
            // A heading would be taller, and hovers are low.
            Block::Headline(text) => format!("**{}**", one_line(text)),
            Block::Text(text) => one_line(text),
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
}
