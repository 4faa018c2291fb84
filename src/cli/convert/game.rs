//! Converts one game's bytes: the work that runs on all cores.

use std::ops::Range;

use vgn_engine::binary::is_binary;
use vgn_engine::convert::{
    Loss, PassingConverter, RUNS_ON, StoredConversion, StoredGame, Target, apply, convert_whole, is_separated_after,
    move_format_edit, runs_on, strip_final_empty_line,
};
use vgn_engine::format::says_vgn;
use vgn_engine::lint::{Context, Settings};
use vgn_engine::notation::{Medium, Notation};
use vgn_engine::source::{ChunkExtent, Encoding, FilePosition, Locator};
use vgn_engine::syntax::games::{Span, games, next_game};
use vgn_engine::syntax::tags_end;

use super::output_encoding::LetterEncoding;
use crate::batch::FileJob;
use crate::batch::chunks::Chunk;

/// The target of all conversions.
#[derive(Clone, Copy)]
pub struct ConvertOptions {
    pub to: Target,
    /// The notation of games without a MoveFormat tag.
    pub from: Option<&'static Notation>,
    pub allow_loss: bool,
    /// Games that are not PGN are refused.
    pub only_pgn: bool,
}

impl ConvertOptions {
    /// Each file is one game with a binary section, which reaches to the file's end.
    pub fn is_one_section(&self) -> bool {
        self.from.is_some_and(|notation| notation.medium == Medium::Binary)
    }

    /// Whether the written sections have no terminator (rule E1).
    pub fn is_endless(&self) -> bool {
        self.written().is_some_and(|notation| !notation.has_terminator())
    }

    /// The binary notation that is written.
    pub fn binary(&self) -> Option<&'static Notation> {
        self.written().filter(|notation| notation.medium == Medium::Binary)
    }

    /// The notation that is written, if it does not depend on the games.
    fn written(&self) -> Option<&'static Notation> {
        match self.to {
            Target::Notation(notation) => Some(notation),
            Target::Vgn => self.from,
            Target::Pgn | Target::Portable => None,
        }
    }
}

/// The result for one or several spans of the file.
pub struct ConvertedGame<'a> {
    /// The bytes before the conversion.
    pub before: &'a [u8],
    pub outcome: ConversionOutcome,
    /// The game had a binary section, and is now text with a line end of its own.
    pub was_section: bool,
    /// The output has a binary section.
    pub is_binary: bool,
    /// The encoding of the output's letters, except for a section.
    pub letters: LetterEncoding,
    /// Number of games: more than one only if there is nothing to report about them.
    pub games: u64,
    /// Number of games that have changed.
    pub converted: u64,
    pub advance: ChunkExtent,
    /// Losses, or the reason for a refusal: the place in the span, and a sentence.
    pub notes: Vec<(FilePosition, String)>,
    /// What is written as it stands, although it is not in the target's form.
    pub remarks: Vec<(FilePosition, String)>,
}

impl ConvertedGame<'_> {
    /// The same span, unchanged.
    pub fn unchanged(&self) -> ConvertedGame<'_> {
        let binary = games(self.before).find_map(|span| span.binary);
        ConvertedGame {
            outcome: ConversionOutcome::Refused,
            was_section: false,
            is_binary: binary.is_some(),
            letters: LetterEncoding::of(&self.before[..binary.unwrap_or(self.before.len())]),
            converted: 0,
            notes: Vec::new(),
            remarks: Vec::new(),
            ..*self
        }
    }

    /// The output, and the length of its text before a section.
    pub fn next(&self) -> (&[u8], usize) {
        let next = match &self.outcome {
            ConversionOutcome::Converted(after) => after.as_slice(),
            ConversionOutcome::Same | ConversionOutcome::Refused => self.before,
        };
        (next, if self.is_binary { tags_end(next) } else { next.len() })
    }
}

/// The outcome of a conversion.
pub enum ConversionOutcome {
    /// The game is unchanged.
    Same,
    Converted(Vec<u8>),
    Refused,
}

/// The fast conversion, where it is applicable.
pub fn passing(options: ConvertOptions) -> Option<PassingConverter> {
    PassingConverter::new(options.to).filter(|_| options.from.is_none())
}

