//! Three versions of one game, merged as trees, with the proof that the result holds what both sides say.

use std::borrow::Cow;
use std::collections::HashMap;

use diffy::{ConflictStyle, MergeOptions};

use super::lines::merge_line;
use super::parts::{merge_parts, without_tags_added_twice};
use super::tree::{Class, GameTree, Side};
use super::writing::{Piece, Resolution, marked, texts, written};
use crate::lint::{Context, FileKind, Settings, Severity, line_end_of};
use crate::replay::check_game;
use crate::source::Encoding;
use crate::syntax::games::games;

/// A merged game, without the white space at its end.
pub struct MergedGame {
    pub bytes: Vec<u8>,
    /// Number of conflicts between markers.
    pub conflicts: usize,
}

/// How games are merged.
#[derive(Clone, Copy)]
pub struct MergeRules {
    /// Number of characters of a marker.
    pub marker_size: usize,
    pub kind: FileKind,
}

/// Merges three versions of a game in text. `ancestor`: empty if both sides have added the game.
pub fn merge_game(ancestor: &[u8], ours: &[u8], theirs: &[u8], rules: MergeRules) -> MergedGame {
    let versions = [ancestor, ours, theirs];
    // ASCII is the same in all encodings.
    let mut encodings = versions.iter().filter(|bytes| !bytes.is_ascii()).map(|bytes| Encoding::of(bytes));
    let encoding = encodings.next().unwrap_or_default();
    if encodings.any(|other| other != encoding) {
        return whole_game(ours, theirs, rules);
    }
    let [ancestor, our_text, their_text] = versions.map(|bytes| encoding.decode(bytes));
    let merged = match as_trees(&ancestor, &our_text, &their_text, rules) {
        Ok((text, conflicts)) => Some((text, conflicts)),
        Err(Unproven::Tokens) => as_lines(&ancestor, &our_text, &their_text, rules),
        Err(Unproven::Play) => None,
    };
    // All characters are from texts in this encoding.
    let encoded = merged.and_then(|(text, conflicts)| {
        let bytes = encoding.encode(&text).ok().map(Cow::into_owned)?;
        Some(MergedGame { bytes, conflicts })
    });
    encoded.unwrap_or_else(|| whole_game(ours, theirs, rules))
}

/// Whether two games have the same main line.
pub fn has_same_moves(ours: &[u8], theirs: &[u8]) -> bool {
    let [ours, theirs] = [ours, theirs].map(|game| Encoding::of(game).decode(game));
    let (ours, theirs) = (GameTree::of(&ours, Side::Ours), GameTree::of(&theirs, Side::Theirs));
    let moves =
        |tree: &GameTree<'_>| tree.line.plies.iter().map(|ply| ply.half_move.text.to_owned()).collect::<Vec<_>>();
    moves(&ours) == moves(&theirs)
}

/// Both sides' whole games as one conflict.
pub fn whole_game(ours: &[u8], theirs: &[u8], rules: MergeRules) -> MergedGame {
    let is_crlf = [ours, theirs].iter().any(|bytes| bytes.windows(2).any(|pair| pair == b"\r\n"));
    let line_end = if is_crlf { "\r\n" } else { "\n" };
    MergedGame { bytes: marked(ours, theirs, rules.marker_size, line_end), conflicts: 1 }
}

/// Why a merged game is not written.
enum Unproven {
    /// Its text does not read as the tokens that it was made of.
    Tokens,
    /// It has errors that neither side has, such as a half-move that is illegal after the other side's correction.
    Play,
}

