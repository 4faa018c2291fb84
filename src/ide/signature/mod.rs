//! Signature help: the form of the tag value or command operands at the cursor, and the active field.

mod forms;

use std::ops::Range;

use forms::SignatureForm;
use vgn_engine::lint::{Cancellation, FileKind};
use vgn_engine::syntax::Token;

use super::completion::{closing_quote, is_vgn};
use super::outline::GameOutline;
use super::{Markup, MarkupBlock, hover};

/// Maximum distance in bytes between the cursor and the start of a value or command.
const LONGEST: usize = 1 << 10;

/// The possible forms and the active one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// The meaning of the tag or command.
    pub note: Markup,
    pub forms: Vec<Signature>,
    pub active: usize,
}

/// One form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// ASCII.
    pub label: String,
    pub fields: Vec<Field>,
    /// Index of the field at the cursor, if this form is active.
    pub field: Option<usize>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// In bytes of the label.
    pub range: Range<usize>,
    /// Its description, one sentence.
    pub description: String,
}

/// The signatures at `offset`, in bytes of one game's text; `None` elsewhere or if cancelled.
pub fn signatures(text: &str, offset: u32, kind: FileKind, cancel: &dyn Cancellation) -> Option<Signatures> {
    let before = text.get(..offset as usize)?;
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(LONGEST))..];
    let line = near.rsplit(['\n', '\r']).next()?;
    let is_in_command = near.rfind("[%").is_some_and(|at| !near[at..].contains([']', '}']));
    // Cheap test first: most positions are in neither a command nor a value.
    if !is_in_command && !line.contains('"') {
        return None;
    }
    let outline = GameOutline::new(before, cancel);
    if cancel.is_cancelled() {
        return None;
    }
    let last = outline.leaves().last()?;
    // The slice includes blanks after the token, which the token lacks so far.
    let slice = before.get(last.range.start as usize..)?;
    let is_on_line = !slice[last.range.len()..].contains(['\n', '\r']);
    match last.token {
        Token::BraceComment if !slice.contains('}') => command(slice),
        Token::LineComment if is_on_line => command(slice),
        Token::TagValue if is_on_line && closing_quote(slice.strip_prefix('"').unwrap_or(slice)).is_none() => {
            let name = outline.name(outline.tag_of(last)?);
            let description = format!("{}.", hover::meaning(name)?.description);
            let (forms, typed) = forms::of_tag(name, slice.strip_prefix('"')?, is_vgn(&outline, kind))?;
            Some(signatures_of(description, forms, typed))
        }
        _ => None,
    }
}

/// The command in which the comment ends.
fn command(comment: &str) -> Option<Signatures> {
    let body = &comment[comment.rfind("[%")? + 2..];
    if body.contains(']') {
        return None;
    }
    let (name, operands) = body.split_once(char::is_whitespace)?;
    let (forms, example) = forms::of_command(name)?;
    let description = hover::note(name, example).unwrap_or("the half-move that the comment belongs to");
    Some(signatures_of(format!("`[%{name}]`: {description}."), forms, operands.trim_start()))
}

