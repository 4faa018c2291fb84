//! One game's bytes converted: the work that runs on all cores.

use std::ops::Range;

use crate::analysis::{Context, Settings, is_binary};
use crate::cli::batch::Job;
use crate::cli::batch::chunks::Chunk;
use crate::convert::{
    PassingConverter, RUNS_ON, StoredConversion, StoredGame, Target, apply, convert_whole, is_separated_after,
    move_format_edit, runs_on, strip_final_empty_line,
};
use crate::notation::{Medium, Notation};
use crate::source::{ChunkExtent, Encoding, FilePosition, Locator};
use crate::syntax::games::{Span, games, next_game};
use crate::syntax::tags_end;

use super::letters::Letters;

/// What all games are to become.
#[derive(Clone, Copy)]
pub struct ConvertOptions {
    pub to: Target,
    /// The notation of games that do not say theirs.
    pub from: Option<&'static Notation>,
    pub allow_loss: bool,
}

impl ConvertOptions {
    /// Each file is one game with a binary section, which reaches to the file's end.
    pub fn is_one_section(&self) -> bool {
        self.from.is_some_and(|notation| notation.medium == Medium::Binary)
    }

    /// Nothing ends the sections that are written (rule E1).
    pub fn is_endless(&self) -> bool {
        self.written().is_some_and(|notation| !notation.has_terminator())
    }

    /// The binary notation that is written.
    pub fn binary(&self) -> Option<&'static Notation> {
        self.written().filter(|notation| notation.medium == Medium::Binary)
    }

    /// The notation that is written, as far as it is known before the games are.
    fn written(&self) -> Option<&'static Notation> {
        match self.to {
            Target::Notation(notation) => Some(notation),
            Target::Vgn => self.from,
            Target::Pgn => None,
        }
    }
}

/// What became of one span of the file, or of several.
pub struct ConvertedGame<'a> {
    /// The bytes as they were.
    pub before: &'a [u8],
    pub outcome: ConversionOutcome,
    /// It was a binary section and is text with a line end of its own.
    pub was_section: bool,
    /// What is written of it holds a binary section.
    pub is_binary: bool,
    /// The letters of what is written, but for a section.
    pub letters: Letters,
    /// Games in it: more than one where nothing is to be said of them.
    pub games: u64,
    /// Those that have become others.
    pub converted: u64,
    pub advance: ChunkExtent,
    /// What is lost, or why the game is refused: the place in the span, and a sentence.
    pub notes: Vec<(FilePosition, String)>,
}

impl ConvertedGame<'_> {
    /// The same span as it was.
    pub fn kept(&self) -> ConvertedGame<'_> {
        let binary = games(self.before).find_map(|span| span.binary);
        ConvertedGame {
            outcome: ConversionOutcome::Refused,
            was_section: false,
            is_binary: binary.is_some(),
            letters: Letters::of(&self.before[..binary.unwrap_or(self.before.len())]),
            converted: 0,
            notes: Vec::new(),
            ..*self
        }
    }

    /// What is written of it, with the length of the text before a section.
    pub fn next(&self) -> (&[u8], usize) {
        let next = match &self.outcome {
            ConversionOutcome::Converted(after) => after.as_slice(),
            ConversionOutcome::Same | ConversionOutcome::Refused => self.before,
        };
        (next, if self.is_binary { tags_end(next) } else { next.len() })
    }
}

/// What a game becomes.
pub enum ConversionOutcome {
    /// It stays as it is.
    Same,
    Converted(Vec<u8>),
    Refused,
}

/// What converts games in passing, where that may be.
pub fn passing(options: ConvertOptions) -> Option<PassingConverter> {
    PassingConverter::new(options.to).filter(|_| options.from.is_none())
}

/// Converts a game of which it is known where it stands, if there is a section in it perhaps in passing.
pub fn convert_known<'a>(
    passing: &mut Option<PassingConverter>,
    bytes: &'a [u8],
    span: &Span,
    job: &Job,
    options: ConvertOptions,
) -> ConvertedGame<'a> {
    let mut run = Run::default();
    let unpacked = passing.as_mut().is_some_and(|passing| run.unpack(passing, bytes, span, options.to));
    let passed = if unpacked { run.outcome(&bytes[..span.range.end], false) } else { None };
    passed.unwrap_or_else(|| convert(bytes, span, job, options))
}

