//! Every reader of positions accepts any bytes; what it reads can be written, and reads as the same again, by its own
//! encoding and by every other one that can represent it.

use vgn_engine::convert::{
    PositionForm, PositionReadError, PositionSource, SinglePosition, read_position, write_position,
};
use vgn_engine::notation::position::{ENCODINGS, PositionEncoding};

pub fn positions(data: &[u8]) {
    let text = std::str::from_utf8(data).unwrap_or_default();
    for encoding in ENCODINGS {
        for source in [PositionSource::Bytes(data), PositionSource::Text(text)] {
            match read_position(encoding, source) {
                Ok(position) => ENCODINGS.iter().for_each(|to| rewritten(encoding, &position, to)),
                Err(PositionReadError::Bits(error)) => {
                    assert!(error.bit <= data.len() * 8, "{} {error} {data:02X?}", encoding.name);
                    assert!(!error.to_string().is_empty());
                }
                Err(PositionReadError::Text(error)) => {
                    assert!(text.get(error.range.clone()).is_some(), "{} {error:?} in {text:?}", encoding.name);
                }
                Err(PositionReadError::Medium) => {}
            }
        }
    }
}

/// The written form reads as the same except for listed losses, and as exactly the same the second time.
fn rewritten(from: &PositionEncoding, position: &SinglePosition, to: &PositionEncoding) {
    let Ok(written) = write_position(position, to) else { return };
    let back = read_position(to, written.form.source())
        .unwrap_or_else(|error| panic!("{} to {} {position:?}: {error}", from.name, to.name));
    let same = back.setup == position.setup && back.end == position.end && position.operations.is_empty();
    assert_eq!(written.losses.is_empty(), same, "{} to {} {position:?}\n{:?}", from.name, to.name, written.losses);
    assert_eq!(back.setup.board, position.setup.board, "{} to {}", from.name, to.name);
    if let PositionForm::Bits(bits) = &written.form {
        assert_eq!(bits.bytes.len(), bits.len.div_ceil(8), "{}", to.name);
    }
    let again = write_position(&back, to).map(|again| (again.form, again.losses));
    assert_eq!(again, Ok((written.form, Vec::new())), "{} to {} {position:?}", from.name, to.name);
}