fn signatures_of(description: String, forms: &'static [SignatureForm], typed: &str) -> Signatures {
    let active = forms.iter().position(|form| (form.matches)(typed)).unwrap_or(0);
    let shown = forms.iter().enumerate().map(|(n, form)| form.signature((n == active).then_some(typed)));
    Signatures { note: Markup { blocks: vec![MarkupBlock::Text(description)] }, forms: shown.collect(), active }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::replay::commands::medals;

    /// The active form at `¦` with the active field in angle brackets, and the description of that field.
    fn shown(marked: &str) -> String {
        let at = marked.find('¦').expect("a place");
        let text = marked.replace('¦', "");
        let Some(found) = signatures(&text, at as u32, FileKind::Unknown, &|| false) else { return String::new() };
        let form = &found.forms[found.active];
        let Some(field) = form.field.map(|field| &form.fields[field]) else { return form.label.clone() };
        let (start, end) = (&form.label[..field.range.start], &form.label[field.range.end..]);
        format!("{start}<{}>{end}: {}", &form.label[field.range.clone()], field.description)
    }

    #[test]
    fn the_field_of_a_tag() {
        let fen = |value: &str| shown(&format!("[FEN \"{value}¦\"]\n\n*"));
        assert_eq!(
            fen(""),
            "<board> side castling e.p. half-moves number: The pieces by ranks from the eighth, `8` for empty squares."
        );
        assert!(fen("4k3/8/8/8/8/8/8/4K3 ").starts_with("board <side> castling"));
        assert!(fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").ends_with("<number>: The number of the next move."));
        assert!(shown("[Date \"2024.¦\"]").starts_with("YYYY.<MM>.DD"));
        assert!(shown("[Date \"¦").starts_with("<YYYY>.MM.DD"));
        assert!(shown("[UTCTime \"12:30:¦\"]").starts_with("HH:MM:<SS>"));
        assert!(shown("[TimeControl \"300+¦\"]").starts_with("seconds+<increment>"));
        assert!(shown("[TimeControl \"40/7200:1800¦\"]").starts_with("<seconds>+increment"));
        assert!(shown("[TimeControl \"40/¦\"]").starts_with("moves/<seconds>+increment"));
        assert!(shown("[TimeControl \"*1¦\"]").starts_with("*<seconds>"));
        assert!(shown("[SetUp \"¦\"]").starts_with("<1>:"));
        let vgn = |value: &str| shown(&format!("[GameFormat \"VGN\"]\n[SetUp \"{value}¦\"]"));
        assert!(vgn("4k3/8/8/8/8/8/8/4K3 ").starts_with("board <side> castling e.p. marks"));
        assert!(vgn("FEN:4k3/8/8/8/8/8/8/4K3 w - - ").starts_with("board side castling e.p. <half-moves> number"));
    }

    #[test]
    fn the_field_of_a_command() {
        let at = |operands: &str| shown(&format!("1. e4 {{book [%{operands}¦]}} (1. d4) *"));
        assert!(at("clk ").starts_with("<h>:mm:ss"));
        assert!(at("emt 0:0").starts_with("h:<mm>:ss"));
        assert!(at("eval ").starts_with("<pawns>,depth"));
        assert!(at("eval -0.3,").starts_with("pawns,<depth>"));
        assert!(at("eval #-").starts_with("#<moves>,depth"));
        assert_eq!(at("csl Gd4,"), "<G>d4,...: The colour: G green, R red, Y yellow, B blue.");
        assert!(at("csl Gd4,R").starts_with("G<d4>,..."));
        assert!(at("cal G").starts_with("G<d2>d4,..."));
        assert!(at("cal Gd2").starts_with("Gd2<d4>,..."));
        assert!(at("mdl ").starts_with("<medals>: A sum of 1 best game, 2 decided the tournament, 4 model game"));
        assert!(at("after 3.").starts_with("<number>.: "));
        assert!(at("after 3.5").starts_with("<number>.5: "));
        assert!(shown("1. e4 (1. d4 ; [%clk 0:¦\n) *").starts_with("h:<mm>:ss"));
        assert!(shown("1. e4 {[%clk 0:¦").starts_with("h:<mm>:ss"));
    }

    #[test]
    fn medals_are_those_that_are_read() {
        let form = shown("1. e4 {[%mdl ¦]} *");
        for bit in (0..16).map(|n| 1_u32 << n) {
            let name = medals(&bit.to_string()).expect("a medal")[0];
            assert!(form.contains(&format!("{bit} {name}")), "{bit} {name}");
        }
    }

    #[test]
    fn elsewhere_there_is_none() {
        for marked in [
            "1. e4 ¦e5 *",
            "1. e4 {[%clk 0:01:00]¦} *",
            "1. e4 {[%clk 0:01:00}¦ *",
            "1. e4 {[%clk¦ 0:01:00]} *",
            "1. e4 {[%unknown ¦]} *",
            "1. e4 {a [link ¦]} *",
            "[Date \"2024.01.01\"¦]",
            "[Date \"2024.01.01\"]¦",
            "[White \"¦\"]",
            "[FEN¦ \"\"]",
            "¦",
        ] {
            assert_eq!(shown(marked), "", "{marked}");
        }
    }
}
