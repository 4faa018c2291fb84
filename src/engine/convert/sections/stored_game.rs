//! Games as stored in files: text, or tags and a binary move section.

use std::ops::Range;

use super::events::events;
use super::rewrap::rewrap;
use super::writing::write;
use crate::binary::{DecodedGame, ResolvedBinary, resolve_binary_game, result_on_board};
use crate::convert::convert_game::{DetailedConversion, TextOrigin, convert};
use crate::convert::export::export;
use crate::convert::losses::stray_text::stray_text;
use crate::convert::mending::least_losing;
use crate::convert::outcome::{Export, Loss, Refusal};
use crate::convert::portable;
use crate::convert::source_ranges::back;
use crate::convert::target::Target;
use crate::convert::verify::ProofSource;
use crate::lint::{Code, Context, GameFormat, Settings, apply, line_end_of};
use crate::notation::{BinaryFault, BinaryStart, Medium, Notation};
use crate::replay::{Resolved, resolve_game};
use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::Token;
use crate::syntax::results::{self, terminator};

/// A game as stored in a file.
#[derive(Clone, Copy, Debug)]
pub struct StoredGame<'a> {
    /// Its text; with a section, the text before it.
    pub text: &'a str,
    /// Bytes of the binary move section.
    pub section: Option<&'a [u8]>,
    /// Whether the section includes all of its bytes even without a terminator (version 1.0 of BCCF and of BCFEN).
    pub length_known: bool,
}

/// A converted game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredConversion {
    /// Its text; with a section, the text before it, which ends directly after `MoveFormat` as the last tag.
    pub text: String,
    /// Bytes of the binary move section, which end the game.
    pub section: Option<Vec<u8>>,
    /// Losses. Ranges count the bytes of the old game's text, and then those of its section. The caller must ask the
    /// user before it uses a game with losses (rule F1).
    pub losses: Vec<Loss>,
    /// What is written as it stands, although it is not export format; ranges as those of losses.
    pub remarks: Vec<Loss>,
}

/// Maximum length of text that is converted to a binary notation, in bytes: the conversion takes some 170 times as much
/// memory.
pub(in crate::convert) const LONGEST_TEXT: usize = 4 << 20;

/// Converts a game between any notations.
///
/// A binary section is converted by way of its transcript ([`crate::binary::decode`]), and written from a transcript;
/// then `MoveFormat` becomes the last tag (rule B10), and the `Result` tag has the result if the section cannot encode
/// it. [`Target::Vgn`] leaves a binary game binary. The game is judged by all rules, whatever the settings of
/// `context`.
///
/// # Errors
///
/// When the game cannot be converted even with losses: as for [`super::convert_game`], or if the section is not in its
/// place or its length is unknown. An unreadable rest of a section is a loss.
pub fn convert_whole(game: &StoredGame<'_>, context: &Context<'_>, to: &Target) -> Result<StoredConversion, Refusal> {
    let settings = Settings::default();
    let context = Context::new(&settings, context.kind);
    let binary = match game.section {
        Some(section) => resolve_binary_game(game.text, section, &context),
        None => None,
    };
    let Some(binary) = binary else {
        return least_losing(game.text, context.kind, |text| {
            TextConversion { text, origin: TextOrigin::Text(None), context: &context }.run(to, None)
        });
    };
    refuse(&binary, game.length_known)?;
    // The half-moves of a long section, with their boards, take hundreds of times its memory, and are dropped here.
    let ResolvedBinary { decoded, .. } = binary;
    let job = TextConversion { text: &decoded.text, origin: TextOrigin::Transcript, context: &context };
    let carried = |range: &Range<u32>| decoded.game_range(range);
    let mut whole = job
        .run(to, Some(decoded.notation))
        .map_err(|refusal| Refusal { range: carried(&refusal.range), message: refusal.message })?;
    for loss in whole.losses.iter_mut().chain(&mut whole.remarks) {
        loss.range = carried(&loss.range);
    }
    whole.losses.extend(respelt(&decoded, game.text.len() as u32));
    whole.losses.extend(unread(&decoded, game.text.len() as u32));
    Ok(whole)
}

