//! Commands in a comment are inside the comment, in order.

use vgn_engine::replay::commands::commands as commands_of;

pub fn commands(data: &[u8]) {
    let Ok(comment) = std::str::from_utf8(data) else { return };
    let mut at = 0;
    for command in commands_of(comment) {
        assert!(command.range.start >= at, "{command:?} begins before the one before it ends");
        at = command.range.end;
        let text = comment.get(command.range.clone()).expect("a command lies in its comment");
        assert!(text.starts_with("[%") && text.ends_with(']') && text.contains(command.name));
        assert!(!command.name.is_empty());
    }
}
