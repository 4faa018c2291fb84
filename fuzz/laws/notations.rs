//! Every reader of move texts accepts any text, and so do the searches for names and languages.

use vgn_engine::notation::languages::read_foreign;
use vgn_engine::notation::nag::CompositeNag;
use vgn_engine::notation::{Codec, MoveText, REGISTRY, find, fitting, marks, near};

pub fn notations(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for notation in REGISTRY {
        if let Codec::Moves { read, .. } = notation.codec {
            let said: Option<MoveText> = read(text);
            // A token ends at white space, so a text without any is one token or none.
            let whole = !text.is_empty() && !text.contains(char::is_whitespace);
            if whole {
                assert_eq!(notation.token_len(text).is_some(), said.is_some(), "{} {text:?}", notation.name);
            }
        }
        if let Some(len) = notation.token_len(text) {
            assert!(text.get(..len).is_some());
        }
    }
    assert!(fitting(text).all(|notation| matches!(notation.codec, Codec::Moves { .. })));
    if let Some(notation) = find(text) {
        assert!(near(text).contains(&notation));
    }
    let _ = (near(text), read_foreign(text), CompositeNag::parse(text), marks::parse(text));
}