/// Converts the games of a chunk, and tells where the last one ends.
pub fn convert_chunk<'a>(chunk: Chunk<'a>, job: &Job, options: ConvertOptions) -> (Vec<ConvertedGame<'a>>, usize) {
    let Chunk { bytes, mut from, until, last } = chunk;
    let mut passing = passing(options);
    let mut outcomes = Vec::new();
    let mut run = Run::default();
    while from < until {
        let passed = passing.as_mut().and_then(|passing| run.pass(passing, bytes, from, last, options.to));
        if let Some(end) = passed {
            from = end;
            if options.binary().is_some() {
                // A section is for the one who writes it.
                outcomes.extend(std::mem::take(&mut run).outcome(&bytes[..from], true));
            }
            continue;
        }
        outcomes.extend(std::mem::take(&mut run).outcome(&bytes[..from], false));
        let Some(span) = next_game(bytes, from, last) else { break };
        from = span.range.end;
        outcomes.push(convert(bytes, &span, job, options));
    }
    outcomes.extend(run.outcome(&bytes[..from], false));
    (outcomes, from)
}

/// For a longer game with a section, in bytes, memory is taken as its text grows.
const MOST_RESERVED: usize = 1 << 16;

/// Games one after the other that are converted in passing.
#[derive(Default)]
struct Run {
    /// Their length before.
    len: usize,
    after: Vec<u8>,
    games: u64,
    converted: u64,
    letters: Letters,
}

impl Run {
    /// Takes the game at `at`, if it can be converted in passing: its end.
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
        if matches!(to, Target::Notation(notation) if notation.medium == Medium::Binary) {
            self.letters = Letters::of(&self.after[begun..begun + tags_end(&self.after[begun..])]);
            (self.len, self.games, self.converted) = (end - at, 1, 1);
            return Some(end);
        }
        self.take(begun, bytes, at..end, to).then_some(end)
    }

    /// Takes a game with a binary section, if it can be converted in passing.
    fn unpack(&mut self, passing: &mut PassingConverter, bytes: &[u8], span: &Span, to: Target) -> bool {
        let Some(binary) = span.binary else { return false };
        let (begun, Range { start, end }) = (self.after.len(), span.range.clone());
        // A half-move of two bytes has four or five in text, with its number.
        self.after.reserve(3 * (end - start).min(MOST_RESERVED));
        let unpacked = passing.section(&bytes[start..binary], &bytes[binary..end], &mut self.after);
        unpacked.is_some() && self.take(begun, bytes, start..end, to)
    }

    /// Takes what was made of the game in this range, and is the last of `after`, if it can stand with the others.
    fn take(&mut self, begun: usize, bytes: &[u8], range: Range<usize>, to: Target) -> bool {
        let letters = Letters::of(&self.after[begun..]);
        // What stands behind an unfinished line is for the one who knows both games, and games that cannot stand
        // together go one by one.
        if !matches!(self.after.last(), Some(b'\n' | b'\r')) || !self.letters.goes_with(letters) {
            self.after.truncate(begun);
            return false;
        }
        if letters != Letters::None {
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

    /// What became of the games, which are the last ones of `bytes`: of one, where they become sections.
    fn outcome<'a>(self, bytes: &'a [u8], is_binary: bool) -> Option<ConvertedGame<'a>> {
        let Run { len, after, games, converted, letters } = self;
        let before = &bytes[bytes.len() - len..];
        let outcome = if converted == 0 { ConversionOutcome::Same } else { ConversionOutcome::Converted(after) };
        let advance = ChunkExtent::of(before, Encoding::Utf8);
        (games > 0).then_some(ConvertedGame {
            before,
            outcome,
            was_section: false,
            is_binary,
            letters,
            games,
            converted,
            advance,
            notes: Vec::new(),
        })
    }
}

/// Converts the game in one span of `bytes`.
pub fn convert<'a>(bytes: &'a [u8], span: &Span, job: &Job, options: ConvertOptions) -> ConvertedGame<'a> {
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
    outcome.letters = Letters::of(&next[..text]);
    outcome.converted = u64::from(span.is_game && matches!(outcome.outcome, ConversionOutcome::Converted(_)));
    outcome
}

