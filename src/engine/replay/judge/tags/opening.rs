//! From the tags to the first board: formats (rules A5, B4, B5), variant (G1), set-up board (B6).

use std::ops::Range;

use shakmaty::Color;

use crate::lint::{Code, Edit, FileKind, Fix, GameFormat};
use crate::notation::{Medium, find, near as near_notations};
use crate::replay::judge::Judge;
use crate::replay::judge::line::JudgeLine;
use crate::rules::History;
use crate::source::near;
use crate::syntax::results::TERMINATORS;
use crate::syntax::tag_list::known_names::ROSTER;
use crate::syntax::tag_list::{Tag, two_parts};

/// The tag `GameFormat` of a new VGN game.
pub(crate) const VGN_TAG: &str = "[GameFormat \"VGN:Variable Game Notation\"]";

impl Judge<'_> {
    /// Evaluates and judges the tags, which are complete, at the first call.
    #[inline]
    pub(crate) fn open_movetext(&mut self) {
        if !self.tags_judged {
            self.tags_judged = true;
            self.judge_tags();
        }
    }

    #[inline(never)]
    fn judge_tags(&mut self) {
        self.misspelt_governing_tags();
        self.game_format_tag();
        self.move_format_tag();
        let variant = self.variant_tags();
        let start = variant.and_then(|rules| self.first_position(rules));
        if !self.moves_unjudged {
            self.start = start;
        }
        let (number, color) = match &self.start {
            Some(position) => (position.fullmoves().get(), position.turn()),
            None => (1, Color::White),
        };
        self.line = JudgeLine::new(self.start.clone().into(), number, color);
        if let Some(position) = &self.start {
            self.history = History::from(position);
        }
        self.begin_opening();
        self.judge_tag_names();
        self.end_date_tag();
        self.judge_nested_tags();
        self.judge_tags_without_value();
        self.judge_roster();
        self.emit_tags();
    }

    fn game_format_tag(&mut self) {
        let Some(tag) = self.tags.get(self.text, "GameFormat").cloned() else { return };
        let value = tag.value(self.text).into_owned();
        let (name, title) = two_parts(&value);
        match name.to_ascii_uppercase().as_str() {
            "VGN" => self.take_game_format(GameFormat::Vgn, &tag),
            "PGN" => self.take_game_format(GameFormat::Pgn, &tag),
            _ => self.unknown_game_format(&tag, name, title),
        }
    }

    /// Reports an unknown game format. The game is read in the most likely one, which the fix writes.
    fn unknown_game_format(&mut self, tag: &Tag, name: &str, title: Option<&str>) {
        let has_move_format = self.tags.get(self.text, "MoveFormat").is_some();
        let format = likely_format(&tag.value(self.text), has_move_format);
        let (written, full) = match format {
            GameFormat::Vgn => ("VGN", "VGN:Variable Game Notation"),
            GameFormat::Pgn => ("PGN", "PGN"),
        };
        let message = match name {
            "" => "the game format is not named: expected VGN or PGN".to_owned(),
            name => format!("`{name}` is not a game format: expected VGN or PGN"),
        };
        let range = tag.part(self.text, name_part(&tag.value(self.text), name));
        let text = if title.is_some() { written } else { full };
        let edit = Edit::replace(range.clone(), text);
        self.report.add_fixed(Code::UnknownGameFormat, range, message, || {
            vec![Fix::choice(format!("write {written}"), vec![edit])]
        });
        self.take_game_format(format, tag);
    }

    fn take_game_format(&mut self, format: GameFormat, tag: &Tag) {
        self.format.game = format;
        self.format.named_by_tag = true;
        if format == GameFormat::Vgn && self.context.kind == FileKind::Pgn {
            let message = "a VGN game in a .pgn file: programs that read PGN expect the extension .vgn";
            self.report.add(Code::VgnInPgnFile, tag.range.clone(), message);
        }
    }

    /// Judges `EndDate`, the last day of a game in VGN (rule B9). chess.com writes it in all its PGN games: a game with
    /// PGN's roster and PGN's `Result` is PGN in spite of it (rules A5, B8 and B11).
    fn end_date_tag(&mut self) {
        if !self.is_vgn()
            && !self.format.named_by_tag
            && !self.has_tags_of_pgn()
            && let Some(end) = self.tags.get(self.text, "EndDate")
        {
            let range = end.range.clone();
            self.missing_game_format(range, "the tag `EndDate`");
        }
    }

    /// The complete roster, with a terminator in `Result`, which in VGN is text for people.
    fn has_tags_of_pgn(&self) -> bool {
        ROSTER.iter().all(|name| self.tags.get(self.text, name).is_some())
            && self.tags.value(self.text, "Result").is_some_and(|result| TERMINATORS.contains(&&*result))
    }

    fn move_format_tag(&mut self) {
        let Some(tag) = self.tags.get(self.text, "MoveFormat").cloned() else { return };
        let value = tag.value(self.text).into_owned();
        let (name, _) = two_parts(&value);
        let range = tag.part(self.text, name_part(&value, name));
        let Some(notation) = find(name) else {
            (self.moves_unjudged, self.format.governing_tag_misspelt) = (true, true);
            let near = near_notations(name);
            let mut message = match name {
                "" => "the move format is not named".to_owned(),
                name => format!("`{name}` is not a known move format"),
            };
            if let Some(first) = near.first() {
                message += &format!(": did you mean {}?", first.name);
            } else {
                message += ": `vgn-lsp notations` lists them";
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
        self.report.allows_illegal = notation.allows_illegal;
        if notation.medium == Medium::Binary {
            self.moves_unjudged = true;
            self.move_format_last(&tag);
        }
        if !self.is_vgn() && !self.format.named_by_tag {
            self.missing_game_format(tag.range, "the tag `MoveFormat`");
        }
    }

    /// A binary section begins directly after the `MoveFormat` tag, so this must be the last tag (rule B10).
    fn move_format_last(&mut self, tag: &Tag) {
        let Some(last) = self.tags.list.last().filter(|last| last.range.start > tag.range.start) else { return };
        let text = self.slice(&tag.range).to_owned();
        let end = last.range.end;
        let mut cut = tag.range.clone();
        let rest = &self.text[cut.end as usize..];
        cut.end += (rest.len() - rest.trim_start().len()) as u32;
        let line_end = self.line_end();
        let message =
            format!("the bytes of {} begin after its MoveFormat tag, so it must be the last tag", self.notation.name);
        self.report.add_fixed(Code::MoveFormatNotLast, tag.range.clone(), message, || {
            let edits = vec![Edit::delete(cut), Edit::insert(end, format!("{line_end}{text}"))];
            vec![Fix::safe("move the tag to the end", edits)]
        });
    }

    /// Reports an element that only VGN has, in a game without a tag that names VGN (rule A5): once per game.
    pub(crate) fn missing_game_format(&mut self, range: Range<u32>, what: &str) {
        // A tag with an error in its name may be `GameFormat`.
        if std::mem::replace(&mut self.format.missing_reported, true) || self.unreadable_tags() > 0 {
            return;
        }
        let message = format!(
            "{what} belong{} to VGN, but no tag GameFormat says so",
            if what.ends_with('s') { "" } else { "s" }
        );
        // Its fix is made after the game has been read.
        self.report.add(Code::MissingGameFormat, range, message);
    }
}

/// The most likely game format of an unknown name: PGN is the default (rule A5).
fn likely_format(value: &str, has_move_format: bool) -> GameFormat {
    let value = value.to_uppercase();
    if ["VGN", "VARIABLE"].iter().any(|word| value.contains(word)) {
        return GameFormat::Vgn;
    }
    if ["PGN", "PORTABLE"].iter().any(|word| value.contains(word)) {
        return GameFormat::Pgn;
    }
    match near::nearest(two_parts(&value).0, ["PGN", "VGN"].into_iter(), 2).first() {
        Some(&"VGN") => GameFormat::Vgn,
        _ if has_move_format => GameFormat::Vgn,
        _ => GameFormat::Pgn,
    }
}

/// Range of the first part, trimmed, in a value of two parts.
pub(crate) fn name_part(value: &str, name: &str) -> Range<usize> {
    let start = value.len() - value.trim_start().len();
    start..start + name.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_game_formats_are_read_as_the_intended_one() {
        for name in ["VGN 1.0", "VNG", "vgm", "Variable Game Notation", "GN of VGN"] {
            assert_eq!(likely_format(name, false), GameFormat::Vgn, "{name}");
        }
        for name in ["PGN 1994", "PGM", "Portable Game Notation", "XGN", "chess", ""] {
            assert_eq!(likely_format(name, false), GameFormat::Pgn, "{name}");
        }
    }
}
