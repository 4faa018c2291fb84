//! Any text can be read as a configuration, and errors have a range in it.

use vgn_config::parse;
use vgn_engine::lint::Settings;

pub fn config(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (config, notices) = parse(text);
    for notice in &notices.first {
        let line = notice.line.checked_sub(1).and_then(|index| text.split('\n').nth(index));
        let line = line.unwrap_or_else(|| panic!("{notice:?} is on no line of {text:?}"));
        assert!((1..=line.chars().count() + 1).contains(&notice.column), "{notice:?} is past its line in {text:?}");
        assert!(!notice.message.is_empty());
    }
    config.apply(&mut Settings::default());
}
