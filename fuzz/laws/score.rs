//! A score has every token of the movetext once, says what it says, and is written byte for byte as long as nothing in it
//! changes.

use std::ops::Range;

use vgn_engine::lint::{Context, FileKind, GameFormat, Settings};
use vgn_engine::replay::resolve_game;
use vgn_engine::score::{CommentRule, GameContent, KnownMoves, PlyPart, Score, ScoreWriter, SourceOutline};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;

pub fn score(data: &[u8]) {
    let text = Encoding::of(data).decode(data);
    for span in games(text.as_bytes()).filter(|span| span.is_game && span.binary.is_none()) {
        game(&text[span.range]);
    }
}

fn game(text: &str) {
    let settings = Settings::default();
    let outline = SourceOutline::of(text);
    let resolved = resolve_game(text, &Context::new(&settings, FileKind::Unknown));
    for comments in [CommentRule::Named, CommentRule::Preceding, CommentRule::Beside] {
        let score = Score::of(text, &outline.items, KnownMoves::Borrowed(&resolved), comments);
        has_every_token_once(&score, &outline, comments);
        for content in [GameContent::by_wording(&score), GameContent::by_meaning(&score, text)] {
            assert!(content.is(&content), "{comments:?}: not what it is, of {text:?}");
            assert!(content.addition(&content).is_none(), "{comments:?}: an addition to itself, of {text:?}");
            assert_eq!(content.count_half_moves(), score.plies.len(), "{comments:?}: half-moves of {text:?}");
        }
        let is_written = comments
            == match resolved.format {
                GameFormat::Vgn => CommentRule::Named,
                GameFormat::Pgn => CommentRule::Beside,
            };
        // A byte order mark is no token, and nothing that a game says.
        let is_kept = !has_variation_behind_end(&score) && !text.contains('\u{feff}');
        if is_written && is_kept && score.can_be_changed() {
            let kept = score.slice(&score.movetext);
            assert_eq!(ScoreWriter::new(&score).movetext(), kept, "{comments:?}: written, of {text:?}");
            assert!(ScoreWriter::new(&score).edits().is_empty(), "{comments:?}: edits of {text:?}");
        }
    }
}

/// A variation behind a terminator is written before it, with the half-move that it replaces.
fn has_variation_behind_end(score: &Score<'_>) -> bool {
    score.lines.iter().any(|line| {
        let end = line.end.first().map(|end| score.start_of(end));
        let last = line.plies.last().map_or(&line.lead, |last| &score.plies[*last].parts);
        end.is_some_and(|end| last.iter().any(|part| score.start_of(part) > end))
    })
}

fn has_every_token_once(score: &Score<'_>, outline: &SourceOutline, comments: CommentRule) {
    let mut ranges: Vec<Range<u32>> = Vec::new();
    let mut variations = Vec::new();
    let mut take = |parts: &[PlyPart]| {
        for part in parts {
            match part {
                PlyPart::Variation(id) => variations.push(*id),
                other => ranges.extend(other.range().cloned()),
            }
        }
    };
    for line in &score.lines {
        take(&line.lead);
        take(&line.end);
    }
    for ply in &score.plies {
        take(&ply.before);
        take(&ply.parts);
    }
    let brackets = score.lines.iter().filter_map(|line| line.brackets.clone());
    ranges.extend(brackets.flat_map(|(open, close)| [open, close]));
    let plies = score.plies.iter();
    ranges.extend(plies.flat_map(|ply| ply.number.clone().into_iter().chain([ply.range.clone()])));
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let text = score.text;
    assert!(ranges.is_sorted_by(|a, b| a.end <= b.start), "{comments:?}: overlapping parts {ranges:?} of {text:?}");
    let mut items = outline.items.iter().map(|item| &item.range).filter(|range| !range.is_empty()).peekable();
    for range in &ranges {
        // A number and the periods behind it are one part.
        assert_eq!(items.peek().map(|item| item.start), Some(range.start), "{comments:?}: parts of {text:?}");
        while items.next_if(|item| item.end <= range.end).is_some() {}
    }
    assert!(items.next().is_none(), "{comments:?}: a token is no part, of {text:?}");
    variations.sort_unstable();
    assert!(variations.into_iter().eq(1..score.lines.len()), "{comments:?}: variations of {text:?}");
}
