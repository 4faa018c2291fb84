//! Games derived from a game: its tags and some of its half-moves.

use vgn_engine::lint::{Edit, GameFormat, NEVER, line_end_of};
use vgn_engine::score::{GameContent, MAIN, PlyPart, Score, ScoreWriter, recorded_terminator};
use vgn_engine::syntax::ast::{AstNode, AstToken};
use vgn_engine::syntax::games::next_game;

use super::{RefactoringJob, apply};
use crate::tree::game_tree;

/// Tags that hold for the whole source game only.
const OF_THE_WHOLE: [&str; 4] = ["PlyCount", "Termination", "EndDate", "EndTime"];

/// A derived game.
pub struct DerivedGame<'t> {
    pub text: String,
    pub content: GameContent<'t>,
}

/// The source game's tags for a derived game, with an unknown result.
fn tags(score: &Score<'_>) -> Option<String> {
    let game = game_tree(score.text, NEVER)?;
    let Some(section) = game.tag_section() else { return Some(String::new()) };
    let (first, last) = (section.tags().next()?, section.tags().last()?);
    let (start, end) = (first.range().start, last.range().end);
    let mut edits = Vec::new();
    for tag in section.tags() {
        let (Some(name), Some(value)) = (tag.name(), tag.value()) else { continue };
        match name.text() {
            "Result" if score.resolved.format == GameFormat::Pgn => {
                let range = value.unquoted_range();
                edits.push(Edit { range: range.start - start..range.end - start, text: "*".to_owned() });
            }
            name if name == "Result" || OF_THE_WHOLE.contains(&name) => {
                let range = tag.range();
                let rest = &score.text[range.end as usize..end as usize];
                let blank = (rest.len() - rest.trim_start().len()) as u32;
                edits.push(Edit { range: range.start - start..range.end + blank - start, text: String::new() });
            }
            _ => {}
        }
    }
    Some(apply(&score.text[start as usize..end as usize], &edits).trim_end().to_owned())
}

/// A game with the score's current main line, and `*` unless a mark records its end.
pub fn derived_game<'t>(score: &Score<'t>) -> Option<DerivedGame<'t>> {
    let line_end = line_end_of(score.text);
    let tags = tags(score)?;
    let mut movetext = ScoreWriter::new(score).movetext();
    let mut content = GameContent::by_wording(score);
    if score.lines[MAIN].end.is_empty() {
        if !movetext.is_empty() {
            movetext.push_str(if ends_in_line_comment(score) { line_end } else { " " });
        }
        let terminator = recorded_terminator(score);
        movetext.push_str(terminator);
        content.end_with(terminator);
    }
    let parted = if tags.is_empty() { "" } else { line_end };
    Some(DerivedGame { text: format!("{tags}{parted}{parted}{movetext}"), content })
}

fn ends_in_line_comment(score: &Score<'_>) -> bool {
    let last = score.lines[MAIN].plies.last().and_then(|ply| score.plies[*ply].parts.last());
    matches!(last, Some(PlyPart::Comment(range)) if score.written(range).starts_with(';'))
}

/// An edit that updates the `PlyCount` tag to the new number of half-moves in the main line, if it was right before.
pub fn ply_count(text: &str, before: usize, after: usize) -> Option<Edit> {
    if before == after {
        return None;
    }
    let value = game_tree(text, NEVER)?.tag("PlyCount")?.value()?;
    (value.unquoted() == before.to_string()).then(|| Edit { range: value.unquoted_range(), text: after.to_string() })
}

/// The half-moves that lead to one, from the game's first on.
pub fn before(score: &Score<'_>, ply: usize) -> Option<Vec<usize>> {
    let (mut line, mut at) = score.place_of(ply)?;
    let mut path: Vec<usize> = Vec::new();
    loop {
        path.extend(score.lines[line].plies[..at].iter().rev());
        if line == MAIN {
            path.reverse();
            return Some(path);
        }
        (line, at) = score.place_of(score.lines[line].replaces?)?;
    }
}

/// Makes the main line of `led`, without annotations, and `rest`.
pub fn set_line(score: &mut Score<'_>, led: Vec<usize>, rest: Vec<usize>) {
    for ply in &led {
        score.plies[*ply].parts.clear();
        score.plies[*ply].before.clear();
    }
    for ply in led.iter().chain(&rest) {
        score.plies[*ply].line = MAIN;
    }
    let main = &mut score.lines[MAIN];
    main.plies = led;
    main.plies.extend(rest);
    (main.lead, main.end) = (Vec::new(), Vec::new());
}

/// Adds the new games after this one to the edits; `None` if a resulting game differs from what was intended.
pub fn with_games(
    job: &RefactoringJob<'_>,
    mut edits: Vec<Edit>,
    content: GameContent<'_>,
    games: Vec<DerivedGame<'_>>,
) -> Option<Vec<Edit>> {
    let line_end = line_end_of(job.text);
    let solid = u32::try_from(job.text.trim_end().len()).ok()?;
    // A line comment may end in blanks.
    let at = edits.last().map_or(solid, |last| last.range.end.max(solid));
    let mut text = String::new();
    for game in &games {
        text.extend([line_end, line_end, &game.text]);
    }
    edits.push(Edit { range: at..at, text });
    let after = apply(job.text, &edits);
    let mut from = 0;
    for content in std::iter::once(content).chain(games.into_iter().map(|game| game.content)) {
        let end = next_game(after.as_bytes(), from, true)?.range.end;
        let score = Score::read(&after[from..end], job.context)?;
        if !GameContent::by_wording(&score).is(&content) {
            return None;
        }
        from = end;
    }
    after[from..].trim().is_empty().then_some(edits)
}