fn as_trees(ancestor: &str, ours: &str, theirs: &str, rules: MergeRules) -> Result<(String, usize), Unproven> {
    let tree = |text, side| {
        let tree = GameTree::of(text, side);
        let whole: usize = tree.leaves().iter().map(|leaf| leaf.gap.len() + leaf.text.len()).sum();
        if whole == text.len() { Ok(tree) } else { Err(Unproven::Tokens) }
    };
    let old = tree(ancestor, Side::Ancestor)?;
    let (our, mut their) = (tree(ours, Side::Ours)?, tree(theirs, Side::Theirs)?);
    if let Some(kept) = without_tags_added_twice(&old.head, &our.head, &their.head) {
        their.head = kept;
    }
    let mut pieces = Vec::new();
    merge_parts(&old.head, &our.head, &their.head, &mut pieces);
    merge_line(&old.line, &our.line, &their.line, &mut pieces);
    let line_end = line_end_of(if ancestor.is_empty() { ours } else { ancestor });
    let conflicts = pieces.iter().filter(|piece| matches!(piece, Piece::Conflict { .. })).count();
    for resolution in [Resolution::Ours, Resolution::Theirs] {
        let text = written(&pieces, resolution, line_end);
        let read = GameTree::of(&text, Side::Ours).leaves();
        let is_one_game = games(text.as_bytes()).count() <= 1;
        if !is_one_game || !read.iter().map(|leaf| leaf.text).eq(texts(&pieces, resolution)) {
            return Err(Unproven::Tokens);
        }
        if conflicts == 0 {
            if !is_union([&old, &our, &their], &text) {
                return Err(Unproven::Tokens);
            }
            if errors(&text, rules.kind) > errors(ours, rules.kind) + errors(theirs, rules.kind) {
                return Err(Unproven::Play);
            }
            return Ok((text, 0));
        }
    }
    Ok((written(&pieces, Resolution::Marked(rules.marker_size), line_end), conflicts))
}

/// Whether each token is in the merged game as often as one side has it, or as often as both changes make it.
fn is_union(versions: [&GameTree<'_>; 3], merged: &str) -> bool {
    let merged = GameTree::of(merged, Side::Ours);
    let mut counts: HashMap<Cow<'_, str>, [i64; 4]> = HashMap::new();
    for (version, tree) in versions.into_iter().chain([&merged]).enumerate() {
        for leaf in tree.leaves().into_iter().filter(|leaf| leaf.class() != Class::Number) {
            counts.entry(leaf.said()).or_default()[version] += 1;
        }
    }
    counts.values().all(|[old, ours, theirs, merged]| {
        let both = ours + theirs - old;
        (*merged >= both.min(*ours).min(*theirs)) && (*merged <= both.max(*ours).max(*theirs))
    })
}

fn errors(text: &str, kind: FileKind) -> usize {
    let settings = Settings::default();
    let report = check_game(text, &Context::new(&settings, kind));
    report.diagnostics.iter().filter(|found| found.severity == Severity::Error).count()
}

/// Merges the lines of the texts. `None` if the result does not read as one game.
fn as_lines(ancestor: &str, ours: &str, theirs: &str, rules: MergeRules) -> Option<(String, usize)> {
    let line_end = line_end_of(if ancestor.is_empty() { ours } else { ancestor });
    let [ancestor, ours, theirs] = [ancestor, ours, theirs].map(|text| format!("{text}{line_end}"));
    let mut options = MergeOptions::new();
    options.set_conflict_style(ConflictStyle::Merge).set_conflict_marker_length(rules.marker_size);
    match options.merge(&ancestor, &ours, &theirs) {
        Ok(merged) => {
            let text = merged.strip_suffix(line_end)?;
            let is_one_game = games(text.as_bytes()).count() <= 1;
            let is_read = || errors(text, rules.kind) <= errors(&ours, rules.kind) + errors(&theirs, rules.kind);
            (is_one_game && is_read()).then(|| (text.to_owned(), 0))
        }
        Err(marked) => {
            let marker = format!("{} ours", "<".repeat(rules.marker_size));
            let conflicts = marked.lines().filter(|line| **line == *marker).count();
            Some((marked.trim_end_matches(['\r', '\n']).to_owned(), conflicts.max(1)))
        }
    }
}
