//! Code actions on a name in a tag: replace it by another spelling from the document, there or in all games.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use tower_lsp::lsp_types::{CodeAction, CodeActionKind};
use vgn_ide::{Name, are_similar_names, escaped_name, name_at, names, ranges_of_name};

use super::code_actions::ActionConverter;
use super::deferred::workspace_edit;
use crate::lsp::documents::positions;

/// The kind of these actions.
pub const KIND: &str = "refactor.spelling";

/// Maximum number of spellings offered.
const MOST: usize = 3;
/// Maximum number of names changed by an action; more are left to the rename request.
const MOST_PLACES: usize = 500;
/// Distance, in bytes before and after the place, that is searched: a menu is requested at every move of the cursor.
const AROUND: usize = 4 << 20;

/// The actions for the name at the start of the selection.
pub fn list(converter: &ActionConverter<'_>) -> Vec<CodeAction> {
    offered(converter).unwrap_or_default()
}

fn offered(converter: &ActionConverter<'_>) -> Option<Vec<CodeAction>> {
    let ActionConverter { snapshot, params, client, cancel } = *converter;
    let (game, place) = snapshot.game_at(params.range.start, client.encoding, cancel)??;
    let read = |head: &str, whole| if whole || head.contains("\n\n") { Some(name_at(head, place)) } else { None };
    let (kind, range, name) = snapshot.by_head(&game, read)??;
    let around = game.start.saturating_sub(AROUND)..game.end + AROUND;
    let is_whole = around.start == 0 && around.end >= snapshot.text.len_bytes();
    let games = snapshot.games_at_once()?.from(around.start).map(|game| game.range());
    let games: Vec<Range<usize>> = games.take_while(|game| game.start < around.end).collect();
    let of_games = games.par_iter().map(|game| {
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let read = |head: &str, whole| {
            let is_near = |found: &Name<'_>| found.kind == kind && are_similar_names(found.text.trim(), &name);
            let near = names(head, whole)?.into_iter().filter(is_near).map(|found| found.text.trim().to_owned());
            let same = ranges_of_name(head, whole, kind, &name)?.into_iter();
            Some((near.collect::<Vec<_>>(), same.map(|place| positions::in_document(game, place)).collect::<Vec<_>>()))
        };
        vec![snapshot.by_head(game, read).unwrap_or_default()]
    });
    let of_games: Vec<(Vec<String>, Vec<Range<usize>>)> = of_games.flatten().collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    of_games.iter().flat_map(|(near, _)| near).for_each(|near| *counts.entry(near).or_default() += 1);
    let same: Vec<Range<usize>> = of_games.iter().flat_map(|(_, same)| same.clone()).collect();
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(near, count)| (std::cmp::Reverse(*count), *near));
    let here = vec![positions::in_document(&game, range)];
    let mut actions = Vec::new();
    for (near, count) in counts.into_iter().take(MOST) {
        let Ok(text) = escaped_name(near) else { continue };
        let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        let spelling = format!("Use the spelling `{near}` ({games})");
        let action = |title: String, places: &[Range<usize>]| CodeAction {
            title,
            kind: Some(CodeActionKind::from(KIND)),
            edit: Some(workspace_edit(
                snapshot,
                places.iter().map(|place| (place.clone(), text.clone())).collect(),
                client,
            )),
            ..CodeAction::default()
        };
        actions.push(action(format!("{spelling} here"), &here));
        if is_whole && (2..=MOST_PLACES).contains(&same.len()) {
            actions.push(action(format!("{spelling} everywhere in the file"), &same));
        }
    }
    (!cancel.is_cancelled()).then_some(actions)
}