/// Why a section cannot be used as decoded.
fn refuse(binary: &ResolvedBinary, length_known: bool) -> Result<(), Refusal> {
    let found = binary.report.diagnostics.iter().find(|d| match d.code {
        Code::SectionWithoutEnd => !length_known,
        Code::TextBeforeSection | Code::SectionTooLong => true,
        Code::InvalidSetup | Code::UnknownVariant => binary.transcript.start.is_none() || binary.decoded.len == 0,
        _ => false,
    });
    match found {
        Some(found) => Err(Refusal::new(found.range.clone(), found.message.clone())),
        None => Ok(()),
    }
}

/// Comments whose lines cannot be kept in a text comment unchanged.
fn respelt(decoded: &DecodedGame, tags: u32) -> impl Iterator<Item = Loss> {
    let message = "the comment's line ends are lost: it holds `}` or what reads like the tags of a game";
    decoded.respelt.iter().map(move |bytes| Loss::new(tags + bytes.start as u32..tags + bytes.end as u32, message))
}

/// The rest of a section after an error.
fn unread(decoded: &DecodedGame, tags: u32) -> Option<Loss> {
    let error = decoded.error.as_ref()?;
    let at = tags + error.offset as u32;
    let message = match error.fault {
        BinaryFault::Truncated { .. } => error.to_string(),
        _ => format!("{error}, and what follows it cannot be read"),
    };
    Some(Loss::new(at..at, message))
}

/// The conversion of one text.
struct TextConversion<'a> {
    text: &'a str,
    origin: TextOrigin,
    context: &'a Context<'a>,
}

impl TextConversion<'_> {
    /// `from`: the binary notation of the transcript in `text`.
    fn run(self, to: &Target, from: Option<&'static Notation>) -> Result<StoredConversion, Refusal> {
        match *to {
            Target::Notation(notation) if notation.medium == Medium::Binary => self.in_binary(notation),
            Target::Vgn if let Some(notation) = from => self.in_binary(notation),
            Target::Pgn | Target::Portable => {
                let export = match to {
                    Target::Portable => portable::export(self.text, self.context, self.origin)?,
                    _ => export(self.text, self.context, self.origin)?,
                };
                let Export { text, losses, remarks } = export;
                Ok(StoredConversion { text, losses, remarks, section: None })
            }
            _ => {
                let DetailedConversion { mut conversion, outline, resolved, commands } =
                    convert(self.text, self.context, to, self.origin)?;
                let proof = ProofSource::of(self.text, &outline, &resolved, commands, self.context.kind);
                // Both games at once would take twice the memory.
                drop((outline, resolved));
                let mut text = apply(self.text, &conversion.edits);
                if from.is_some() {
                    text = rewrap(&text);
                    if !text.ends_with(['\n', '\r']) {
                        text.push_str(line_end_of(&text));
                    }
                }
                let loss = proof.and_then(|proof| proof.text_loss(&text, to.name(), &conversion.losses));
                loss.into_iter().for_each(|loss| conversion.insert(loss));
                Ok(StoredConversion { text, losses: conversion.losses, ..StoredConversion::default() })
            }
        }
    }

    fn in_binary(self, to: &'static Notation) -> Result<StoredConversion, Refusal> {
        if self.origin != TextOrigin::Transcript && self.text.len() > LONGEST_TEXT {
            let message = format!(
                "the game has {} bytes of text: at most {LONGEST_TEXT} are converted to {}, which is binary",
                self.text.len(),
                to.name
            );
            return Err(Refusal::new(0..0, message));
        }
        let converted = convert(self.text, self.context, &Target::Notation(to), self.origin.clone())?;
        let DetailedConversion { conversion, resolved: source, commands, outline } = converted;
        let mut losses = conversion.losses;
        let text = apply(self.text, &conversion.edits);
        let proof = ProofSource::of(self.text, &outline, &source, commands, self.context.kind);
        let transcript = if conversion.edits.is_empty() {
            source
        } else {
            drop(source);
            resolve_game(&text, self.context)
        };
        let mut own = Vec::new();
        let whole = self.written(&text, &transcript, to, commands, &mut own)?;
        let own = own.into_iter().map(|loss| Loss { range: back(&conversion.edits, &loss.range), ..loss });
        losses.extend(own.filter(|loss| !losses.contains(loss)).collect::<Vec<_>>());
        if let Some(proof) = proof {
            let section = whole.section.as_deref().unwrap_or_default();
            let again = resolve_binary_game(&whole.text, section, self.context);
            losses.extend(again.and_then(|again| proof.section_loss(&again, to.name, &losses)));
        }
        losses.sort_by_key(|loss| loss.range.start);
        Ok(StoredConversion { losses, ..whole })
    }

    /// The game of a transcript with its moves in binary.
    fn written(
        &self,
        text: &str,
        transcript: &Resolved,
        to: &'static Notation,
        commands: bool,
        losses: &mut Vec<Loss>,
    ) -> Result<StoredConversion, Refusal> {
        let outline = SourceOutline::of(text);
        let unread = || Refusal::new(0..0, "the board that the game starts from cannot be read");
        let start = transcript.start.as_ref().ok_or_else(unread)?;
        let setup = start.setup();
        let head = SectionHead::of(text, &outline);
        let items: Vec<OutlineToken> = head.trailing.into_iter().chain(outline.items.iter().cloned()).collect();
        let ended = outline.terminator();
        let result = outline.tag(text, "Result").map(|tag| tag.value(text).into_owned());
        let told = match (ended, &result) {
            (Some(item), _) => slice(text, &item.range),
            (None, Some(result)) => terminator(result),
            (None, None) => "*",
        };
        losses.extend(stray_text(text, (&outline, transcript), &Target::Notation(to), GameFormat::Vgn, &[]));
        let events = events(text, &items, transcript, to, commands, losses);
        let first = BinaryStart { setup: &setup, mode: start.castling_mode(), variant: start.variant() };
        let section = write(text, events, told, &first, to, losses)?;
        let line_end = line_end_of(text);
        let mut tags = head.text;
        if !to.records_result() {
            let on_board = result_on_board(transcript);
            let read_back = on_board.unwrap_or_else(|| result.as_deref().map_or("*", terminator));
            match (results::words(told), &result, on_board) {
                _ if read_back == told => {}
                (Some(words), None, None) => tags.push_str(&format!("{line_end}[Result \"{words}\"]")),
                _ => {
                    let range = ended.map_or(head.end..head.end, |item| item.range.clone());
                    let by = match (on_board, &result) {
                        (None, Some(result)) => format!(" by its tag Result, which says `{result}`"),
                        _ => " by its last board".to_owned(),
                    };
                    let message =
                        format!("{} has no byte for `{told}`: the game would end with `{read_back}`{by}", to.name);
                    losses.push(Loss::new(range, message));
                }
            }
        }
        let separator = if tags.is_empty() { "" } else { line_end };
        tags.push_str(&format!("{separator}[MoveFormat \"{}\"]", to.tag_value()));
        Ok(StoredConversion { text: tags, section: Some(section), ..StoredConversion::default() })
    }
}

