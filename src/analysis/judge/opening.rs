//! From the tags to the first board: formats (rules A5, B4, B5), variant (G1), set-up board (B6).

use std::ops::Range;

use shakmaty::Color;

use super::line::Line;
use super::variant::Variant;
use super::{GameFormat, Judge};
use crate::analysis::tag_list::two_parts;
use crate::analysis::{Code, Edit, FileKind, Fix, near};
use crate::notation::{Medium, find, near as near_notations};
use crate::rules::History;

/// What a new VGN game's tag says.
pub(super) const VGN_TAG: &str = "[GameFormat \"VGN:Variable Game Notation\"]";

impl Judge<'_> {
    /// The tags are complete: works out what they say, and judges them.
    pub(super) fn open_movetext(&mut self) {
        if std::mem::replace(&mut self.opened, true) {
            return;
        }
        self.game_format_tag();
        self.move_format_tag();
        let variant = self.variant_tags();
        let start = if variant == Variant::Unsupported { None } else { self.first_position(variant) };
        if !self.silent {
            self.start = start;
        }
        let (number, color) = match &self.start {
            Some(position) => (position.fullmoves().get(), position.turn()),
            None => (1, Color::White),
        };
        self.line = Line::new(self.start.clone(), number, color);
        if let Some(position) = &self.start {
            self.history = History::from(position);
        }
        self.judge_tag_names();
        self.judge_tag_values();
        self.judge_dates();
        self.judge_roster();
    }

    fn game_format_tag(&mut self) {
        let Some(tag) = self.tags.get(self.text, "GameFormat").cloned() else { return };
        let value = tag.value(self.text).into_owned();
        let (name, title) = two_parts(&value);
        if name.eq_ignore_ascii_case("VGN") {
            self.format = GameFormat::Vgn;
            self.format_said = true;
            if self.context.kind == FileKind::Pgn {
                let message = "a VGN game in a .pgn file: programs that read PGN expect the extension .vgn";
                self.report.add(Code::VgnInPgnFile, tag.range, message);
            }
            return;
        }
        if name.eq_ignore_ascii_case("PGN") {
            self.format_said = true;
            return;
        }
        let names = ["VGN", "PGN"];
        let mut fitting = near::nearest(&name.to_uppercase(), names.into_iter(), 2);
        if fitting.is_empty() {
            fitting = names.to_vec();
        }
        let message = format!("`{name}` is no game format: expected VGN or PGN");
        let part = name_part(&value, name);
        let range = tag.part(self.text, part);
        let fixes = |best: &str| {
            let text =
                if title.is_some() || best == "PGN" { best.to_owned() } else { "VGN:Variable Game Notation".into() };
            Fix::choice(format!("write {best}"), vec![Edit::replace(range.clone(), text)])
        };
        self.report
            .add_fixed(Code::UnknownGameFormat, range.clone(), message, || fitting.iter().map(|f| fixes(f)).collect());
    }

    fn move_format_tag(&mut self) {
        let Some(tag) = self.tags.get(self.text, "MoveFormat").cloned() else { return };
        let value = tag.value(self.text).into_owned();
        let (name, _) = two_parts(&value);
        let range = tag.part(self.text, name_part(&value, name));
        let Some(notation) = find(name) else {
            self.silent = true;
            let near = near_notations(name);
            let mut message = format!("`{name}` is no move format that is known here");
            if let Some(first) = near.first() {
                message += &format!(": did you mean {}?", first.name);
            } else {
                message += ": `vgn-lsp notations` lists those that are";
            }
            self.report.add_fixed(Code::UnknownMoveFormat, range.clone(), message, || {
                let fix = |n: &&crate::notation::Notation| {
                    Fix::choice(format!("write {}", n.name), vec![Edit::replace(range.clone(), n.name)])
                };
                near.iter().map(fix).collect()
            });
            return;
        };
        self.notation = notation;
        self.report.may_say_illegal = notation.may_say_illegal;
        if notation.medium == Medium::Binary {
            self.silent = true;
            self.move_format_last(&tag);
        }
        if !self.is_vgn() && !self.format_said {
            self.missing_game_format(tag.range, "the tag `MoveFormat`");
        }
    }

    /// A binary section begins straight after the `MoveFormat` tag, so it must be the last one (rule B10).
    fn move_format_last(&mut self, tag: &crate::analysis::tag_list::Tag) {
        let Some(last) = self.tags.list.last().filter(|last| last.range.start > tag.range.start) else { return };
        let text = self.slice(&tag.range).to_owned();
        let end = last.range.end;
        let mut cut = tag.range.clone();
        let rest = &self.text[cut.end as usize..];
        cut.end += (rest.len() - rest.trim_start().len()) as u32;
        let message =
            format!("the bytes of {} begin after its MoveFormat tag, so it must be the last tag", self.notation.name);
        self.report.add_fixed(Code::MoveFormatNotLast, tag.range.clone(), message, || {
            let edits = vec![Edit::delete(cut), Edit::insert(end, format!("\n{text}"))];
            vec![Fix::safe("move the tag to the end", edits)]
        });
    }

    /// Something that only VGN has, in a game that does not say that it is VGN (rule A5): reported once a game.
    pub(super) fn missing_game_format(&mut self, range: Range<u32>, what: &str) {
        if std::mem::replace(&mut self.format_missed, true) {
            return;
        }
        let message = format!(
            "{what} belong{} to VGN, but no tag GameFormat says so",
            if what.ends_with('s') { "" } else { "s" }
        );
        let at = self.tags.list.first().map_or(0, |tag| tag.range.start);
        let bom = if self.text.starts_with('\u{feff}') { 3 } else { 0 };
        let insert = if self.tags.list.is_empty() { format!("{VGN_TAG}\n\n") } else { format!("{VGN_TAG}\n") };
        self.report.add_fixed(Code::MissingGameFormat, range, message, || {
            vec![Fix::choice("say that the game is VGN", vec![Edit::insert(at.max(bom), insert)])]
        });
    }
}

/// Where the first part of a value of two parts stands in it, trimmed.
pub(super) fn name_part(value: &str, name: &str) -> Range<usize> {
    let start = value.len() - value.trim_start().len();
    start..start + name.len()
}
