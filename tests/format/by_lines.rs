//! What a program finds in a file that goes by lines, as python-chess does, written down once more and in another way than in
//! the program: games by empty lines, tags by lines, and the rest without white space and numbers.

use std::collections::BTreeMap;

/// Tags, and what stands behind them.
pub type Found = (BTreeMap<String, String>, String);

/// The games of a file.
pub fn games_by_lines(text: &str) -> Vec<Found> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = text.split_inclusive('\n').peekable();
    let mut games = Vec::new();
    loop {
        let first = lines.next().map(|line| line.trim_start_matches('\u{feff}'));
        let begins = |line: &&str| !is_blank(line) && !is_passed_over(line);
        let Some(mut line) = first.into_iter().chain(&mut lines).find(begins) else { return games };
        let mut game = Found::default();
        let mut is_over = false;
        let mut was_empty = false;
        loop {
            if !is_passed_over(line) {
                match header(line) {
                    Some((name, value)) => _ = game.0.insert(name.to_owned(), value.to_owned()),
                    None if line.starts_with('[') => {}
                    None if is_blank(line) && !was_empty => {}
                    None => break,
                }
                was_empty = is_blank(line);
            }
            let Some(next) = lines.next() else {
                is_over = true;
                break;
            };
            line = next;
        }
        while !is_over && !is_blank(line) {
            if !is_passed_over(line) {
                movetext(line, &mut lines, &mut game.1);
            }
            match lines.next() {
                Some(next) => line = next,
                None => is_over = true,
            }
        }
        games.push(game);
    }
}

fn is_blank(line: &str) -> bool {
    line.chars().all(|char| char.is_whitespace() || ('\x1c'..='\x1f').contains(&char))
}

fn is_passed_over(line: &str) -> bool {
    line.starts_with('%') || line.starts_with(';')
}

fn header(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_end_matches(|char: char| is_blank(char.encode_utf8(&mut [0; 4])));
    let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once('"')?;
    let is_letter = |char: char| char.is_ascii_alphanumeric() || "_+#=:-".contains(char);
    let end = name.find(|char| !is_letter(char))?;
    let starts = name.starts_with(|char: char| char.is_ascii_alphanumeric());
    (starts && is_blank(&name[end..])).then_some((&name[..end], value))
}

/// A line of movetext, and those that a comment goes on to.
fn movetext<'t>(line: &'t str, lines: &mut impl Iterator<Item = &'t str>, out: &mut String) {
    let mut rest = line;
    while let Some(char) = rest.chars().next() {
        match char {
            ';' => return,
            '{' => {
                while !rest.contains('}') {
                    out.push_str(rest);
                    let Some(next) = lines.next() else { return };
                    rest = next;
                }
                let end = rest.find('}').map_or(rest.len(), |end| end + 1);
                out.push_str(&rest[..end]);
                rest = &rest[end..];
                continue;
            }
            _ if char.is_ascii_digit() || char == '.' || char.is_whitespace() => {}
            _ => out.push(char),
        }
        rest = &rest[char.len_utf8()..];
    }
}
