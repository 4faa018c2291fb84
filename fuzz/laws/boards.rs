//! Every reader of boards accepts any text; what it reads can be written, and reads as the same again.

use vgn_engine::notation::{Codec, EndMark, REGISTRY, SpelledBoard, read_fen_tag};

pub fn boards(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for notation in REGISTRY {
        let Codec::Boards { read, write, .. } = notation.codec else { continue };
        match read(text) {
            Ok(board) => {
                let written = SpelledBoard { setup: &board.setup, check: board.check, end: board.end };
                // Defaults of the first reading are written explicitly.
                let Ok(again) = write(&written) else { continue };
                let back = read(&again).unwrap_or_else(|error| panic!("{} writes {again:?}: {error}", notation.name));
                assert_eq!(back.setup, board.setup, "{} {text:?} {again:?}", notation.name);
                assert_eq!((back.check, back.end), (board.check, board.end), "{} {text:?} {again:?}", notation.name);
            }
            Err(error) => {
                assert!(text.get(error.range.clone()).is_some(), "{error:?} in {text:?}");
                assert!(!error.to_string().is_empty());
            }
        }
        if let Some(len) = notation.token_len(text) {
            assert!(text.get(..len).is_some());
        }
    }
    match read_fen_tag(text) {
        Ok(board) => assert_eq!(board.end, EndMark::None),
        Err(error) => assert!(text.get(error.range.clone()).is_some(), "{error:?} in {text:?}"),
    }
}
