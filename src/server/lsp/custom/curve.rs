//! `vgn.curve`: the curve of a game's evaluations as SVG, which is also a virtual document.
//!
//! `vgn-curve:///games.pgn.svg?3` is the curve of the third game of `file:///games.pgn`, which is open. Clients request
//! its text by `workspace/textDocumentContent`.

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Url;
use vgn_ide::{board_game, curve_svg};

use super::board_game_ref::{GameRef, VersionedDocument};
use super::decoded::failed;
use crate::lsp::actions::commands::argument;
use crate::lsp::documents::address::Address;
use crate::lsp::session::state::Backend;

/// The scheme of a curve's address.
pub const SCHEME: &str = "vgn-curve";
/// The command; its argument names a game.
pub const CURVE: &str = "vgn.curve";

const NO_EVALUATIONS: &str = "the main line of this game has no evaluations to draw: `vgn-lsp annotate` writes them";

/// Runs the command: the address of the curve, where the game is in a file, and the curve.
///
/// # Errors
/// If there is no such game, or it has fewer than two evaluations.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<Option<Value>> {
    let form = "a game: `{ \"textDocument\": { \"uri\": … }, \"position\": … }`, or `\"game\"` in place of a position";
    let game: GameRef = argument(arguments, form)?;
    let file = Address::from(game.text_document.uri.clone());
    let (number, svg) = draw(server, game).await?;
    let uri = address_of(&file, number).map(|uri| uri.to_string());
    Ok(Some(json!({"uri": uri, "svg": svg})))
}

/// The curve at an address; `None` for another address.
///
/// # Errors
/// If the document is not open, or has no such curve.
pub async fn document_at(server: &Backend, address: &Url) -> Result<Option<String>> {
    let Some((file, number)) = game_at(address) else { return Ok(None) };
    let text_document = VersionedDocument { uri: file, version: None };
    draw(server, GameRef { text_document, game: Some(number), position: None }).await.map(|(_, svg)| Some(svg))
}

/// The number of a game and its curve.
async fn draw(server: &Backend, wanted: GameRef) -> Result<(usize, String)> {
    let drawn = server.query_document(wanted.text_document.uri.clone(), move |snapshot, client, cancel| {
        let Some(found) = wanted.find(snapshot, client.encoding, cancel)? else {
            return Some(Err(Error::invalid_params("the document has no such game")));
        };
        let read = found.read(snapshot, cancel)?;
        let game = board_game(&read.text, &read.resolved, &[], 0..usize::MAX, cancel)?;
        Some(
            curve_svg(&read.text, &game)
                .map(|svg| (found.number, svg))
                .ok_or_else(|| failed(NO_EVALUATIONS.to_owned())),
        )
    });
    drawn.await?.unwrap_or_else(|| Err(Error::invalid_params("the document is not open")))
}

/// The address of a game's curve.
fn address_of(file: &Address, number: usize) -> Option<Url> {
    let rest = file.spelling().as_str().strip_prefix("file:")?;
    Url::parse(&format!("{SCHEME}:{rest}.svg?{number}")).ok()
}

/// The document and the number of the game whose curve is at an address.
fn game_at(address: &Url) -> Option<(Url, usize)> {
    let rest = address.as_str().strip_prefix(SCHEME)?.strip_prefix(':')?;
    let (file, number) = rest.rsplit_once(".svg?")?;
    Some((Url::parse(&format!("file:{file}")).ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_its_game() {
        let file = Url::parse("file:///a%20b/c.pgn").expect("a URI");
        let address = address_of(&Address::from(file.clone()), 12).expect("an address");
        assert_eq!(address.as_str(), "vgn-curve:///a%20b/c.pgn.svg?12");
        assert_eq!(game_at(&address), Some((file, 12)));
        for stranger in ["vgn-curve:///c.pgn", "file:///c.pgn.svg?1", "vgn-curve:///c.pgn.svg?x"] {
            assert_eq!(game_at(&Url::parse(stranger).expect("a URI")), None);
        }
    }
}