/// Converts a game with a known span, by the fast conversion if it has a section.
pub fn convert_known<'a>(
    passing: &mut Option<PassingConverter>,
    bytes: &'a [u8],
    span: &Span,
    job: &FileJob,
    options: ConvertOptions,
) -> ConvertedGame<'a> {
    let mut run = ConvertedRun::default();
    let sections = passing.as_mut().filter(|_| !options.only_pgn);
    let unpacked = sections.is_some_and(|passing| run.unpack(passing, bytes, span, options.to));
    let passed = if unpacked { run.outcome(&bytes[..span.range.end]) } else { None };
    passed.unwrap_or_else(|| convert(bytes, span, job, options))
}

/// Converts the games of a chunk, and returns the end of the last one.
pub fn convert_chunk<'a>(chunk: Chunk<'a>, job: &FileJob, options: ConvertOptions) -> (Vec<ConvertedGame<'a>>, usize) {
    let Chunk { bytes, mut from, until, last } = chunk;
    let mut passing = passing(options);
    let mut outcomes = Vec::new();
    let mut run = ConvertedRun::default();
    while from < until {
        // Sections are written one by one.
        let alone = passing.as_mut().filter(|_| options.binary().is_some());
        if let Some(passed) = alone.and_then(|passing| pass_to_section(passing, bytes, from, last, options)) {
            from += passed.before.len();
            outcomes.push(passed);
            continue;
        }
        let joined = passing.as_mut().filter(|_| options.binary().is_none());
        if let Some(end) = joined.and_then(|passing| run.pass(passing, bytes, from, last, options.to)) {
            from = end;
            continue;
        }
        outcomes.extend(std::mem::take(&mut run).outcome(&bytes[..from]));
        let Some(span) = next_game(bytes, from, last) else { break };
        from = span.range.end;
        outcomes.push(convert(bytes, &span, job, options));
    }
    outcomes.extend(run.outcome(&bytes[..from]));
    (outcomes, from)
}

/// Maximum length of a section, in bytes, for which memory is reserved in advance.
const MOST_RESERVED: usize = 1 << 16;

/// Consecutive games converted by the fast conversion.
#[derive(Default)]
struct ConvertedRun {
    /// Their length before the conversion, in bytes.
    len: usize,
    after: Vec<u8>,
    games: u64,
    converted: u64,
    letters: LetterEncoding,
}

impl ConvertedRun {
    /// Adds the game at `at`, if the fast conversion applies: returns its end.
    fn pass(
        &mut self,
        passing: &mut PassingConverter,
        bytes: &[u8],
        at: usize,
        last: bool,
        to: Target,
    ) -> Option<usize> {
        let begun = self.after.len();
        let end = passing.game(bytes, at, last, &mut self.after)?;
        self.take(begun, bytes, at..end, to).then_some(end)
    }

    /// Adds a game with a binary section, if the fast conversion applies.
    fn unpack(&mut self, passing: &mut PassingConverter, bytes: &[u8], span: &Span, to: Target) -> bool {
        let Some(binary) = span.binary else { return false };
        let (begun, Range { start, end }) = (self.after.len(), span.range.clone());
        // A half-move of two bytes has four or five in text, with its number.
        self.after.reserve(3 * (end - start).min(MOST_RESERVED));
        let unpacked = passing.section(&bytes[start..binary], &bytes[binary..end], &mut self.after);
        unpacked.is_some() && self.take(begun, bytes, start..end, to)
    }

    /// Adds the game in this range, whose output begins at `begun` in `after`, if it can be combined with the others.
    fn take(&mut self, begun: usize, bytes: &[u8], range: Range<usize>, to: Target) -> bool {
        let letters = LetterEncoding::of(&self.after[begun..]);
        // Text after an unfinished line depends on both games, and games of different encodings are written one by one.
        if !matches!(self.after.last(), Some(b'\n' | b'\r')) || !self.letters.goes_with(letters) {
            self.after.truncate(begun);
            return false;
        }
        if letters != LetterEncoding::None {
            self.letters = letters;
        }
        let end = range.end;
        if to == Target::Pgn && is_separated_after(&bytes[..end], &bytes[end..]) {
            strip_final_empty_line(&mut self.after);
        }
        self.len += range.len();
        self.games += 1;
        self.converted += u64::from(self.after[begun..] != bytes[range]);
        true
    }

