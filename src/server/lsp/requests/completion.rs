//! `textDocument/completion` and `completionItem/resolve`.
//!
//! The list sent last is kept: the board of an item is drawn when the user selects it, whatever has been typed since.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionList, CompletionOptions,
    CompletionParams, CompletionResponse, Documentation, InsertTextFormat, MarkupContent, MarkupKind, Position,
    TextEdit,
};
use vgn_engine::games::GamePlace;
use vgn_engine::lint::Cancellation;
use vgn_ide::completion::{self, Completion, CompletionKind, CompletionQuery, MoveNumbers, completion};
use vgn_ide::{BoardStyle, Name, NameKind, Play, PositionKey, names};
use vgn_search::{ResultCounts, SoughtPosition};

use crate::lsp::diagnostics::workspace::Workspace;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::game_index::{IndexQuery, of_move_in_words};
use crate::lsp::host::host;
use crate::lsp::requests::passages;
use crate::lsp::requests::workspace_symbol::NameIndex;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::configuration::Configuration;
use crate::lsp::session::state::Backend;

/// Characters after which clients request completions by themselves. Blanks are not among them: the user may want to
/// end the line after a word, and many editors take that key as a choice.
const TRIGGERS: [&str; 6] = ["(", ".", "$", "[", "%", "\""];
/// Distance, in bytes before and after a game, that is searched for other games.
const AROUND: usize = 1 << 14;
/// Distance, in bytes, that is searched for names: around the game, and at the beginning of other documents.
const NAMED: usize = 1 << 19;
/// Maximum number of other documents.
const MOST_DOCUMENTS: usize = 16;
/// Maximum time spent per request on reading the names of files that are not open.
const READING: Duration = Duration::from_millis(40);
/// Characters that accept the chosen item when a half-move has been begun.
const COMMITS: [&str; 4] = [" ", ")", "!", "?"];

/// The server's capability.
pub fn options() -> CompletionOptions {
    CompletionOptions {
        resolve_provider: Some(true),
        trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    }
}

/// The list sent last.
#[derive(Clone, Debug, Default)]
pub struct CompletionCache(Arc<Mutex<CachedCompletion>>);

#[derive(Debug, Default)]
struct CachedCompletion {
    number: u64,
    list: Completion,
    style: BoardStyle,
}

/// The index of an item, and the number of its list.
#[derive(Debug, Serialize, Deserialize)]
struct CompletionItemData {
    list: u64,
    item: usize,
}

/// The completions at the place.
pub async fn handle(server: &Backend, params: CompletionParams) -> Result<Option<CompletionResponse>> {
    let (place, offered) = (params.text_document_position, server.offered.clone());
    let elsewhere = CompletionSources::of(server);
    // Without the index there are no numbers: a completion does not ask for it.
    let numbers = server.index.is_complete().then(|| IndexQuery {
        documents: server.documents.clone(),
        index: server.index.clone(),
        own: Some(Address::from(place.text_document.uri.clone())),
        encoding: server.features().encoding,
    });
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        answer(snapshot, place.position, features, (&offered, &elsewhere, numbers.as_ref()), cancel)
    });
    answer.await.map(Option::flatten)
}

/// The completions at the place; the outer `None` if cancelled.
fn answer(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    (offered, elsewhere, numbers): (&CompletionCache, &CompletionSources, Option<&IndexQuery>),
    cancel: &Cancel,
) -> Option<Option<CompletionResponse>> {
    let in_use = |offset: usize, kind| elsewhere.in_use(snapshot, offset, kind, client, cancel);
    let played = |game: &Range<usize>, wanted| passages::played_around(snapshot, game, wanted, cancel);
    let counted = |game: &Range<usize>, board: &vgn_ide::Position| {
        numbers.and_then(|query| counted(query, game, board, cancel)).unwrap_or_default()
    };
    let of_others = OtherGames { in_use: &in_use, played: &played, counted: &counted };
    snapshot.unless_cancelled(cancel, |cancel| list(snapshot, position, client, (offered, &of_others), cancel))
}

/// The half-moves that the workspace's games play in a position, without the game at hand; `None` if that is not known
/// at once, or cancelled.
fn counted(
    query: &IndexQuery,
    game: &Range<usize>,
    board: &vgn_ide::Position,
    cancel: &Cancel,
) -> Option<Vec<(Play, MoveNumbers)>> {
    let sought = SoughtPosition::of(board)?;
    let tally = query.tally_at_once(&sought, Some(game.start), cancel)?;
    let numbers = |counts: &ResultCounts| MoveNumbers { games: counts.games, words: of_move_in_words(counts) };
    Some(tally.sorted_moves(&sought).into_iter().map(|(mv, counts)| (Play::Move(mv), numbers(&counts))).collect())
}

