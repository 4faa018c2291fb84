//! Converts one game's text with as few changes as possible.

use std::ops::Range;

use super::edits::Edits;
use super::half_moves::{Speller, fault, glyphs_in_half_moves};
use super::losses::en_passant::false_en_passants;
use super::losses::jumped::jumped_numbers;
use super::losses::repeated_tags::repeated_tags;
use super::losses::stray_text::{final_score, stray_text};
use super::losses::unread_half_moves::UnreadHalfMoves;
use super::mending::least_losing;
use super::outcome::{Conversion, Loss, Refusal};
use super::placement::relocation;
use super::placement::unclosed::{close_before_moved, closed_at_end};
use super::placement::variations::{VariationPlacement, place};
use super::portable;
use super::tags::TagEdits;
use super::target::{FormatChange, Target};
use super::verify::ProofSource;
use super::walk::{WalkPlan, walk};
use crate::binary::transcript_notation;
use crate::lint::{Cancellation, Code, Context, FileKind, GameFormat, Settings, apply, line_end_of};
use crate::notation::{EndMark, Medium, Notation, SAN, TokenContent, find};
use crate::replay::{HalfMove, NOTHING_BEFORE, Resolved, ResolvedMove, resolve_game};
use crate::score::{SourceOutline, slice};
use crate::syntax::Token;

/// Maximum number of tokens of a game that is converted by its tree, at about 200 bytes of memory each. Games without
/// anything to report are converted in passing, whatever their length.
const MOST_TOKENS: usize = 4_000_000;

/// Maximum length of a game whose faults are mended for each of several conversions, in bytes.
const LONGEST_MENDED: usize = 1 << 16;

/// Converts one game to another notation or format.
///
/// `text` is one game as cut by [`crate::syntax::games::next_game`]. Only necessary edits are made: half-moves, format
/// tags, and, between PGN and VGN, whatever the formats write differently. A half-move already in the target's form is
/// unchanged. The game is judged by all rules, whatever the settings of `context`.
///
/// `scope` restricts the conversion to half-moves that touch a range, in bytes of the game's text: a selection. A game
/// has one notation, so a part of it can only be respelled in that notation; for any other target the selection must
/// touch every half-move, and then means the whole game.
///
/// A text with faults is read as its safe fixes mend it, if it would lose something otherwise, and the edits contain these
/// fixes. Data that the target cannot hold is listed in [`Conversion::losses`]: the caller asks the user before it applies
/// edits with losses (rule F1). A half-move without a form in the target cuts the rest of its line.
///
/// # Errors
///
/// When the game cannot be converted even with losses: its moves are unknown (an unknown or binary format, an
/// unsupported variant), its set-up board cannot be read, or `scope` covers only part of it. Text edits cannot produce
/// bytes either: for binary notations there is [`super::convert_whole`].
pub fn convert_game(
    text: &str,
    context: &Context<'_>,
    to: &Target,
    scope: Option<Range<u32>>,
) -> Result<Conversion, Refusal> {
    convert_resolved(text, context.kind, &resolve(text, context.kind), to, scope)
}

/// Resolves a game for conversion, judged by all rules. `None` if cancelled meanwhile.
pub fn resolve_to_convert(text: &str, kind: FileKind, cancel: &dyn Cancellation) -> Option<Resolved> {
    let settings = Settings::default();
    let context = Context::new(&settings, kind).with_cancel(cancel);
    context.whole(text, resolve_game(text, &context))
}

/// Same as [`convert_game`] for a game resolved by [`resolve_to_convert`], to share it between several conversions.
///
/// # Errors
///
/// As for [`convert_game`].
pub fn convert_resolved(
    text: &str,
    kind: FileKind,
    resolved: &Resolved,
    to: &Target,
    scope: Option<Range<u32>>,
) -> Result<Conversion, Refusal> {
    if let Target::Notation(notation) = to
        && notation.medium == Medium::Binary
    {
        let message =
            format!("{} is binary and cannot be part of a text: use `vgn-lsp convert` to write a file", to.name());
        return Err(Refusal::new(0..0, message));
    }
    if scope.is_some() || text.len() > LONGEST_MENDED {
        return convert_as_it_stands(text, kind, resolved, to, scope);
    }
    least_losing(text, kind, |read| {
        let mended = if read == text { None } else { Some(resolve(read, kind)) };
        convert_as_it_stands(read, kind, mended.as_ref().unwrap_or(resolved), to, None)
    })
}