    /// The result for the games, which are the last ones of `bytes`.
    fn outcome<'a>(self, bytes: &'a [u8]) -> Option<ConvertedGame<'a>> {
        let ConvertedRun { len, after, games, converted, letters } = self;
        let before = &bytes[bytes.len() - len..];
        let outcome = if converted == 0 { ConversionOutcome::Same } else { ConversionOutcome::Converted(after) };
        let advance = ChunkExtent::of(before, Encoding::Utf8);
        (games > 0).then_some(ConvertedGame {
            before,
            outcome,
            was_section: false,
            is_binary: false,
            letters,
            games,
            converted,
            advance,
            notes: Vec::new(),
            remarks: Vec::new(),
        })
    }
}

/// Converts the game at `at` to a section, if the fast conversion applies.
fn pass_to_section<'a>(
    passing: &mut PassingConverter,
    bytes: &'a [u8],
    at: usize,
    last: bool,
    options: ConvertOptions,
) -> Option<ConvertedGame<'a>> {
    let mut after = Vec::new();
    let end = passing.game(bytes, at, last, &mut after)?;
    let (before, losses) = (&bytes[at..end], passing.losses());
    let encoding = Encoding::of(before);
    // The tags alone may no longer reveal the game's encoding.
    let tags = &after[..tags_end(&after)];
    if encoding != Encoding::Utf8 && !tags.is_ascii() && Encoding::of(tags) != encoding {
        return None;
    }
    let locator = (!losses.is_empty()).then(|| Locator::new(before, encoding));
    let note = |locator: &Locator<'_>, loss: &Loss| (locator.place(loss.range.start as usize), loss.message.clone());
    let notes: Vec<_> = locator.iter().flat_map(|locator| losses.iter().map(|loss| note(locator, loss))).collect();
    let is_refused = !notes.is_empty() && !options.allow_loss;
    let mut converted = ConvertedGame {
        before,
        outcome: if is_refused { ConversionOutcome::Refused } else { ConversionOutcome::Converted(after) },
        was_section: false,
        is_binary: !is_refused,
        letters: LetterEncoding::None,
        games: 1,
        converted: u64::from(!is_refused),
        advance: ChunkExtent::of(before, encoding),
        notes,
        remarks: Vec::new(),
    };
    let (next, text) = converted.next();
    converted.letters = LetterEncoding::of(&next[..text]);
    Some(converted)
}

/// Converts the game in one span of `bytes`.
pub fn convert<'a>(bytes: &'a [u8], span: &Span, job: &FileJob, options: ConvertOptions) -> ConvertedGame<'a> {
    let mut outcome = convert_span(bytes, span, job, options);
    if let ConversionOutcome::Converted(after) = &mut outcome.outcome
        && options.to == Target::Pgn
        && is_separated_after(&bytes[..span.range.end], &bytes[span.range.end..])
    {
        strip_final_empty_line(after);
        if after == outcome.before {
            outcome.outcome = ConversionOutcome::Same;
        }
    }
    let (next, text) = outcome.next();
    outcome.letters = LetterEncoding::of(&next[..text]);
    outcome.converted = u64::from(span.is_game && matches!(outcome.outcome, ConversionOutcome::Converted(_)));
    outcome
}

