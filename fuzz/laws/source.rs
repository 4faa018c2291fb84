//! Decoded bytes can be encoded again, and positions in them agree.

use vgn_engine::source::{Encoding, Locator, offending_bytes, sniff};

pub fn source(data: &[u8]) {
    let encoding = Encoding::of(data);
    let text = encoding.decode(data);
    assert_eq!(encoding.encode(&text).as_deref(), Ok(data), "{encoding:?}");
    for other in [Encoding::Latin1, Encoding::Cp437, Encoding::Cp850] {
        assert_eq!(other.encode(&other.decode(data)).as_deref(), Ok(data), "{other:?}");
    }
    assert_eq!(offending_bytes(data).is_none(), encoding == Encoding::Utf8);
    assert!(!encoding.name(data).is_empty());
    let _ = sniff(data).map(|kind| kind.to_string());

    let locator = Locator::new(data, encoding);
    assert_eq!(locator.byte_offset(text.len()), data.len());
    let mut before = locator.place(0);
    for offset in text.char_indices().map(|(offset, _)| offset) {
        let place = locator.place(locator.byte_offset(offset));
        assert!((place.line, place.column) >= (before.line, before.column), "places go back at {offset}");
        before = place;
    }
}
