//! Hover over the protocol; what it says is tested with the feature itself.

use serde_json::{Value, json};

use crate::lsp_server::harness::{Session, as_range};

const GAME: &str = "file:///game.pgn";

#[test]
fn a_move_is_headed_as_players_write_it() {
    let mut session = Session::new();
    session.open(GAME, 1, "1. e4 e5\n2. Nf3 *");
    for character in 3..=6 {
        let hover = session.hover(GAME, 1, character);
        assert_eq!(hover["range"], as_range([1, 3, 1, 6]));
        assert_eq!(hover["contents"]["kind"], "markdown");
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.starts_with("**2. Nf3 · `Ng1-f3` · C40 King's Knight Opening**\n"), "{text}");
    }
    for (character, headline) in [(0, "**White's move 2**\n"), (2, "**White's move 2**\n"), (7, "**`*`: no result**\n")]
    {
        let hover = session.hover(GAME, 1, character);
        let text = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(text.starts_with(headline), "{text}");
    }
    assert_eq!(session.hover(GAME, 9, 0), Value::Null);
    session.diagnostics(GAME, 1);
    session.finish();
}

#[test]
fn a_client_without_markdown_gets_plain_text() {
    let (mut session, _) = Session::with_capabilities(json!({}));
    session.open(GAME, 1, "1. e4 *");
    let hover = session.hover(GAME, 0, 3);
    assert_eq!(hover["contents"]["kind"], "plaintext");
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(text.starts_with("1. e4 · Pe2-e4 · B00 King's Pawn Game\n"), "{text}");
    session.diagnostics(GAME, 1);
    session.finish();
}