/// The text of a game up to its last tag, without `MoveFormat`.
struct SectionHead {
    text: String,
    /// End of the tags in the old text.
    end: u32,
    /// Comments and escapes after the last tag.
    trailing: Vec<OutlineToken>,
}

impl SectionHead {
    fn of(text: &str, outline: &SourceOutline) -> SectionHead {
        let ends = outline.tags.iter().map(|tag| tag.range.end);
        let faulty = outline.stray_tags.iter().chain(&outline.broken_tags).chain(&outline.torn_tags);
        let ends = ends.chain(faulty.map(|range| range.end));
        let end = ends.max().unwrap_or(0);
        let mut head = String::new();
        let mut at = 0;
        for tag in outline.tags_named(text, "MoveFormat") {
            let before = &text[at..tag.range.start as usize];
            head.push_str(before);
            let after = &text[tag.range.end as usize..];
            let line = after.trim_start_matches([' ', '\t']);
            let begins_line = head.is_empty() || head.ends_with(['\n', '\r']);
            let line_end = if line.starts_with("\r\n") { 2 } else { usize::from(line.starts_with(['\n', '\r'])) };
            // The whole line is removed if nothing else is on it.
            at = if begins_line { text.len() - line.len() + line_end } else { tag.range.end as usize };
            if !begins_line && line_end > 0 {
                head.truncate(head.trim_end_matches([' ', '\t']).len());
            }
        }
        head.push_str(text.get(at..end as usize).unwrap_or_default());
        let cut = head.trim_end().len();
        if at as u32 >= end {
            head.truncate(cut);
        }
        let comments = outline.tag_comments.iter().cloned();
        let escapes = outline.escapes.iter().map(|range| OutlineToken { token: Token::Escape, range: range.clone() });
        let mut trailing: Vec<OutlineToken> = comments.chain(escapes).filter(|item| item.range.start >= end).collect();
        trailing.sort_by_key(|item| item.range.start);
        SectionHead { text: head, end, trailing }
    }
}