fn convert_as_it_stands(
    text: &str,
    kind: FileKind,
    resolved: &Resolved,
    to: &Target,
    scope: Option<Range<u32>>,
) -> Result<Conversion, Refusal> {
    let outline = SourceOutline::of(text);
    if *to == Target::Portable {
        let settings = Settings::default();
        let export = portable::export(text, &Context::new(&settings, kind), TextOrigin::Text(None))?;
        let end = text.trim_end().len() as u32;
        let game = outline.start.min(end)..end;
        let mut edits = Edits::new(text);
        edits.replace(game, export.text.trim_end().replace('\n', line_end_of(text)));
        return Ok(Conversion { edits: edits.finish(), losses: export.losses });
    }
    let (mut conversion, commands) = edited(text, to, TextOrigin::Text(scope), &outline, resolved)?;
    if let Some(source) = ProofSource::of(text, &outline, resolved, commands, kind) {
        let loss = source.text_loss(&apply(text, &conversion.edits), to.name(), &conversion.losses);
        loss.into_iter().for_each(|loss| conversion.insert(loss));
    }
    Ok(conversion)
}

pub(super) fn resolve(text: &str, kind: FileKind) -> Resolved {
    resolve_game(text, &Context::new(&Settings::default(), kind))
}

/// Source of the text to convert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextOrigin {
    /// The game's own text; half-moves outside of the range are unchanged.
    Text(Option<Range<u32>>),
    /// The transcript of a binary section, with comments in any position.
    Transcript,
}

/// A game that was converted.
pub(super) struct DetailedConversion {
    pub conversion: Conversion,
    /// Tokens of the original text.
    pub outline: SourceOutline,
    /// The original game, resolved.
    pub resolved: Resolved,
    /// Whether comments name their half-moves by commands (rule C4).
    pub commands: bool,
}

/// Same as [`convert_game`], with the original game. For a binary notation the result is the transcript of the new
/// section, with comments in any position.
pub(super) fn convert(
    text: &str,
    context: &Context<'_>,
    to: &Target,
    origin: TextOrigin,
) -> Result<DetailedConversion, Refusal> {
    let outline = SourceOutline::of(text);
    refuse_too_long(&outline)?;
    let resolved = resolve(text, context.kind);
    let (conversion, commands) = edited(text, to, origin, &outline, &resolved)?;
    Ok(DetailedConversion { conversion, outline, resolved, commands })
}

/// Refuses a game of too many tokens.
pub(super) fn refuse_too_long(outline: &SourceOutline) -> Result<(), Refusal> {
    let message = "the game has more than 4,000,000 tokens: it takes too much memory to convert it";
    outline.items.get(MOST_TOKENS).map_or(Ok(()), |first| Err(Refusal::new(first.range.clone(), message)))
}

