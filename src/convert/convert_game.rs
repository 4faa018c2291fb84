//! One game's text, with as few changes as make it what is asked for.

use std::ops::Range;

use super::edits::Edits;
use super::en_passant::false_en_passants;
use super::half_moves::{Speller, fault};
use super::outcome::{Conversion, Loss, Refusal};
use super::outline::{Outline, slice};
use super::places::{Places, place};
use super::relocated;
use super::tags::TagEdits;
use super::target::{Layout, Target};
use super::verify::{differs, is_legal_play};
use super::walk::{Plan, walk};
use crate::analysis::{
    Cancellation, Code, Context, FileKind, GameFormat, HalfMove, Resolved, ResolvedMove, Settings, apply, line_end_of,
    resolve_game, transcript_notation,
};
use crate::notation::{EndMark, Medium, Notation, SAN, Says, find};
use crate::syntax::Token;

/// How one game becomes the text that holds another notation.
///
/// `text` is one game as [`crate::syntax::games::next_game`] cuts it. Edits are made of what must change and nothing
/// else: half-moves, the tags that tell formats, and, when a PGN game becomes a VGN game or the other way round, what
/// the two write differently. A half-move that is written well already stays as it is. The game is judged by the whole
/// of the rules, whatever `context` has in its settings.
///
/// `scope` restricts the conversion to the half-moves that touch a range, in bytes of the game's text: a selection. A
/// game has one notation, so that a part of it can only be written anew in the notation that it has; for any other
/// target the selection must touch every half-move, and then it means the game.
///
/// What the target cannot hold is in [`Conversion::losses`]: the caller asks the user before it applies edits that lose
/// something (rule F1). A half-move that the target has no text for takes the rest of its line with it.
///
/// # Errors
///
/// When the game cannot be converted whatever may be lost: its moves are not known (an unknown or binary format, a
/// variant that is not supported), its set-up board cannot be read, or `scope` holds a part of it only. Edits of text
/// make no bytes either: for binary notations there is [`super::convert_whole`].
pub fn convert_game(
    text: &str,
    context: &Context<'_>,
    to: &Target,
    scope: Option<Range<u32>>,
) -> Result<Conversion, Refusal> {
    convert_resolved(text, context.kind, &resolve(text, context.kind), to, scope)
}

/// The game as conversions take it: judged by the whole of the rules. None if that is called off, which is asked
/// meanwhile.
pub fn resolve_to_convert(text: &str, kind: FileKind, cancel: &dyn Cancellation) -> Option<Resolved> {
    let settings = Settings::default();
    let context = Context::new(&settings, kind).with_cancel(cancel);
    context.whole(text, resolve_game(text, &context))
}

/// As [`convert_game`], of a game that is resolved already, as [`resolve_to_convert`] does it: for several conversions
/// of one game.
///
/// # Errors
///
/// As [`convert_game`].
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
    edited(text, kind, to, Origin::Text(scope), &Outline::of(text), resolved).map(|(conversion, _)| conversion)
}

fn resolve(text: &str, kind: FileKind) -> Resolved {
    resolve_game(text, &Context::new(&Settings::default(), kind))
}

/// Where the text that is converted comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is the game's own; half-moves outside of the range stay.
    Text(Option<Range<u32>>),
    /// It is the transcript of a binary section, whose comments stand anywhere.
    Transcript,
}

/// A game that was converted.
pub(super) struct Converted {
    pub conversion: Conversion,
    /// The game's text as it was.
    pub outline: Outline,
    /// The game as it was.
    pub resolved: Resolved,
    /// Comments in it say by a command whose they are (rule C4).
    pub commands: bool,
}

/// As [`convert_game`], with the game as it was. For a binary notation the game becomes the transcript of what is to be
/// written, where comments may stand anywhere.
pub(super) fn convert(text: &str, context: &Context<'_>, to: &Target, origin: Origin) -> Result<Converted, Refusal> {
    let (outline, resolved) = (Outline::of(text), resolve(text, context.kind));
    let (conversion, commands) = edited(text, context.kind, to, origin, &outline, &resolved)?;
    Ok(Converted { conversion, outline, resolved, commands })
}