fn convert_span<'a>(bytes: &'a [u8], span: &Span, job: &FileJob, options: ConvertOptions) -> ConvertedGame<'a> {
    let before = &bytes[span.range.clone()];
    let text_len = span.text_before_binary().unwrap_or(before.len()).min(before.len());
    let text_bytes = &before[..text_len];
    let encoding = Encoding::of(text_bytes);
    let mut outcome = ConvertedGame {
        before,
        outcome: ConversionOutcome::Same,
        was_section: false,
        is_binary: span.binary.is_some(),
        letters: LetterEncoding::None,
        games: u64::from(span.is_game),
        converted: 0,
        advance: ChunkExtent::of(before, encoding),
        notes: Vec::new(),
        remarks: Vec::new(),
    };
    if !span.is_game && !options.is_one_section() {
        // Export ends each game with its empty line, and a section ends itself.
        let ends = match options.to {
            Target::Pgn | Target::Portable => true,
            Target::Notation(notation) => notation.medium == Medium::Binary,
            Target::Vgn => false,
        };
        let lead = before.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if ends && before.trim_ascii().is_empty() {
            outcome.outcome = ConversionOutcome::Converted(Vec::new());
        } else if options.to == Target::Portable {
            let message = "programs differ in what they make of text between games";
            outcome.notes.push((FilePosition::default(), message.to_owned()));
            outcome.outcome = match options.allow_loss {
                true => ConversionOutcome::Converted(Vec::new()),
                false => ConversionOutcome::Refused,
            };
        } else if options.to.exports() && lead > 0 && span.range.start > 0 {
            outcome.outcome = ConversionOutcome::Converted(before[lead..].to_vec());
        }
        return outcome;
    }
    let section = span.binary.map(|_| &before[text_len..]);
    let text = encoding.decode(text_bytes);
    if options.only_pgn && (section.is_some() || says_vgn(&text)) {
        let message = "it is a VGN game: `vgn-lsp convert --to PGN --portable` makes a PGN game of it";
        outcome.notes.push((FilePosition::default(), message.to_owned()));
        outcome.outcome = ConversionOutcome::Refused;
        return outcome;
    }
    let assumed = options.from.and_then(|notation| move_format_edit(&text, notation));
    let full_text = assumed.as_ref().map(|edit| apply(&text, std::slice::from_ref(edit)));
    let full_text = full_text.as_deref().unwrap_or(&text);
    let settings = Settings::default();
    let context = Context::new(&settings, job.input.kind);
    let locator = Locator::new(before, encoding);
    // Offsets are those of the text with the inserted tag, and after it those of the section.
    let place = |offset: u32| {
        let shift = assumed.as_ref().filter(|edit| offset >= edit.range.start);
        let offset = offset.saturating_sub(shift.map_or(0, |edit| edit.text.len() as u32)) as usize;
        match offset.checked_sub(text.len()) {
            Some(inside) => locator.place(text_len + inside),
            None => locator.place(locator.byte_offset(offset)),
        }
    };
    if options.is_one_section() && !is_binary(full_text) {
        let message = "the tag MoveFormat names a text notation, but `--from` a binary one";
        outcome.notes.push((FilePosition::default(), message.to_owned()));
        outcome.outcome = ConversionOutcome::Refused;
        return outcome;
    }
    let game = StoredGame { text: full_text, section, length_known: options.is_one_section() };
    match convert_whole(&game, &context, &options.to) {
        Err(refusal) => {
            outcome.notes.push((place(refusal.range.start), refusal.message));
            outcome.outcome = ConversionOutcome::Refused;
        }
        Ok(whole) => {
            let losses = whole.losses.iter();
            outcome.notes.extend(losses.map(|loss| (place(loss.range.start), loss.message.clone())));
            let remarks = whole.remarks.iter();
            outcome.remarks.extend(remarks.map(|remark| (place(remark.range.start), remark.message.clone())));
            if options.to.exports() && section.is_none() && runs_on(before, &bytes[span.range.end..]) {
                outcome.notes.push((place(full_text.trim_end().len() as u32), RUNS_ON.to_owned()));
            }
            outcome.was_section = section.is_some() && whole.section.is_none() && !options.to.exports();
            let refused = !outcome.notes.is_empty() && !options.allow_loss;
            outcome.outcome = match bytes_of(whole, encoding) {
                _ if refused => ConversionOutcome::Refused,
                (result, has_section) if is_same(before, &result, has_section) => ConversionOutcome::Same,
                (result, has_section) => {
                    outcome.is_binary = has_section;
                    ConversionOutcome::Converted(result)
                }
            };
        }
    }
    outcome
}

/// Whether the game is unchanged, ignoring white space after a section.
fn is_same(before: &[u8], after: &[u8], section: bool) -> bool {
    before.strip_prefix(after).is_some_and(|rest| rest.is_empty() || section && rest.trim_ascii().is_empty())
}

/// The game in an encoding, or in UTF-8 if it could not be decoded from that again, and whether it has a section.
fn bytes_of(whole: StoredConversion, encoding: Encoding) -> (Vec<u8>, bool) {
    let encoded = encoding.encode(&whole.text).map(|text| text.into_owned()).ok();
    // The tags alone may no longer reveal the game's encoding, and a section's bytes say nothing about it.
    let shown = |bytes: &Vec<u8>| {
        let shown = if encoding == Encoding::Utf8 { encoding } else { Encoding::of(bytes) };
        shown == encoding || shown.decode(bytes) == whole.text
    };
    let mut bytes = encoded.filter(shown).unwrap_or_else(|| whole.text.clone().into_bytes());
    bytes.extend_from_slice(whole.section.as_deref().unwrap_or_default());
    (bytes, whole.section.is_some())
}