/// The conversion, and whether the game's comments name their half-moves by commands.
fn edited(
    text: &str,
    to: &Target,
    origin: TextOrigin,
    outline: &SourceOutline,
    resolved: &Resolved,
) -> Result<(Conversion, bool), Refusal> {
    let source = ConversionSource::of(text, outline, resolved)?;
    let (to_format, to_notation) = source.becomes(to);
    let to_binary = to.is_binary();
    let (scope, is_transcript) = match origin {
        TextOrigin::Text(scope) => (scope, false),
        TextOrigin::Transcript => (None, true),
    };
    if let Some(scope) = &scope {
        source.in_scope(
            scope,
            to_notation.filter(|to| source.notation != Some(*to)).is_some() || to_format != source.format,
        )?;
    }
    // Without a change of notation, games of PGN and VGN need no boards.
    let respells = match to {
        Target::Notation(_) => !to_binary || source.notation != to_notation,
        Target::Pgn | Target::Portable => source.notation != Some(&SAN),
        Target::Vgn => false,
    };
    if (respells || to_binary) && resolved.notation.is_none() {
        return Err(source.unresolved(to));
    }
    let marks = outline.marks.clone().filter(|_| scope.is_none());
    let tags_layout = match (source.format == to_format && source.says_format, to_format) {
        (true, _) => FormatChange::Keep,
        (false, GameFormat::Vgn) => FormatChange::Vgn,
        (false, GameFormat::Pgn) if *to == Target::Pgn => FormatChange::Pgn,
        (false, GameFormat::Pgn) => FormatChange::Keep,
    };
    let layout = match to_format {
        _ if to_binary => FormatChange::Keep,
        GameFormat::Vgn if is_transcript => FormatChange::Vgn,
        _ => tags_layout,
    };
    // Binary notations allow a comment behind every half-move.
    let commands = !is_transcript && (source.format == GameFormat::Vgn || !source.says_format);
    let mut edits = Edits::new(text);
    marks.into_iter().for_each(|marks| edits.delete(marks));
    let mut losses = Vec::new();
    let mut tags = TagEdits::new(text, outline, &mut edits, &mut losses);
    match tags_layout {
        FormatChange::Vgn => tags.vgn(resolved, source.says_format),
        FormatChange::Pgn => tags.pgn(resolved, source.format == GameFormat::Vgn, source.says_format)?,
        FormatChange::Keep => {}
    }
    if to_format == GameFormat::Vgn
        && let (Target::Notation(_), Some(notation)) = (to, to_notation)
    {
        tags.move_format(notation);
    }
    tags.finish();
    let terminator = outline.terminator().map(|item| slice(text, &item.range));
    let notations = source.notation.zip(to_notation).filter(|_| respells);
    let target = |written| match *to {
        Target::Notation(target) => target,
        Target::Pgn | Target::Portable | Target::Vgn => written,
    };
    let speller = notations.map(|(from, to)| Speller::new(text, resolved, from, to, target(to), terminator));
    let content = to_notation.map_or(TokenContent::Moves, |notation| notation.content);
    let places = match layout {
        FormatChange::Vgn => VariationPlacement::BehindPair,
        FormatChange::Pgn => VariationPlacement::BehindReplaced,
        FormatChange::Keep if to_binary && source.format == GameFormat::Pgn => VariationPlacement::Numbered,
        FormatChange::Keep => VariationPlacement::Same,
    };
    let placed = place(text, &outline.items, resolved, places);
    let (numbers, carried) = (&placed.numbers, &placed.carried);
    let plan = WalkPlan { layout, speller, content, scope, commands, numbers, carried, line_end: line_end_of(text) };
    walk(text, &outline.items, resolved, &plan, &mut edits, &mut losses);
    for (at, number) in &placed.added {
        edits.insert(*at, number.as_str());
    }
    if layout == FormatChange::Vgn && (is_transcript || source.format == GameFormat::Pgn) {
        losses.extend(escapes_as_comments(outline));
    }
    if plan.speller.is_none() && layout == FormatChange::Vgn {
        losses.extend(placed.misplaced.iter().map(|range| Loss::new(range.clone(), fault(resolved, range))));
    }
    if plan.speller.is_some() || layout != FormatChange::Keep || to_binary {
        losses.extend(false_en_passants(text, outline, resolved));
    }
    if plan.speller.is_some() || *to == Target::Pgn || to_binary {
        losses.extend(letters_assumed(text, resolved, plan.scope.as_ref()));
    }
    if source.format == GameFormat::Vgn && (to_format == GameFormat::Pgn || to_binary) {
        losses.extend(lost_places(resolved));
    }
    if *to == Target::Pgn || to_binary {
        let mut closed = closed_at_end(text, outline);
        if !to_binary && !closed.is_empty() {
            UnreadHalfMoves::of(&outline.items, resolved).keep(&mut closed);
        }
        losses.extend(closed);
    }
    if source.says_format && source.format == GameFormat::Pgn && to_format == GameFormat::Vgn {
        losses.extend(repeated_tags(text, outline, &losses));
    }
    if to_binary {
        losses.extend(jumped_numbers(text, outline, resolved, |_| true));
    }
    let respelt = notations.is_some_and(|(from, to)| from != to);
    if respelt || to_binary || tags_layout != FormatChange::Keep {
        losses.extend(stray_text(text, (outline, resolved), to, to_format, &losses));
        if let Some(score) = final_score(text, &outline.items, resolved) {
            edits.replace(score.clone(), "*");
        }
    }
    if layout == FormatChange::Vgn && !respelt {
        losses.extend(glyphs_in_half_moves(text, outline, resolved));
    }
    let closed = close_before_moved(text, outline, &placed.relocations, &mut edits);
    losses.extend(closed.into_iter().filter(|loss| !losses.contains(loss)).collect::<Vec<_>>());
    let edits = relocation::finish(text, edits, &placed.relocations);
    losses.sort_by_key(|loss| loss.range.start);
    Ok((Conversion { edits, losses }, commands))
}

