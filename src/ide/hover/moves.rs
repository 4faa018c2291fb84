//! Hover on a move: its FCN, which says the whole move, then its SAN, whose move it is, and why it is illegal.

use std::ops::Range;

use shakmaty::{Color, Move};

use crate::analysis::{Code, Resolved, ResolvedMove};
use crate::ide::{Block, Markup};
use crate::notation::{Codec, EndMark, FCN, Notation, SAN, Written};
use crate::rules::{Play, Position};

use super::Hover;

/// The hover of the move that holds the byte at `offset`, or ends there.
pub fn hover(resolved: &Resolved, offset: u32) -> Option<Hover> {
    let found = resolved.move_at(offset)?;
    let mut blocks = Vec::new();
    let mut said = Vec::new();
    let mut ends = None;
    if let (Some(before), Some(play)) = (&found.before, &found.play) {
        let after = found.after.clone().unwrap_or_else(|| before.after(play));
        match write(&FCN, before, play, &after) {
            Some(fcn) => blocks.push(Block::Headline(format!("`{fcn}`"))),
            None => blocks.push(Block::Headline("The turn passes".to_owned())),
        }
        said.extend(write(&SAN, before, play, &after).map(|san| format!("`{san}`")));
        ends = state(&after);
    }
    said.push(whose(found));
    said.extend(ends.map(str::to_owned));
    blocks.push(Block::Text(said.join(", ")));
    blocks.extend(objection(resolved, found).map(Block::Text));
    Some(Hover { range: found.range.clone(), content: Markup { blocks } })
}

/// "White's move 3", "Black's move 12 in a variation".
fn whose(found: &ResolvedMove) -> String {
    let side = match found.color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let place = match found.depth {
        0 => String::new(),
        1 => " in a variation".to_owned(),
        depth => format!(" in a variation of depth {depth}"),
    };
    format!("{side}'s move {}{place}", found.number)
}

/// What the move leads to, where it is worth a word.
fn state(after: &Position) -> Option<&'static str> {
    if after.is_checkmate() {
        Some("checkmate")
    } else if after.is_stalemate() {
        Some("stalemate")
    } else {
        None
    }
}

/// Why the move is not good as it stands.
fn objection(resolved: &Resolved, found: &ResolvedMove) -> Option<String> {
    if let Some(illegal) = &found.illegal {
        return Some(format!("Illegal move: {illegal}."));
    }
    let meets = |range: &Range<u32>| range.start < found.range.end && found.range.start < range.end;
    let mut diagnostics = resolved.report.diagnostics.iter();
    diagnostics
        .find(|found| {
            matches!(found.code, Code::IllegalMove | Code::AmbiguousMove | Code::InvalidMoveText) && meets(&found.range)
        })
        .map(|found| format!("{}.", found.message.trim_end_matches('.')))
}

/// The move in a notation; none where the notation cannot say it.
fn write(notation: &Notation, before: &Position, play: &Play, after: &Position) -> Option<String> {
    let Codec::Moves { write, .. } = notation.codec else { return None };
    let mv = match *play {
        Play::Move(mv) => Some(mv),
        Play::Null => None,
        Play::Arrival { role, from, to, promotion } => {
            Some(Move::Normal { role, from, to, capture: before.board().role_at(to), promotion })
        }
    };
    let over = after.is_checkmate() || after.is_stalemate();
    let written = Written {
        mv,
        check: after.is_check(),
        end: if over { EndMark::Over } else { EndMark::None },
        legal: before.legal(),
        mode: before.castling_mode(),
    };
    write(&written).ok()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::analysis::{Context, FileKind, Settings};

    /// The hover at the mark `¦`, with the text that it is about.
    fn check(marked: &str, expected: Expect) {
        let at = marked.find('¦').expect("a mark");
        let text = marked.replace('¦', "");
        let context = Context { settings: &Settings::default(), kind: FileKind::Pgn, fixes: false };
        let offset = u32::try_from(at).expect("a short text");
        let answer = match crate::ide::hover(&text, &context, offset) {
            Some(hover) => {
                let range = hover.range.start as usize..hover.range.end as usize;
                format!("{}\n---\n{}", &text[range], hover.content.to_markdown())
            }
            None => "nothing".to_owned(),
        };
        expected.assert_eq(&answer);
    }

    #[test]
    fn a_move_is_said_in_full() {
        check(
            "1. e4 d5 2. ¦exd5 Qxd5 *",
            expect![[r#"
            exd5
            ---
            ### `Pe4-d5xP`

            `exd5`, White's move 2"#]],
        );
        check(
            "1. e4 e5 2. Nf3 N¦c6 3. Bc4 *",
            expect![[r#"
            Nc6
            ---
            ### `Nb8-c6`

            `Nc6`, Black's move 2"#]],
        );
        check(
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-¦O *",
            expect![[r#"
            O-O
            ---
            ### `KC`

            `O-O`, White's move 4"#]],
        );
    }

    #[test]
    fn check_and_mate_have_their_marks() {
        check(
            "1. f3 e5 2. g4 ¦Qh4# 0-1",
            expect![[r#"
            Qh4#
            ---
            ### `Qd8-h4+#`

            `Qh4#`, Black's move 2, checkmate"#]],
        );
        check(
            "1. e4 f5 2. Qh5¦+ *",
            expect![[r#"
            Qh5+
            ---
            ### `Qd1-h5+`

            `Qh5+`, White's move 2"#]],
        );
    }

    #[test]
    fn variations_are_played_on_their_own_board() {
        check(
            "1. e4 e5 (1... c5 2. Nf3 (2. ¦c3)) 2. Nc3 *",
            expect![[r#"
            c3
            ---
            ### `Pc2-c3`

            `c3`, White's move 2 in a variation of depth 2"#]],
        );
    }

    #[test]
    fn what_is_illegal_says_why() {
        check(
            "1. e4 e5 2. ¦Ke3 *",
            expect![[r#"
                Ke3
                ---
                White's move 2

                `Ke3` is not legal here: the king on e1 cannot move to e3."#]],
        );
        check(
            "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n1. Pe2-e4 1.5 Pe7-e5 2. ¦Ke1-e3 *",
            expect![[r#"
                Ke1-e3
                ---
                ### `Ke1-e3`

                White's move 2

                Illegal move: the king on e1 cannot move to e3."#]],
        );
    }

    #[test]
    fn elsewhere_there_is_nothing_yet() {
        check("[White \"¦Nf3\"]\n1. e4 *", expect!["nothing"]);
        check("1. e4 {N¦f3} *", expect!["nothing"]);
        check("1.¦ e4 e5 *", expect!["nothing"]);
        check("1. e4 ¦*", expect!["nothing"]);
        check("¦", expect!["nothing"]);
    }
}
