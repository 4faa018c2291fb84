//! Duplicates → diagnostics of the protocol: as values, or as text, which takes little where a list is long.

use tower_lsp::lsp_types::{Diagnostic, DiagnosticRelatedInformation, Location, Position, Range};
use vgn_engine::games::Game;

use super::duplicates::{DuplicatePair, MOST, NearestDuplicates, finding, nearest};
use super::protocol::DiagnosticConverter;
use super::rendering::{self, GameCache};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::capabilities::ClientFeatures;

/// What tells the diagnostic of one duplicate from that of another.
#[derive(Clone, Copy, Debug)]
struct DuplicatePlace {
    /// First tag of the duplicate.
    again: Range,
    /// First tag of the first game like it.
    first: Range,
    /// Number of the first game, from 1.
    number: u32,
}

/// Appends the diagnostics of duplicates to a list in JSON, at most `limit`. Returns their number, and that of
/// all that are known.
pub fn put_list(out: &mut Vec<u8>, snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> (usize, usize) {
    let NearestDuplicates { pairs, total } = to_list(snapshot, limit);
    let mut sent = 0;
    let converter = DiagnosticConverter::new(snapshot, client);
    let mut template = None;
    for pair in pairs {
        let Some(place) = DuplicatePlace::of(&converter, &pair) else { continue };
        let template = template.get_or_insert_with(|| {
            let example = DuplicateTemplate::example(snapshot.uri.spelling().as_str());
            let text = example.diagnostic(&pair, &converter, snapshot, client);
            DuplicateTemplate::new(&text.map(|text| rendering::json(&text)).unwrap_or_default(), &example)
        });
        out.extend_from_slice(if out.last() == Some(&b'[') { b"" } else { b"," });
        template.put(out, &place);
        sent += 1;
    }
    (sent, total)
}

/// The diagnostics of duplicates, at most `limit`, and the number of all that are known.
pub fn list(snapshot: &Snapshot, client: &ClientFeatures, limit: usize) -> (Vec<Diagnostic>, usize) {
    let NearestDuplicates { pairs, total } = to_list(snapshot, limit);
    let converter = DiagnosticConverter::new(snapshot, client);
    let converted = |pair: DuplicatePair<'_>| {
        DuplicatePlace::of(&converter, &pair)?.diagnostic(&pair, &converter, snapshot, client)
    };
    (pairs.into_iter().filter_map(converted).collect(), total)
}

fn to_list(snapshot: &Snapshot, limit: usize) -> NearestDuplicates<'_> {
    let games = snapshot.games_at_once();
    games.map(|games| nearest(snapshot, games, snapshot.last_edit, limit.min(MOST))).unwrap_or_default()
}

impl DuplicatePlace {
    fn of(converter: &DiagnosticConverter<'_>, (again, first): &DuplicatePair<'_>) -> Option<DuplicatePlace> {
        let number = u32::try_from(first.number()).unwrap_or(u32::MAX);
        Some(DuplicatePlace { again: first_tag(converter, again)?, first: first_tag(converter, first)?, number })
    }

    fn diagnostic(
        &self,
        (again, _): &DuplicatePair<'_>,
        converter: &DiagnosticConverter<'_>,
        snapshot: &Snapshot,
        client: &ClientFeatures,
    ) -> Option<Diagnostic> {
        let (number, line) = (self.number, self.first.start.line.saturating_add(1));
        let found = finding(snapshot, &again.analysed()?.identity?, number as usize, line as usize)?;
        let first = || {
            let location = Location { uri: snapshot.uri.spelling().clone(), range: self.first };
            vec![DiagnosticRelatedInformation { location, message: format!("game {number} is the first") }]
        };
        let related_information = client.related_information.then(first);
        let converted = converter.convert_one(&again.range(), &found);
        Some(Diagnostic { range: self.again, related_information, ..converted })
    }

    /// The numbers in the diagnostic; the line of the first game stands in a sentence as well, counted from 1.
    fn numbers(&self) -> [u32; 10] {
        let DuplicatePlace { again, first, number } = self;
        let of = |place: Position| [place.line, place.character];
        let [[a, b], [c, d], [e, f], [g, h]] = [again.start, again.end, first.start, first.end].map(of);
        [a, b, c, d, e, f, g, h, *number, first.start.line.saturating_add(1)]
    }
}

/// Range of the first tag of a game that has an identity, in the document.
fn first_tag(converter: &DiagnosticConverter<'_>, game: &Game<'_, GameCache>) -> Option<Range> {
    let tag = game.analysed()?.identity?.first_tag();
    let range = || converter.range(game.range().start, &tag);
    if !game.begins_a_line() {
        return Some(range());
    }
    let line = u32::try_from(game.line()).unwrap_or(u32::MAX);
    let moved = |range: Range, by: fn(u32, u32) -> u32| {
        let moved = |place: Position| Position { line: by(place.line, line), ..place };
        Range { start: moved(range.start), end: moved(range.end) }
    };
    let in_game = game.attachment().answers().first_tag.get_or_init(|| moved(range(), u32::saturating_sub));
    Some(moved(*in_game, u32::saturating_add))
}

/// The text that the diagnostics of all duplicates of a document share, with a hole for each number.
struct DuplicateTemplate {
    /// The text before each hole, and the index of its number.
    pieces: Vec<(Box<[u8]>, usize)>,
    end: Box<[u8]>,
}

impl DuplicateTemplate {
    /// A place with numbers that occur nowhere else in a diagnostic about this document.
    fn example(uri: &str) -> DuplicatePlace {
        // All numbers begin like this one, and end with two digits of their own.
        let is_apart = |beginning: &u32| !uri.contains(&beginning.to_string());
        let beginning = (0..).map(|step| 40_000_000 - step).find(is_apart).unwrap_or_default();
        let number = |index: u32| 100 * beginning + 2 * index;
        let place = |index| Position { line: number(index), character: number(index + 1) };
        let range = |index| Range { start: place(index), end: place(index + 2) };
        DuplicatePlace { again: range(0), first: range(4), number: number(8) }
    }

    /// Cuts the text of the example at its numbers.
    fn new(text: &[u8], example: &DuplicatePlace) -> DuplicateTemplate {
        let numbers = example.numbers().map(|number| number.to_string().into_bytes());
        let (mut pieces, mut rest) = (Vec::new(), text);
        let next = |rest: &[u8]| {
            let places = numbers.iter().enumerate();
            places.filter_map(|(index, number)| Some((memchr::memmem::find(rest, number)?, index))).min()
        };
        while let Some((at, index)) = next(rest) {
            pieces.push((rest[..at].into(), index));
            rest = &rest[at + numbers[index].len()..];
        }
        DuplicateTemplate { pieces, end: rest.into() }
    }

    fn put(&self, out: &mut Vec<u8>, place: &DuplicatePlace) {
        let numbers = place.numbers();
        for (piece, index) in &self.pieces {
            out.extend_from_slice(piece);
            rendering::put_json(out, &numbers[*index]);
        }
        out.extend_from_slice(&self.end);
    }
}
