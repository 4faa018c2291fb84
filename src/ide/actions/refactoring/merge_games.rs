//! Merges games with a common beginning into the first one, where the others become variations.
//!
//! Annotations that two games share are kept once. Each game except the first ends with a comment that names it, as its
//! tags are dropped. Lines that transpose stay separate, with a comment that says so.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use vgn_engine::lint::{Context, Edit};
use vgn_engine::replay::Resolved;
use vgn_engine::score::{GameContent, KnownMoves, MAIN, PlyPart, Score, ScoreLine, ScorePly, ScoreWriter, parted};
use vgn_engine::syntax::games::next_game;

use super::games::ply_count;
use super::merged_tags::{lost_tags, name_of, named};
use super::transpositions::transpositions;
use super::{Action, ActionKind, Effect, apply};

/// Maximum number of games to merge, and maximum length of their text in bytes.
const MOST: usize = 100;
const LONGEST: usize = 1 << 20;

/// Consecutive games of a document.
pub struct SelectedGames<'a> {
    /// The range of each game in bytes of a text that spans all of them, and whether the game is binary.
    pub places: &'a [(Range<usize>, bool)],
    /// The text that spans all games.
    pub text: &'a dyn Fn() -> Cow<'a, str>,
}

/// The action for several games, refused if they cannot be merged.
pub fn action(games: &SelectedGames<'_>, context: &Context<'_>) -> Action {
    let (mut title, mut lost) = ("Merge the selected games into one".to_owned(), Vec::new());
    let effect = match merged(games, context) {
        Ok(_) => {
            lost = lost_tags(games);
            Effect::Merge
        }
        Err(reason) => Effect::Refused(reason),
    };
    if !lost.is_empty() {
        title += &format!(", with a loss: {}", named(&lost));
    }
    Action { title, kind: ActionKind::Refactor, diagnostic: None, preferred: false, effect }
}

/// The edits that merge games.
///
/// # Errors
/// The reason as text if the games are too many or too long, or differ in initial position, format or notation.
pub fn merged(games: &SelectedGames<'_>, context: &Context<'_>) -> Result<Vec<Edit>, String> {
    let [(first, _), .., (last, _)] = games.places else { return Err("no two games are selected".to_owned()) };
    if games.places.len() > MOST {
        return Err(format!("more than {MOST} games are selected"));
    }
    if last.end > LONGEST {
        return Err("the selected games are longer than 1 MiB".to_owned());
    }
    if let Some(binary) = games.places.iter().position(|(_, is_binary)| *is_binary) {
        return Err(format!("game {} of those selected is binary", binary + 1));
    }
    let text: &str = &(games.text)();
    let read = |n: usize| {
        let score = Score::read(&text[games.places[n].0.clone()], context);
        score.ok_or_else(|| format!("game {} of those selected has no movetext", n + 1))
    };
    let others = || games.places.iter().enumerate().skip(1).map(|(n, (range, _))| (n, range));
    // New text is appended to the games, so that all ranges refer to one text.
    let mut all = format!("{text}.()");
    let close = all.len() as u32 - 1;
    let brackets = (close - 1..close, close..close + 1);
    let names: Vec<Range<u32>> =
        others().map(|(_, game)| add_comment(&mut all, &name_of(&text[game.clone()]))).collect();
    let notes = (0..text.matches('(').count() + games.places.len()).map(|_| add_comment(&mut all, "")).collect();
    let mut score = read(0)?.within(&all, first.start as u32);
    let (count, own) = (score.lines[MAIN].plies.len(), score.plies.len());
    let mut trees = Vec::new();
    let kept = || "one game cannot say all that these say".to_owned();
    for ((n, game), name) in others().zip(names) {
        let other = read(n)?;
        if let Some(what) = difference(&score.resolved, &other.resolved) {
            return Err(format!("games 1 and {} of those selected differ in their {what}", n + 1));
        }
        trees.push(GameContent::by_wording(&other));
        merge(&mut score, other.within(&all, game.start as u32), &brackets, name).ok_or_else(kept)?;
    }
    note_transpositions(&mut score, own, notes);
    let intended = GameContent::by_wording(&score);
    let count = ply_count(&text[first.clone()], count, score.lines[MAIN].plies.len());
    let mut edits: Vec<Edit> = count.into_iter().map(|edit| moved(edit, first.start)).collect();
    edits.extend(ScoreWriter::new(&score).edits());
    let end = |range: &Range<usize>| range.start + text[range.clone()].trim_end().len();
    edits.push(Edit { range: end(first) as u32..end(last) as u32, text: String::new() });
    let after = apply(text, &edits);
    let again = next_game(after.as_bytes(), 0, true)
        .and_then(|game| Score::read(&after[game.range], context))
        .map(|again| GameContent::by_wording(&again))
        .filter(|again| again.is(&intended) && trees.iter().all(|tree| again.has_boards_of(tree)));
    again.map(|_| edits).ok_or_else(kept)
}

