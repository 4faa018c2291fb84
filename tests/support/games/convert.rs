//! Real games turned into VGN games of another notation, token by token.

use std::ops::Range;

use shakmaty::Color;
use vgn_lsp::notation::{Notation, nag};
use vgn_lsp::replay::shape_of;
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

use super::{Game, spell};

/// Every token of a game.
#[derive(Default)]
pub struct AllTokens(pub Vec<(Token, Range<usize>)>);

impl Sink for AllTokens {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        self.0.push((token, range.start as usize..range.end as usize));
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

/// The tokens of a game's text.
pub fn tokens(text: &str) -> Vec<(Token, Range<usize>)> {
    let mut tokens = AllTokens::default();
    parse(text, &shape_of, &mut tokens);
    tokens.0
}

/// The game as a VGN game in a notation of text: moves, numbers and annotations respelt, all else left as it is, but for
/// comments, which are taken out where `comments` is false. `None` if some move cannot be said.
pub fn as_vgn(game: &Game<'_>, notation: &Notation, comments: bool) -> Option<String> {
    let mut out = String::from("[GameFormat \"VGN:Variable Game Notation\"]\n");
    let mut moves = game.resolved.moves.iter();
    let mut format = Some(format!("[MoveFormat \"{}\"]\n", notation.tag_value()));
    let all = tokens(game.text);
    for (n, (token, range)) in all.iter().enumerate() {
        let text = &game.text[range.clone()];
        match token {
            Token::Move => out += &spell(moves.next()?, notation)?,
            Token::MoveNumber => {
                let next = all[n + 1..].iter().find(|(token, _)| *token == Token::Move);
                let next =
                    next.and_then(|(_, at)| game.resolved.moves.iter().find(|m| m.range.start as usize == at.start))?;
                out += &match next.color {
                    Color::White => format!("{}.", next.number),
                    Color::Black => format!("{}.5", next.number),
                };
                if all.get(n + 1).is_some_and(|(token, _)| *token != Token::Space) {
                    out.push(' ');
                }
            }
            Token::Suffix => out += &format!(" ${}", nag::of_suffix(text)?),
            Token::BraceComment | Token::LineComment if !comments => {}
            Token::TagOpen if format.is_some() => {
                out += &format.take()?;
                out += text;
            }
            _ => out += text,
        }
    }
    // The result of a VGN game is text for people.
    for (terminator, words) in [("1-0", "White wins"), ("0-1", "Black wins"), ("1/2-1/2", "Draw"), ("*", "Unfinished")]
    {
        out = out.replace(&format!("[Result \"{terminator}\"]"), &format!("[Result \"{words}\"]"));
    }
    Some(out)
}