/// Variations of a VGN game whose numbers name no half-move that they can replace: in PGN their position determines it.
fn lost_places(resolved: &Resolved) -> impl Iterator<Item = Loss> {
    let found = resolved.report.diagnostics.iter().filter(|d| d.code == Code::VariationAnchor);
    // Before the first half-move a variation replaces nothing in PGN either.
    let found = found.filter(|d| d.message != NOTHING_BEFORE);
    found.map(|d| Loss::new(d.range.clone(), format!("what the variation replaces is not known: {}", d.message)))
}

/// Half-moves converted as one move that may be another move in the letters of another language.
fn letters_assumed(text: &str, resolved: &Resolved, scope: Option<&Range<u32>>) -> Vec<Loss> {
    let is_in = |range: &Range<u32>| scope.is_none_or(|scope| range.start < scope.end && range.end > scope.start);
    let loss = |half_move: &ResolvedMove| {
        let (before, play, after) =
            (half_move.before.as_deref()?, half_move.play.as_ref()?, half_move.after.as_deref()?);
        let read = HalfMove { before, play, after, end: EndMark::None }.spell(&SAN).ok()?;
        let old = slice(text, &half_move.range);
        let message = format!("`{old}` is read as `{read}`, but the language of its piece letter is not certain");
        Some(Loss::new(half_move.range.clone(), message))
    };
    let of_range = |range: &Range<u32>| {
        let at = resolved.moves.binary_search_by_key(&range.start, |half_move| half_move.range.start).ok()?;
        Some(&resolved.moves[at]).filter(|half_move| half_move.range == *range)
    };
    resolved.uncertain.iter().filter(|range| is_in(range)).filter_map(of_range).filter_map(loss).collect()
}

/// PGN ignores its escapes, and VGN has none: as comments (rule C5) they become part of the game.
fn escapes_as_comments(outline: &SourceOutline) -> Option<Loss> {
    let items = outline.items.iter().filter(|item| item.token == Token::Escape).map(|item| &item.range);
    let mut escapes = outline.escapes.iter().chain(items);
    let first = escapes.next()?;
    let message = "VGN has no escape lines with `%`: they become comments";
    Some(Loss::new(
        first.clone(),
        match escapes.count() {
            0 => message.to_owned(),
            more => format!("{message} ({} of them)", more + 1),
        },
    ))
}

/// The game before the conversion.
struct ConversionSource<'a> {
    text: &'a str,
    outline: &'a SourceOutline,
    resolved: &'a Resolved,
    format: GameFormat,
    /// Whether nothing in the game contradicts its format: it is not a PGN game with VGN-only content.
    says_format: bool,
    /// Notation of its moves; `None` if unknown.
    notation: Option<&'static Notation>,
}