/// Appends a comment to a text.
fn add_comment(all: &mut String, text: &str) -> Range<u32> {
    all.push(' ');
    let start = all.len() as u32;
    *all += &format!("{{{text}}}");
    start..all.len() as u32
}

/// Annotates half-moves of the merged games, which follow the first `own` half-moves, where they transpose to another
/// line; at most as many as there are places.
fn note_transpositions(score: &mut Score<'_>, own: usize, places: Vec<Range<u32>>) {
    for ((ply, text), place) in transpositions(score, own).into_iter().zip(places) {
        score.rewrite(&place, format!("{{= {text}}}"));
        add_note(score, ply, PlyPart::Comment(place));
    }
}

fn moved(edit: Edit, by: usize) -> Edit {
    let by = by as u32;
    Edit { range: edit.range.start + by..edit.range.end + by, ..edit }
}

/// The property that prevents a merge of two games.
fn difference(one: &Resolved, other: &Resolved) -> Option<&'static str> {
    let start = |game: &Resolved| game.start.as_ref().map(|start| start.setup());
    let notation = |game: &Resolved| game.notation.map(|notation| notation.tag_value());
    if start(one).is_none() || start(one) != start(other) {
        Some("first board")
    } else if one.format != other.format {
        Some("format")
    } else {
        (notation(one) != notation(other)).then_some("notation")
    }
}

/// Merges another game of the same text into a score.
fn merge(score: &mut Score<'_>, other: Score<'_>, brackets: &(Range<u32>, Range<u32>), name: Range<u32>) -> Option<()> {
    let (lines, plies) = (score.lines.len(), score.plies.len());
    let moves = score.resolved.moves.len();
    let KnownMoves::Shared(resolved) = &mut score.resolved else { return None };
    let resolved = Rc::get_mut(resolved)?;
    resolved.moves.extend(other.resolved.moves.iter().cloned());
    let part = |part: PlyPart| if let PlyPart::Variation(id) = part { PlyPart::Variation(id + lines) } else { part };
    let parts = |parts: Vec<PlyPart>| parts.into_iter().map(part).collect::<Vec<_>>();
    score.plies.extend(other.plies.into_iter().map(|ply| ScorePly {
        line: ply.line + lines,
        parts: parts(ply.parts),
        next: ply.next.map(|next| next + plies),
        index: ply.index.map(|index| index + moves),
        ..ply
    }));
    score.lines.extend(other.lines.into_iter().map(|line| ScoreLine {
        lead: parts(line.lead),
        plies: line.plies.into_iter().map(|ply| ply + plies).collect(),
        replaces: line.replaces.map(|ply| ply + plies),
        ..line
    }));
    let main = lines + MAIN;
    let lead = std::mem::take(&mut score.lines[main].lead);
    for part in lead {
        let is_there = score.lines[MAIN].lead.iter().any(|other| says_the_same(score, other, &part));
        if !is_there {
            score.lines[MAIN].lead.push(part);
        }
    }
    let last = merge_line(score, main, (MAIN, 0), brackets);
    if let Some(last) = last {
        add_note(score, last, PlyPart::Comment(name));
    }
    Some(())
}