/// The half-moves that the workspace's games play in a position.
type CountedInWorkspace<'a> = dyn Fn(&Range<usize>, &vgn_ide::Position) -> Vec<(Play, MoveNumbers)> + 'a;

/// The half-moves that the surrounding games play in a position, each with its number of games.
type PlayedAround<'a> = dyn Fn(&Range<usize>, PositionKey) -> Vec<(Play, usize)> + 'a;

/// Content of other games.
struct OtherGames<'a> {
    /// Names of a kind, those near an offset first.
    in_use: &'a dyn Fn(usize, NameKind) -> Vec<String>,
    played: &'a PlayedAround<'a>,
    counted: &'a CountedInWorkspace<'a>,
}

fn list(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    (offered, of_others): (&CompletionCache, &OtherGames<'_>),
    cancel: &dyn Cancellation,
) -> Option<CompletionResponse> {
    let offset = positions::offset(&snapshot.text, position, client.encoding);
    let found = snapshot.game_typed_in(offset, cancel)?;
    let binary = found.as_ref().and_then(|found| found.binary);
    let game = found.map_or(0..0, |found| found.range);
    let text = snapshot.text_of(game.clone());
    let text = text.get(..binary.unwrap_or(text.len()))?;
    let in_game = u32::try_from(offset.checked_sub(game.start)?).ok()?;
    let neighbours = || neighbours(snapshot, &game, cancel);
    let question = CompletionQuery {
        text,
        offset: in_game,
        context: snapshot.context_for(cancel),
        neighbours: &neighbours,
        kept: &|| snapshot.shared().resolved.result(&game),
        played: &|wanted| (of_others.played)(&game, wanted),
        counted: &|board| (of_others.counted)(&game, board),
        in_use: &|kind| (of_others.in_use)(game.start, kind),
        today: Some(today()),
        snippets: client.snippets,
    };
    let list = completion(&question)?;
    let number = offered.next_number();
    let items = list.items.iter().enumerate().map(|(n, item)| {
        let range = game.start + item.range.start as usize..game.start + item.range.end as usize;
        let edit = TextEdit::new(positions::range(&snapshot.text, range, client.encoding), item.text.clone());
        CompletionItem {
            text_edit: Some(edit.into()),
            ..item_of(item, CompletionItemData { list: number, item: n }, client)
        }
    });
    let answer = CompletionList { is_incomplete: list.is_narrowed, items: items.collect() };
    offered.keep(CachedCompletion { number, list, style: snapshot.effective.preferences.board });
    Some(CompletionResponse::List(answer))
}

/// The texts of short games near a game.
fn neighbours(snapshot: &Snapshot, game: &Range<usize>, cancel: &dyn Cancellation) -> Vec<String> {
    let around = game.start.saturating_sub(AROUND)..game.end.saturating_add(AROUND).min(snapshot.text.len_bytes());
    let near = snapshot.games_near(around, cancel).unwrap_or_default();
    let others = near.into_iter().filter(|near| near.range != *game && near.binary.is_none());
    others.filter(|near| near.range.len() <= AROUND).map(|near| snapshot.text_of(near.range).into_owned()).collect()
}

/// The sources beside a document: the other open documents, and the workspace's files.
struct CompletionSources {
    documents: Arc<Documents>,
    workspace: Arc<Workspace>,
    configuration: Arc<Configuration>,
    names: Arc<NameIndex>,
}

impl CompletionSources {
    fn of(server: &Backend) -> CompletionSources {
        CompletionSources {
            documents: server.documents.clone(),
            workspace: server.workspace.clone(),
            configuration: server.configuration.clone(),
            names: server.names.clone(),
        }
    }

    /// Names of a kind: those of a document around an offset, of other documents, and of files that are not open.
    fn in_use(
        &self,
        here: &Snapshot,
        offset: usize,
        kind: NameKind,
        client: &ClientFeatures,
        cancel: &Cancel,
    ) -> Vec<String> {
        let until = host().now() + READING;
        let mut all = names_around(here, Some(offset), kind, cancel);
        let others = self.documents.uris().into_iter().filter(|uri| *uri != here.uri).take(MOST_DOCUMENTS);
        for other in others.filter_map(|uri| self.documents.snapshot(&uri)) {
            all.extend(names_around(&other, None, kind, cancel));
        }
        let closed = self.workspace.closed(&self.documents, client, cancel);
        all.extend(self.names.names(closed.iter(), kind, &self.configuration, client, (until, cancel)));
        all
    }
}

/// The names of a kind in the games around the one at an offset, or else in the first games.
fn names_around(snapshot: &Snapshot, here: Option<usize>, kind: NameKind, cancel: &Cancel) -> Vec<String> {
    let offset = here.unwrap_or(0);
    let around = offset.saturating_sub(NAMED)..offset.saturating_add(NAMED).min(snapshot.text.len_bytes());
    let near = snapshot.games_near(around, &|| cancel.is_cancelled()).unwrap_or_default();
    let is_place = |name: &Name<'_>| name.kind == kind && !name.is_address();
    let of_game = |game: GamePlace| {
        let read = |head: &str, whole| {
            let names = names(head, whole)?.into_iter().filter(is_place);
            Some(names.map(|name| name.text.into_owned()).collect::<Vec<_>>())
        };
        snapshot.by_head(&game.range, read).unwrap_or_default()
    };
    let games = near.into_iter().filter(|game| here.is_none_or(|here| !game.range.contains(&here)));
    games.take_while(|_| !cancel.is_cancelled()).flat_map(of_game).collect()
}

/// The present day in universal time, in the form of tags.
fn today() -> String {
    day(host().date().as_secs() / 86_400)
}

/// The day that is this number of days after 1970.01.01.
fn day(days: u64) -> String {
    // Years begin in March here, so that a leap day is the last day of its year.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{of_month:02}", era * 400 + year_of_era + later)
}

/// All of an item except its edit.
fn item_of(item: &completion::CompletionItem, which: CompletionItemData, client: &ClientFeatures) -> CompletionItem {
    let kind = match item.kind {
        CompletionKind::HalfMove => CompletionItemKind::VALUE,
        CompletionKind::Number => CompletionItemKind::CONSTANT,
        CompletionKind::Terminator => CompletionItemKind::KEYWORD,
        CompletionKind::TagName => CompletionItemKind::PROPERTY,
        CompletionKind::TagValue => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Glyph => CompletionItemKind::OPERATOR,
        CompletionKind::Command => CompletionItemKind::FUNCTION,
        CompletionKind::Snippet => CompletionItemKind::SNIPPET,
    };
    let (detail, label_details) = match client.label_details {
        true => (None, item.detail.clone()),
        false => (item.detail.clone(), None),
    };
    CompletionItem {
        label: item.label.clone(),
        label_details: label_details
            .map(|description| CompletionItemLabelDetails { detail: None, description: Some(description) }),
        kind: Some(kind),
        detail,
        sort_text: Some(format!("{:04}", which.item)),
        filter_text: item.filter.clone().or_else(|| (item.label != item.text).then(|| item.text.clone())),
        commit_characters: (client.commit_characters && item.is_begun).then(|| COMMITS.map(str::to_owned).to_vec()),
        insert_text_format: item.is_snippet.then_some(InsertTextFormat::SNIPPET),
        data: serde_json::to_value(which).ok(),
        ..CompletionItem::default()
    }
}

/// The item with its documentation, if its list is still the last one.
pub fn resolve(item: CompletionItem, client: &ClientFeatures, offered: &CompletionCache) -> CompletionItem {
    let which = item.data.as_ref().and_then(|data| CompletionItemData::deserialize(data).ok());
    let documentation = which.and_then(|which| {
        let last = offered.0.lock().unwrap_or_else(PoisonError::into_inner);
        let markup = (last.number == which.list).then(|| last.list.documentation(which.item, last.style))??;
        let (kind, value) = match client.markdown_completion {
            true => (MarkupKind::Markdown, markup.to_markdown()),
            false => (MarkupKind::PlainText, markup.to_plain()),
        };
        Some(Documentation::MarkupContent(MarkupContent { kind, value }))
    });
    CompletionItem { documentation, ..item }
}

impl CompletionCache {
    fn next_number(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).number + 1
    }

    fn keep(&self, last: CachedCompletion) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_all_kinds_of_years() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
            (20_779, "2026.11.22"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(day(days), expected);
        }
    }
}