impl<'a> ConversionSource<'a> {
    fn of(text: &'a str, outline: &'a SourceOutline, resolved: &'a Resolved) -> Result<ConversionSource<'a>, Refusal> {
        let move_format = outline.tag(text, "MoveFormat");
        let notation = match move_format {
            None => Some(&SAN),
            Some(tag) => {
                let value = tag.value(text);
                find(value.split_once(':').map_or(&*value, |(name, _)| name))
            }
        };
        if let (Some(tag), Some(notation)) = (move_format, notation.filter(|n| n.medium == Medium::Binary)) {
            let message = format!(
                "{} is binary, and its moves cannot be read from a text: use `vgn-lsp convert` to read a file",
                notation.name
            );
            return Err(Refusal::new(tag.range.clone(), message));
        }
        if let Some(tag) = outline.tag(text, "GameFormat") {
            let value = tag.value(text);
            let name = value.split_once(':').map_or(&*value, |(name, _)| name).trim();
            if !name.eq_ignore_ascii_case("VGN") && !name.eq_ignore_ascii_case("PGN") {
                let message = format!("`{name}` is not a game format, so the meaning of the game's text is not known");
                return Err(Refusal::new(tag.value.clone(), message));
            }
        }
        if let Some((name, meant)) = &resolved.misspelt {
            let fault = match slice(text, name) {
                found if found == *meant => format!("the value of the tag `{meant}` is not in quotes"),
                found => format!("`{found}` is not the name of a tag: did you mean `{meant}`?"),
            };
            let message = format!("it is not known how the moves are to be read: {fault}");
            return Err(Refusal::new(name.clone(), message));
        }
        let format = resolved.format;
        let says_format = format == GameFormat::Vgn || (move_format.is_none() && !outline.has_vgn(text));
        Ok(ConversionSource { text, outline, resolved, format, says_format, notation })
    }

    /// The format and the notation of the result. A game with `MoveFormat` counts as VGN; any other PGN game remains
    /// PGN as long as its moves are SAN.
    fn becomes(&self, to: &Target) -> (GameFormat, Option<&'static Notation>) {
        let vgn = self.format == GameFormat::Vgn || self.outline.tag(self.text, "MoveFormat").is_some();
        match *to {
            Target::Pgn | Target::Portable => (GameFormat::Pgn, Some(&SAN)),
            Target::Vgn => (GameFormat::Vgn, self.notation),
            Target::Notation(notation) if notation.medium == Medium::Binary => {
                (GameFormat::Vgn, Some(transcript_notation(notation)))
            }
            Target::Notation(notation) if vgn || *notation != SAN => (GameFormat::Vgn, Some(notation)),
            Target::Notation(notation) => (GameFormat::Pgn, Some(notation)),
        }
    }

    fn in_scope(&self, scope: &Range<u32>, changes: bool) -> Result<(), Refusal> {
        let outside = self.resolved.moves.iter().find(|m| m.range.end <= scope.start || m.range.start >= scope.end);
        match outside.filter(|_| changes) {
            None => Ok(()),
            Some(half_move) => {
                let message = format!(
                    "a game has one notation, and `{}` lies outside the selection: select the whole game to convert it",
                    slice(self.text, &half_move.range)
                );
                Err(Refusal::new(half_move.range.clone(), message))
            }
        }
    }

    /// Why the moves are unknown.
    fn unresolved(&self, to: &Target) -> Refusal {
        let tag = |name| self.outline.tag(self.text, name);
        let named = |name| tag(name).map(|tag| (tag, tag.value(self.text).into_owned()));
        if self.notation.is_none()
            && let Some((tag, value)) = named("MoveFormat")
        {
            let message = format!("the moves are in `{value}`, which is not a known notation");
            return Refusal::new(tag.value.clone(), message);
        }
        for name in ["Rules", "Pieces", "Variant"] {
            if let Some((tag, value)) = named(name) {
                let message =
                    format!("the game's {name} is `{value}`, and its moves cannot be written in {}", to.name());
                return Refusal::new(tag.value.clone(), message);
            }
        }
        let at = self.outline.start;
        Refusal::new(at..at, format!("the game's moves are not known, and cannot be written in {}", to.name()))
    }
}
