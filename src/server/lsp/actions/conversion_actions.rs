//! Code actions that convert: one that asks for the notation, and the list of conversions to choose from.
//!
//! The menu at a place in a game has the former; the list is for clients that request actions of this kind.

use std::ops::Range;

use serde_json::json;
use tower_lsp::lsp_types::{CodeAction, CodeActionKind, Command};
use vgn_engine::lint::FileKind;
use vgn_ide::Target;
use vgn_ide::actions::{self, GameRewrite, RewriteScope, rewrite_game};

use super::code_actions::{ActionConverter, games_in, selected_games};
use super::convert_game::{CONVERT_GAME, ConvertGameArgument};
use super::deferred::DeferredWork;
use super::new_file_actions::{self, NewFileOffer};
use crate::lsp::documents::positions;

/// Maximum text, in bytes, that is converted to find out whether a conversion changes anything.
const LONGEST_TRIED: usize = 1 << 20;

/// The action that asks for the notation; `None` if there is no game, or the client cannot apply the choice.
pub fn choice(converter: &ActionConverter<'_>) -> Option<CodeAction> {
    let ActionConverter { snapshot, params, client, .. } = *converter;
    if !client.applies_edits {
        return None;
    }
    let selection = positions::bytes(&snapshot.text, params.range, client.encoding);
    let title = match selected_games(snapshot, &selection).len() {
        0 => return None,
        // A cursor between two games touches both: it means one.
        2.. if !selection.is_empty() => "Convert these games to…",
        _ => "Convert this game to…",
    };
    let place = ConvertGameArgument { uri: snapshot.uri.clone(), range: params.range };
    let command =
        Command { title: title.to_owned(), command: CONVERT_GAME.to_owned(), arguments: Some(vec![json!(place)]) };
    Some(CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        command: Some(command),
        ..CodeAction::default()
    })
}

/// All conversions of the selected games and the file, most likely first: of the game or the selected games; for a
/// `.pgn` a new `.vgn` beside it, because a VGN game among PGN games is a surprise (rule A4); of the file; and to
/// binary notations.
pub fn list(converter: &ActionConverter<'_>) -> Vec<CodeAction> {
    let is_first: fn(&NewFileOffer, bool) -> bool = match converter.snapshot.kind {
        FileKind::Pgn => |offer, is_binary| !is_binary && is_of_whole_file(offer) && offer.wish.makes_vgn_text(),
        FileKind::Vgn | FileKind::Unknown => |_, _| false,
    };
    let (mut answer, of_file) = in_place(converter);
    answer.extend(new_files(converter, is_first));
    answer.extend(of_file);
    answer.extend(new_files(converter, |offer, is_binary| {
        // No text edit writes bytes (rule E3): games of text become binary in a new file only.
        if is_binary {
            !offer.wish.keeps_notation() && (offer.wish.is_text() || is_of_whole_file(offer))
        } else {
            !offer.wish.is_text() && is_of_whole_file(offer)
        }
    }));
    answer
}

fn is_of_whole_file(offer: &NewFileOffer) -> bool {
    offer.games.is_none()
}

/// The conversions in place: of the game or the selected games, and of the file.
fn in_place(converter: &ActionConverter<'_>) -> (Vec<CodeAction>, Vec<CodeAction>) {
    let snapshot = converter.snapshot;
    let preferred = snapshot.effective.preferences.convert_to;
    let selection = positions::bytes(&snapshot.text, converter.params.range, converter.client.encoding);
    let games: Vec<Range<usize>> = selected_games(snapshot, &selection)
        .into_iter()
        .filter(|(_, binary)| binary.is_none())
        .map(|(range, _)| range)
        .collect();
    let (Some(first), Some(last)) = (games.first(), games.last()) else { return Default::default() };
    let mut answer = Vec::new();
    if games.len() == 1 || selection.is_empty() {
        // A cursor between two games touches both: it means the one that begins there.
        let text = snapshot.text_of(last.clone());
        let cancel = converter.cancel;
        let offered = snapshot.shared().conversions.get_or_make(last, cancel, || {
            let all = actions::conversions(&text, &snapshot.context_for(cancel), preferred);
            (!cancel.is_cancelled()).then_some(all)
        });
        // Empty if cancelled.
        let offered = offered.iter().flat_map(|offered| offered.iter().cloned());
        answer.extend(offered.filter_map(|action| converter.convert(action, last)));
    } else {
        let selected = first.start..last.end;
        let offered =
            actions::wide_conversions(RewriteScope::Selection, preferred, |to| changes(converter, &selected, to));
        answer.extend(offered.into_iter().filter_map(|action| converter.convert(action, &selected)));
    }
    let whole = 0..snapshot.text.len_bytes();
    let offered =
        actions::wide_conversions(RewriteScope::File, preferred, |to| changes(converter, &whole, to)).into_iter();
    (answer, offered.filter_map(|action| converter.convert(action, last)).collect())
}

/// Whether a conversion would change a game of a range; assumed for a long range.
fn changes(converter: &ActionConverter<'_>, range: &Range<usize>, to: Target) -> bool {
    let ActionConverter { snapshot, cancel, .. } = *converter;
    if range.len() > LONGEST_TRIED {
        return true;
    }
    let rewrite = GameRewrite::Convert { to, losing: false };
    let mut games = games_in(snapshot, range).filter(|(_, binary)| binary.is_none());
    games.any(|(game, _)| {
        cancel.is_cancelled() || !rewrite_game(&snapshot.text_of(game), &snapshot.context(), rewrite).is_empty()
    })
}

/// The conversions to a new file that are `wanted` for the selected game; the second argument of `wanted` says whether
/// it is binary.
fn new_files(converter: &ActionConverter<'_>, wanted: impl Fn(&NewFileOffer, bool) -> bool) -> Vec<CodeAction> {
    let ActionConverter { snapshot, params, client, .. } = *converter;
    let selection = positions::bytes(&snapshot.text, params.range, client.encoding);
    // A cursor between two games means the one that begins there.
    let Some((game, binary)) = selected_games(snapshot, &selection).pop() else { return Vec::new() };
    let text = snapshot.text_of(game.clone());
    let unreadable = binary.and_then(|section| snapshot.disk.get().section(&text, section).err());
    let unreadable = unreadable.map(|reason| reason.to_string());
    let offers = new_file_actions::offers(snapshot, &game).into_iter();
    let actions = offers.filter(|offer| wanted(offer, binary.is_some())).filter_map(|offer| {
        let mut action = new_file_actions::action(&offer, snapshot, client, unreadable.as_deref());
        if action.disabled.is_some() {
            return client.disabled_actions.then_some(action);
        }
        if action.command.is_none() && !converter.defer(&mut action, offer.games, &DeferredWork::NewFile(offer.wish)) {
            return None;
        }
        Some(action)
    });
    actions.collect()
}
