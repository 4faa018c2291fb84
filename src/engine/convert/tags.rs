//! The tags for formats, board and result in the target's form (rules B4 to B9).

use std::ops::Range;

use super::edits::Edits;
use super::outcome::{Loss, Refusal};
use super::setup::{SetupTags, fen_of};
use crate::lint::{Code, line_end_of};
use crate::notation::{Notation, SAN, find};
use crate::replay::Resolved;
use crate::score::{SourceOutline, TagRanges, slice};
use crate::syntax::results::{TERMINATORS, add_nothing, plain_result, terminator, words};
use crate::variants::{
    GameRules, PieceSet, RuleSet, VariantLookup, find_variant, pieces_value, read_pieces, read_rules, rules_value,
    variant_name,
};

/// Value of VGN's `GameFormat` tag (rule A5).
pub(super) const VGN: &str = "VGN:Variable Game Notation";

/// Whether the game's first board cannot be read.
fn is_unread(resolved: &Resolved) -> bool {
    resolved.start.is_none() && resolved.report.diagnostics.iter().any(|found| found.code == Code::InvalidSetup)
}

/// Edits of one game's tags.
pub(super) struct TagEdits<'w, 'a> {
    text: &'a str,
    outline: &'w SourceOutline,
    edits: &'w mut Edits<'a>,
    losses: &'w mut Vec<Loss>,
    /// Tags to insert before all others.
    first: Vec<String>,
}

impl<'w, 'a> TagEdits<'w, 'a> {
    pub(super) fn new(
        text: &'a str,
        outline: &'w SourceOutline,
        edits: &'w mut Edits<'a>,
        losses: &'w mut Vec<Loss>,
    ) -> TagEdits<'w, 'a> {
        TagEdits { text, outline, edits, losses, first: Vec::new() }
    }

    /// Inserts the leading tags, each on its line; without other tags, followed by an empty line before the movetext.
    pub(super) fn finish(self) {
        let line_end = line_end_of(self.text);
        let mut tags: String = self.first.iter().flat_map(|tag| [tag, line_end]).collect();
        if tags.is_empty() {
            return;
        }
        let tags_of_game = self.outline.tags.iter().map(|tag| &tag.range);
        let at = match tags_of_game.chain(&self.outline.torn_tags).next() {
            Some(first) => first.start,
            None => {
                tags.push_str(line_end);
                self.outline.start
            }
        };
        self.edits.insert(at, tags);
    }
}