fn says_the_same(score: &Score<'_>, one: &PlyPart, other: &PlyPart) -> bool {
    match (one, other) {
        (PlyPart::Comment(one), PlyPart::Comment(other)) => score.comment(one) == score.comment(other),
        (PlyPart::Nag(one), PlyPart::Nag(other)) => score.slice(one) == score.slice(other),
        _ => false,
    }
}

/// Merges a line into the game at a position. Returns the last half-move of the line after the merge.
fn merge_line(
    score: &mut Score<'_>,
    line: usize,
    at: (usize, usize),
    brackets: &(Range<u32>, Range<u32>),
) -> Option<usize> {
    let plies = std::mem::take(&mut score.lines[line].plies);
    let lead = std::mem::take(&mut score.lines[line].lead);
    if let Some(first) = plies.first() {
        score.plies[*first].parts.splice(0..0, lead);
    }
    let (mut into, mut at) = at;
    for (n, ply) in plies.iter().enumerate() {
        let rest = plies[n..].to_vec();
        let Some(there) = score.lines[into].plies.get(at).copied() else {
            rest.iter().for_each(|ply| score.plies[*ply].line = into);
            score.lines[into].plies.extend(rest);
            return plies.last().copied();
        };
        let Some(same) = alternatives(score, there).into_iter().find(|other| is_same(score, *other, *ply)) else {
            let new = score.lines.len();
            rest.iter().for_each(|ply| score.plies[*ply].line = new);
            let replaces = Some(there);
            score.lines.push(ScoreLine {
                brackets: Some(brackets.clone()),
                plies: rest,
                replaces,
                ..ScoreLine::default()
            });
            score.plies[there].parts.push(PlyPart::Variation(new));
            score.plies[there].is_changed = true;
            // The alternatives to its first half-move may exist already.
            let (variations, notes) = parted(std::mem::take(&mut score.plies[*ply].parts));
            score.plies[*ply].parts = notes;
            for part in variations {
                if let PlyPart::Variation(id) = part {
                    merge_line(score, id, (into, at), brackets);
                }
            }
            return plies.last().copied();
        };
        for part in std::mem::take(&mut score.plies[*ply].before) {
            let there = &score.plies[same];
            if !there.before.iter().chain(&there.parts).any(|other| says_the_same(score, other, &part)) {
                score.plies[same].before.push(part);
                score.plies[same].is_changed = true;
            }
        }
        for part in std::mem::take(&mut score.plies[*ply].parts) {
            match part {
                PlyPart::Variation(id) => {
                    merge_line(score, id, (into, at), brackets);
                }
                part if score.plies[same].parts.iter().any(|other| says_the_same(score, other, &part)) => {}
                part => add_note(score, same, part),
            }
        }
        if same == there {
            at += 1;
        } else {
            (into, at) = (score.plies[same].line, 1);
        }
        if n + 1 == plies.len() {
            return Some(same);
        }
    }
    None
}

/// A half-move and all alternatives to it.
fn alternatives(score: &Score<'_>, ply: usize) -> Vec<usize> {
    let mut all = vec![ply];
    for variation in score.variations_on(ply) {
        if let Some(first) = score.lines[variation].plies.first() {
            all.extend(alternatives(score, *first));
        }
    }
    all
}

fn is_same(score: &Score<'_>, one: usize, other: usize) -> bool {
    match (score.half_move(one).play, score.half_move(other).play) {
        (Some(one), Some(other)) => one == other,
        _ => score.slice(&score.plies[one].range) == score.slice(&score.plies[other].range),
    }
}

/// Adds an annotation to a half-move, before its variations; NAGs before comments.
fn add_note(score: &mut Score<'_>, ply: usize, note: PlyPart) {
    let parts = &mut score.plies[ply].parts;
    let place = parts.iter().position(|part| match part {
        PlyPart::Variation(_) => true,
        PlyPart::Comment(_) => matches!(note, PlyPart::Nag(_)),
        _ => false,
    });
    parts.insert(place.unwrap_or(parts.len()), note);
    score.plies[ply].is_changed = true;
}