fn convert_span<'a>(bytes: &'a [u8], span: &Span, job: &Job, options: ConvertOptions) -> ConvertedGame<'a> {
    let before = &bytes[span.range.clone()];
    let text_len = span.binary.map_or(before.len(), |at| at.saturating_sub(span.range.start).min(before.len()));
    let text_bytes = &before[..text_len];
    let encoding = Encoding::of(text_bytes);
    let mut outcome = ConvertedGame {
        before,
        outcome: ConversionOutcome::Same,
        was_section: false,
        is_binary: span.binary.is_some(),
        letters: Letters::None,
        games: u64::from(span.is_game),
        converted: 0,
        advance: ChunkExtent::of(before, encoding),
        notes: Vec::new(),
    };
    if !span.is_game && !options.is_one_section() {
        // Export ends each game with its empty line, and a section ends itself.
        let ends = match options.to {
            Target::Pgn => true,
            Target::Notation(notation) => notation.medium == Medium::Binary,
            Target::Vgn => false,
        };
        let lead = before.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        if ends && before.trim_ascii().is_empty() {
            outcome.outcome = ConversionOutcome::Converted(Vec::new());
        } else if options.to == Target::Pgn && lead > 0 && span.range.start > 0 {
            outcome.outcome = ConversionOutcome::Converted(before[lead..].to_vec());
        }
        return outcome;
    }
    let section = span.binary.map(|_| &before[text_len..]);
    let text = encoding.decode(text_bytes);
    let assumed = options.from.and_then(|notation| move_format_edit(&text, notation));
    let told = assumed.as_ref().map(|edit| apply(&text, std::slice::from_ref(edit)));
    let told = told.as_deref().unwrap_or(&text);
    let settings = Settings::default();
    let context = Context::new(&settings, job.input.kind);
    let locator = Locator::new(before, encoding);
    // Offsets are those of the text with the tag that was added to it, and then those of the section.
    let place = |offset: u32| {
        let shift = assumed.as_ref().filter(|edit| offset >= edit.range.start);
        let offset = offset.saturating_sub(shift.map_or(0, |edit| edit.text.len() as u32)) as usize;
        match offset.checked_sub(text.len()) {
            Some(inside) => locator.place(text_len + inside),
            None => locator.place(locator.byte_offset(offset)),
        }
    };
    if options.is_one_section() && !is_binary(told) {
        let message = "the tag MoveFormat names a text notation, but `--from` a binary one";
        outcome.notes.push((FilePosition::default(), message.to_owned()));
        outcome.outcome = ConversionOutcome::Refused;
        return outcome;
    }
    let game = StoredGame { text: told, section, length_known: options.is_one_section() };
    match convert_whole(&game, &context, &options.to) {
        Err(refusal) => {
            outcome.notes.push((place(refusal.range.start), refusal.message));
            outcome.outcome = ConversionOutcome::Refused;
        }
        Ok(whole) => {
            let losses = whole.losses.iter();
            outcome.notes.extend(losses.map(|loss| (place(loss.range.start), loss.message.clone())));
            if options.to == Target::Pgn && section.is_none() && runs_on(before, &bytes[span.range.end..]) {
                outcome.notes.push((place(told.trim_end().len() as u32), RUNS_ON.to_owned()));
            }
            outcome.was_section = section.is_some() && whole.section.is_none() && options.to != Target::Pgn;
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

/// A game is what it was, whatever white space stands behind a section.
fn is_same(before: &[u8], after: &[u8], section: bool) -> bool {
    before.strip_prefix(after).is_some_and(|rest| rest.is_empty() || section && rest.trim_ascii().is_empty())
}

/// The game in an encoding, or in UTF-8 where it could not be read again from that, and whether it has a section.
fn bytes_of(whole: StoredConversion, encoding: Encoding) -> (Vec<u8>, bool) {
    let encoded = encoding.encode(&whole.text).map(|text| text.into_owned()).ok();
    // The tags alone may no longer show what encoding the game was in, and those of a section none of its texts.
    let shown = |bytes: &Vec<u8>| {
        let shown = if encoding == Encoding::Utf8 { encoding } else { Encoding::of(bytes) };
        shown == encoding || shown.decode(bytes) == whole.text
    };
    let mut bytes = encoded.filter(shown).unwrap_or_else(|| whole.text.clone().into_bytes());
    bytes.extend_from_slice(whole.section.as_deref().unwrap_or_default());
    (bytes, whole.section.is_some())
}