impl<'w> TagEdits<'w, '_> {
    /// Sets the `MoveFormat` tag, in place if there is one; SAN needs none.
    pub(super) fn move_format(&mut self, to: &Notation) {
        let mut formats = self.outline.tags_named(self.text, "MoveFormat").peekable();
        if formats.peek().is_none() && *to != SAN {
            let tag = format!("[MoveFormat \"{}\"]", to.tag_value());
            match self.outline.tag(self.text, "GameFormat") {
                Some(before) => self.edits.insert(before.range.end, format!("{}{tag}", line_end_of(self.text))),
                None => self.first.push(tag),
            }
        }
        for tag in formats {
            let value = tag.value(self.text);
            let name = value.split_once(':').map_or(&*value, |(name, _)| name);
            if find(name).is_none_or(|notation| notation != to) {
                self.edits.replace(tag.inner(self.text), to.tag_value());
            }
        }
    }

    /// Converts the tags to VGN: `GameFormat`, the board in `SetUp`, `Result` in words. `is_pgn`: the game has no VGN
    /// content.
    pub(super) fn vgn(&mut self, resolved: &Resolved, is_pgn: bool) {
        let mut formats = self.outline.tags_named(self.text, "GameFormat").peekable();
        if formats.peek().is_none() {
            self.first.push(format!("[GameFormat \"{VGN}\"]"));
        }
        formats.for_each(|tag| self.edits.replace(tag.inner(self.text), VGN));
        let board = SetupTags::of(self.text, self.outline);
        if let Some(fen) = board.fen {
            for tag in self.outline.tags_named(self.text, "SetUp") {
                if tag.value(self.text) != "1" {
                    self.lose(tag, "the tag FEN gives the board, and the tag SetUp says something else");
                }
                self.edits.cut(tag.range.clone());
            }
            for tag in self.outline.duplicates_of(self.text, fen) {
                self.lose_other(tag, fen.raw(self.text));
                self.edits.cut(tag.range.clone());
            }
            self.edits.replace(fen.range.clone(), format!("[SetUp \"FEN:{}\"]", fen.raw(self.text)));
        } else if board.flag {
            for tag in self.outline.tags_named(self.text, "SetUp") {
                // A missing tag is equivalent to "0" (PGN 9.7.1), but other readers require the tag.
                let message = match tag.value(self.text).trim() {
                    "1" => "the tag SetUp says that there is a tag FEN with the board, but there is none",
                    _ => "the tag SetUp holds no board, and has no other meaning in a VGN game",
                };
                self.lose(tag, message);
                self.edits.cut(tag.range.clone());
            }
        } else if let Some(setup) = board.setup.filter(|_| is_unread(resolved)) {
            self.lose(setup, "the tag SetUp gives the board of a VGN game, and this one cannot be read");
            // PGN reads no board there, and the moves from the usual start.
            if is_pgn {
                self.outline.tags_named(self.text, "SetUp").for_each(|tag| self.edits.cut(tag.range.clone()));
            }
        }
        let ending = self.outline.terminator().map_or("*", |item| slice(self.text, &item.range));
        for tag in self.outline.tags_named(self.text, "Result") {
            let value = tag.value(self.text);
            let told = if add_nothing(&value, ending) { Some(ending) } else { plain_result(&value) };
            if let Some(words) = words(told.unwrap_or(&value)) {
                self.edits.replace(tag.inner(self.text), words);
            } else if is_pgn {
                let message = format!(
                    "`{value}` is no result of PGN: in VGN it is text for people, and PGN's tag Result cannot have it again"
                );
                self.losses.push(Loss::new(tag.value.clone(), message));
            }
        }
        self.rules_of_variant();
        for escape in &self.outline.escapes {
            self.edits.replace(escape.start..escape.start + 1, ";");
        }
    }

    /// Converts the tags to PGN: no formats, the board in `FEN`, the terminator in `Result`. `was_vgn`: its `Result`
    /// was free text; that of a game whose format must be concluded (`!says_format`) is read as such too.
    ///
    /// # Errors
    ///
    /// When the board in `SetUp` cannot be read.
    pub(super) fn pgn(&mut self, resolved: &Resolved, was_vgn: bool, says_format: bool) -> Result<(), Refusal> {
        let mut removed: Vec<&TagRanges> = Vec::new();
        for name in ["GameFormat", "MoveFormat"] {
            removed.extend(self.outline.tags_named(self.text, name));
        }
        let result = self.outline.tag(self.text, "Result");
        let ending = match (self.outline.terminator(), result) {
            (Some(item), _) => slice(self.text, &item.range),
            (None, Some(result)) => terminator(&result.value(self.text)),
            (None, None) => "*",
        };
        if was_vgn {
            removed.extend(self.variant_of_rules());
        }
        let board = SetupTags::of(self.text, self.outline);
        match (board.setup, board.fen) {
            (Some(setup), _) if !board.flag => {
                let (value, loss) = fen_of(self.text, setup, resolved, ending)?;
                self.losses.extend(loss);
                let line_end = line_end_of(self.text);
                self.edits.replace(setup.range.clone(), format!("[SetUp \"1\"]{line_end}[FEN \"{value}\"]"));
                for tag in self.outline.tags_named(self.text, "FEN") {
                    self.lose_other(tag, &value);
                    removed.push(tag);
                }
                for tag in self.outline.duplicates_of(self.text, setup) {
                    self.lose_other(tag, setup.raw(self.text));
                    removed.push(tag);
                }
            }
            (None, Some(fen)) if was_vgn => {
                self.edits.insert(fen.range.start, format!("[SetUp \"1\"]{}", line_end_of(self.text)));
            }
            _ => {}
        }
        if let Some(tag) = result.filter(|_| was_vgn || !says_format) {
            let value = tag.value(self.text);
            // Words for another terminator contradict the game's terminator, and still do.
            let told = TERMINATORS.into_iter().find(|terminator| add_nothing(&value, terminator));
            if told.is_none() {
                let message =
                    format!("in PGN the tag Result only repeats the terminator: `{value}` cannot be written there");
                self.losses.push(Loss::new(tag.value.clone(), message));
            }
            let written = told.filter(|_| !add_nothing(&value, ending)).unwrap_or(ending);
            self.edits.replace(tag.inner(self.text), written);
        }
        self.remove(&removed);
        Ok(())
    }

    /// Removes a tag, with a loss.
    fn lose(&mut self, tag: &TagRanges, message: &str) {
        self.losses.push(Loss::new(tag.range.clone(), message));
    }

    /// Removes a tag; a loss unless a remaining tag has the same value.
    fn lose_other(&mut self, tag: &TagRanges, kept: &str) {
        if tag.raw(self.text).trim() != kept.trim() {
            self.lose(tag, "another tag gives the board, and only one board can be written");
        }
    }

    /// VGN has the variant in its rules and pieces: they are added beside the `Variant` tag, which programs read. In a
    /// PGN game tags of these names are text, which would be rules here.
    fn rules_of_variant(&mut self) {
        let variant = self.outline.tag(self.text, "Variant");
        let rules = match variant.map(|tag| find_variant(&tag.value(self.text))) {
            None => GameRules::default(),
            Some(VariantLookup::Known(rules)) => rules,
            Some(_) => return,
        };
        let mut are_told = false;
        for (name, what) in [("Rules", "the game's rules"), ("Pieces", "its pieces")] {
            for tag in self.outline.tags_named(self.text, name) {
                let value = tag.value(self.text);
                let is_right = match name {
                    "Rules" => read_rules(&value).ok().and_then(RuleSet::variant) == Some(rules),
                    _ => read_pieces(&value).ok() == Some(PieceSet::of(rules.variant)),
                };
                are_told |= is_right;
                if !is_right {
                    self.lose(
                        tag,
                        &format!("in VGN the tag {name} says {what}, and `{value}` does not say those of this one"),
                    );
                    self.edits.cut(tag.range.clone());
                }
            }
        }
        let Some(tag) = variant.filter(|_| rules != GameRules::default() && !are_told) else { return };
        let line_end = line_end_of(self.text);
        let mut added = format!("{line_end}[Rules \"{}\"]", rules_value(rules));
        if let Some(pieces) = pieces_value(rules.variant) {
            added += &format!("{line_end}[Pieces \"{pieces}\"]");
        }
        self.edits.insert(tag.range.end, added);
    }

    /// PGN has the variant in the `Variant` tag, from `Rules` and `Pieces`; these tags are removed. Rules of an unknown
    /// variant are kept, because nothing else has them.
    fn variant_of_rules(&mut self) -> Vec<&'w TagRanges> {
        let outline = self.outline;
        let Some(tag) = outline.tag(self.text, "Rules") else { return Vec::new() };
        let value = tag.value(self.text);
        if value.trim().is_empty() {
            return Vec::new();
        }
        let Some(rules) = read_rules(&value).ok().and_then(RuleSet::variant) else { return Vec::new() };
        if let Some(pieces) = outline.tag(self.text, "Pieces") {
            let value = pieces.value(self.text);
            if read_pieces(&value).ok() != Some(PieceSet::of(rules.variant)) {
                let message = format!("PGN has no tag Pieces, and its variant has other pieces than `{value}`");
                self.losses.push(Loss::new(pieces.range.clone(), message));
            }
        }
        let name = variant_name(rules);
        let mut removed: Vec<&TagRanges> = outline.tags_named(self.text, "Pieces").collect();
        match outline.tag(self.text, "Variant") {
            Some(variant) => {
                if !matches!(find_variant(&variant.value(self.text)), VariantLookup::Known(known) if known == rules) {
                    self.edits.replace(variant.inner(self.text), name);
                }
                removed.extend(outline.tags_named(self.text, "Rules"));
            }
            None if rules == GameRules::default() => removed.extend(outline.tags_named(self.text, "Rules")),
            None => {
                self.edits.replace(tag.range.clone(), format!("[Variant \"{name}\"]"));
                removed.extend(outline.duplicates_of(self.text, tag));
            }
        }
        removed
    }

    fn remove(&mut self, removed: &[&TagRanges]) {
        if removed.len() == self.outline.tags.len()
            && let (Some(first), Some(last)) = (self.outline.tags.first(), self.outline.tags.last())
            && self.outline.tag_comments.is_empty()
            && self.outline.torn_tags.is_empty()
            && self.outline.escapes.is_empty()
        {
            // The empty line after the tags is removed with them.
            let rest = &self.text[last.range.end as usize..];
            let end = last.range.end + (rest.len() - rest.trim_start().len()) as u32;
            return self.edits.delete(Range { start: first.range.start, end });
        }
        for tag in removed {
            self.edits.cut(tag.range.clone());
        }
    }
}