/// The conversion, and whether comments of the game say by a command whose they are.
fn edited(
    text: &str,
    kind: FileKind,
    to: &Target,
    origin: Origin,
    outline: &Outline,
    resolved: &Resolved,
) -> Result<(Conversion, bool), Refusal> {
    let source = Source::of(text, outline, resolved)?;
    let (to_format, to_notation) = source.becomes(to);
    let to_binary = matches!(to, Target::Notation(notation) if notation.medium == Medium::Binary);
    let (scope, is_transcript) = match origin {
        Origin::Text(scope) => (scope, false),
        Origin::Transcript => (None, true),
    };
    if let Some(scope) = &scope {
        source.in_scope(
            scope,
            to_notation.filter(|to| source.notation != Some(*to)).is_some() || to_format != source.format,
        )?;
    }
    // A game of PGN and VGN that is to keep its notation needs no board.
    let respells = match to {
        Target::Notation(_) => !to_binary || source.notation != to_notation,
        Target::Pgn => source.notation != Some(&SAN),
        Target::Vgn => false,
    };
    if (respells || to_binary) && resolved.notation.is_none() {
        return Err(source.unresolved(to));
    }
    let marks = outline.marks.clone().filter(|_| scope.is_none());
    let tags_layout = match (source.format == to_format && source.says_format, to_format) {
        (true, _) => Layout::Keep,
        (false, GameFormat::Vgn) => Layout::Vgn,
        (false, GameFormat::Pgn) if *to == Target::Pgn => Layout::Pgn,
        (false, GameFormat::Pgn) => Layout::Keep,
    };
    let layout = match to_format {
        _ if to_binary => Layout::Keep,
        GameFormat::Vgn if is_transcript => Layout::Vgn,
        _ => tags_layout,
    };
    // Bytes have a place for a comment behind every half-move.
    let commands = !is_transcript && (source.format == GameFormat::Vgn || !source.says_format);
    let mut edits = Edits::new(text);
    marks.into_iter().for_each(|marks| edits.delete(marks));
    let mut losses = Vec::new();
    let mut tags = TagEdits::new(text, outline, &mut edits, &mut losses);
    match tags_layout {
        Layout::Vgn => tags.vgn(source.says_format),
        Layout::Pgn => tags.pgn(resolved, source.format == GameFormat::Vgn)?,
        Layout::Keep => {}
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
        Target::Pgn | Target::Vgn => written,
    };
    let speller = notations.map(|(from, to)| Speller::new(text, resolved, from, to, target(to), terminator));
    let says = to_notation.map_or(Says::Moves, |notation| notation.says);
    let places = match layout {
        Layout::Vgn => Places::BehindPair,
        Layout::Pgn => Places::BehindReplaced,
        Layout::Keep if to_binary && source.format == GameFormat::Pgn => Places::Numbered,
        Layout::Keep => Places::Same,
    };
    let placed = place(text, &outline.items, resolved, places);
    let plan = Plan { layout, speller, says, scope, commands, numbers: &placed.numbers, line_end: line_end_of(text) };
    walk(text, &outline.items, resolved, &plan, &mut edits, &mut losses);
    for (at, number) in &placed.added {
        edits.insert(*at, number.as_str());
    }
    if layout == Layout::Vgn && (is_transcript || source.format == GameFormat::Pgn) {
        losses.extend(escapes_told(outline));
    }
    if plan.speller.is_none() && layout == Layout::Vgn {
        losses.extend(placed.misplaced.iter().map(|range| Loss::new(range.clone(), fault(resolved, range))));
    }
    if plan.speller.is_some() || layout != Layout::Keep || to_binary {
        losses.extend(false_en_passants(text, outline, resolved));
    }
    if plan.speller.is_some() || *to == Target::Pgn || to_binary {
        losses.extend(letters_assumed(text, resolved, plan.scope.as_ref()));
    }
    if source.format == GameFormat::Vgn && (to_format == GameFormat::Pgn || to_binary) {
        losses.extend(lost_places(resolved));
    }
    if *to == Target::Pgn || to_binary {
        losses.extend(closed_comments(text, outline));
    }
    let edits = relocated::finish(text, edits, &placed.relocations);
    if let Some((from, to)) = notations
        && from != to
        && losses.is_empty()
        && !is_legal_play(resolved)
    {
        // A notation may leave out what an illegal move needs: `UCI` has no letter for a piece that was not there.
        losses.extend(differs(text, resolved, &resolve(&apply(text, &edits), kind), target(to).name));
    }
    losses.sort_by_key(|loss| loss.range.start);
    Ok((Conversion { edits, losses }, commands))
}

/// Variations of a VGN game whose numbers name nothing that they can replace: elsewhere their place says what they
/// replace.
fn lost_places(resolved: &Resolved) -> impl Iterator<Item = Loss> {
    let found = resolved.report.diagnostics.iter().filter(|d| d.code == Code::VariationAnchor);
    found.map(|d| Loss::new(d.range.clone(), format!("what the variation replaces is not known: {}", d.message)))
}

/// Half-moves that the text converted holds as one move, and that may be another one by the letters of another
/// language.
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

/// Comments without their `}`, which get one where the game ends.
fn closed_comments(text: &str, outline: &Outline) -> impl Iterator<Item = Loss> {
    let comments = outline.tag_comments.iter().chain(&outline.items);
    let open = comments.filter(|item| item.token == Token::BraceComment && !slice(text, &item.range).ends_with('}'));
    open.map(|item| Loss::new(item.range.clone(), "the comment has no closing `}`: it gets one at the end of the game"))
}

/// PGN passes over its escapes, and VGN has none: as comments (rule C5) they say what they did not say before.
fn escapes_told(outline: &Outline) -> Option<Loss> {
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

/// What a game is before it is converted.
struct Source<'a> {
    text: &'a str,
    outline: &'a Outline,
    resolved: &'a Resolved,
    format: GameFormat,
    /// Nothing in the game contradicts its format: it is not a PGN game with what only VGN has.
    says_format: bool,
    /// What its moves are written in; `None` when that is not known.
    notation: Option<&'static Notation>,
}

impl<'a> Source<'a> {
    fn of(text: &'a str, outline: &'a Outline, resolved: &'a Resolved) -> Result<Source<'a>, Refusal> {
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
        Ok(Source { text, outline, resolved, format, says_format, notation })
    }

    /// The format and the notation of the target. A game that has `MoveFormat` is as good as VGN; any other PGN game
    /// stays one as long as its moves are SAN.
    fn becomes(&self, to: &Target) -> (GameFormat, Option<&'static Notation>) {
        let vgn = self.format == GameFormat::Vgn || self.outline.tag(self.text, "MoveFormat").is_some();
        match *to {
            Target::Pgn => (GameFormat::Pgn, Some(&SAN)),
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

    /// Why the moves are not known.
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
