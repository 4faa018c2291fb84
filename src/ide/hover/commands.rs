//! Hover on a command in a comment, such as `[%clk 1:59:30]`.

use vgn_engine::lint::{Code, GameFormat};
use vgn_engine::replay::after::{MoveName, after};
use vgn_engine::replay::commands::{Command, commands, medals, pawns};
use vgn_engine::syntax::Token;

use super::{Hover, HoverSite};
use crate::board::owners::{Owner, Owners};
use crate::outline::Leaf;
use crate::{COLOURS, MarkupBlock, markup};

/// The hover of the command at `offset`; `None` elsewhere in the comment.
pub fn hover(site: &HoverSite<'_>, leaf: &Leaf, offset: u32) -> Option<Hover> {
    let at = offset.checked_sub(leaf.range.start)? as usize;
    let comment = site.slice(leaf);
    // A command ends at the first `]`, so the search starts after the last one before the offset.
    let from =
        comment.as_bytes().get(..at.saturating_sub(1))?.iter().rposition(|byte| *byte == b']').map_or(0, |n| n + 1);
    let touches = |command: &Command<'_>| from + command.range.start <= at && at <= from + command.range.end;
    let found = commands(&comment[from..]).take_while(|command| from + command.range.start <= at).find(touches)?;
    let start = leaf.range.start + u32::try_from(from + found.range.start).ok()?;
    let range = start..start + u32::try_from(found.range.len()).ok()?;
    let fault = site
        .resolved
        .report
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == Code::InvalidCommentCommand && diagnostic.range == range);
    let is_first = from == 0 && after(comment).is_some_and(|after| after.range == found.range);
    if found.name == "after" {
        return Hover::new(&range, after_blocks(site, leaf, &comment[from..][found.range.clone()], is_first));
    }
    let name = markup::code(&format!("[%{}]", found.name));
    let mut blocks = match (fault, meaning(&found)) {
        // The diagnostic explains the fault.
        (Some(_), Some((_, note))) => {
            vec![MarkupBlock::Headline(name), MarkupBlock::Text(format!("{}.", markup::capital(note)))]
        }
        (Some(_), None) => vec![MarkupBlock::Headline(name)],
        (None, Some((headline, note))) => {
            vec![MarkupBlock::Headline(markup::capital(&headline)), MarkupBlock::Text(format!("{name}: {note}."))]
        }
        (None, None) => vec![
            MarkupBlock::Headline(name),
            MarkupBlock::Text("This command is not known. Programs ignore commands that they do not know.".into()),
        ],
    };
    if let Some(owner) = CommentOwner::by(site, leaf).and_then(|owned| owned.named) {
        blocks.push(MarkupBlock::Text(format!("The comment belongs to {owner}, which it names at its beginning.")));
    }
    Hover::new(&range, blocks)
}

/// The meaning of `[%after]`, which names a comment's half-move (rule C4). Only VGN has it.
fn after_blocks(site: &HoverSite<'_>, leaf: &Leaf, command: &str, is_first: bool) -> Vec<MarkupBlock> {
    let command = markup::code(command);
    if site.resolved.format != GameFormat::Vgn {
        let what = "VGN has this command, to say which half-move a comment belongs to. In a PGN game a comment belongs to \
                    the half-move before it, and the command is a part of its text.";
        return vec![MarkupBlock::Headline(command), MarkupBlock::Text(what.into())];
    }
    let does = "At the beginning of a comment it names the half-move that the comment belongs to, one of the two before it \
                (rule C4)";
    let Some(owned) = CommentOwner::by(site, leaf).filter(|_| is_first) else {
        if is_first
            && site.resolved.moves.is_empty()
            && site.outline.leaves().iter().any(|leaf| leaf.token == Token::Move)
        {
            // The half-moves are unknown, and so is the one that it names.
            return vec![MarkupBlock::Headline(command), MarkupBlock::Text(format!("{does}."))];
        }
        let so = if is_first { "there is none that it could name" } else { "here it is a part of the text" };
        return vec![MarkupBlock::Headline(command), MarkupBlock::Text(format!("{does}; {so}."))];
    };
    let text = match (&owned.named, owned.is_last) {
        (Some(_), true) => format!("{command}: what the comment says is about this half-move."),
        (Some(_), false) => {
            format!("{command}: what the comment says is about this half-move, not about the answer to it.")
        }
        (None, _) => format!("{does}. {command} names neither, so the comment belongs to the last one."),
    };
    vec![MarkupBlock::Headline(format!("The comment belongs to {}", owned.half_move)), MarkupBlock::Text(text)]
}

/// The owner of a comment in a VGN game that begins with `[%after]`.
struct CommentOwner {
    /// The half-move with its number.
    half_move: String,
    /// The same, if the command names it.
    named: Option<String>,
    /// It is the last half-move before the comment.
    is_last: bool,
}

impl CommentOwner {
    fn by(site: &HoverSite<'_>, leaf: &Leaf) -> Option<CommentOwner> {
        if site.resolved.format != GameFormat::Vgn {
            return None;
        }
        after(site.slice(leaf))?;
        let mut owners = Owners::new(&site.resolved);
        let leaves = site.outline.leaves();
        let before = leaves.partition_point(|other| other.range.start < leaf.range.start);
        let owner = leaves[..=before].iter().map(|other| owners.of(&site.outline, other)).last()?;
        let Owner::After(at) = owner else { return None };
        let half_move = &site.resolved.moves[at];
        let number = MoveName { number: half_move.number, color: half_move.color };
        let text = markup::code(&format!("{number} {}", site.outline.slice(&half_move.range)));
        let is_last = !site.resolved.moves[at + 1..]
            .iter()
            .take_while(|other| other.range.start < leaf.range.start)
            .any(|other| other.line == half_move.line);
        let named = owners.named(&site.outline, leaf).map(|_| text.clone());
        Some(CommentOwner { half_move: text, named, is_last })
    }
}

/// The purpose of a command, given its name and example operands.
pub fn note(name: &str, operands: &str) -> Option<&'static str> {
    meaning(&Command { range: 0..0, name, operands }).map(|(_, note)| note)
}

/// What a command says, and the purpose of its kind.
fn meaning(command: &Command<'_>) -> Option<(String, &'static str)> {
    let operands = command.operands;
    let shown = markup::code(operands);
    Some(match command.name {
        "clk" => (format!("{shown} left on the clock"), "the time that the player has left after the move"),
        "egt" => (format!("{shown} played so far"), "the time since the game began"),
        "emt" => (format!("{shown} for this move"), "the time that the move took"),
        "mct" => (format!("{shown} on a mechanical clock"), "what the mechanical clock showed"),
        "eval" => (evaluation(operands), "an engine's evaluation of the position, from White's side"),
        "depth" => (format!("depth {shown}"), "how many half-moves ahead the engine looked"),
        "csl" => (list(operands, square)?, "squares that are coloured on the board"),
        "cal" => (list(operands, arrow)?, "arrows that are drawn on the board"),
        "timestamp" => {
            (format!("timestamp {shown}"), "the time of the move in tenths of a second, as Chess.com counts")
        }
        "tqu" => ("a training question".to_owned(), "ChessBase asks the reader for a move here"),
        "mdl" => (
            medals(operands).map_or_else(|| "medals".to_owned(), |given| given.join(", ")),
            "ChessBase's medals: each kind has a number, 1, 2, 4 and so on, and the command has their sum",
        ),
        "evp" => ("a profile of evaluations".to_owned(), "ChessBase keeps the evaluation of every move for a graph"),
        _ => return None,
    })
}

/// `0.25`, `-1.5`, `#3`, `#-3` or `-#3`, optionally with a depth after a comma or slash.
fn evaluation(operands: &str) -> String {
    let (value, depth) = operands.split_once([',', '/']).unwrap_or((operands, ""));
    let value = value.trim();
    let words = match value.trim_start_matches(['+', '-']).strip_prefix(['#', 'M']) {
        Some("") => "mate".to_owned(),
        Some(moves) => {
            let winner = if value.contains('-') { "Black" } else { "White" };
            format!("{winner} mates in {}", moves.trim_start_matches(['+', '-']))
        }
        None if value.trim_start_matches(['+', '-']).chars().all(|char| matches!(char, '0' | '.')) => {
            "the sides are equal".to_owned()
        }
        None => {
            let better = if value.starts_with('-') { "Black" } else { "White" };
            let written = value.trim_start_matches(['+', '-']);
            let by = match pawns(operands) {
                Some(pawns) if written.parse() != Ok(pawns.abs()) => format!("{:.2}", pawns.abs()),
                _ => written.to_owned(),
            };
            format!("{better} is better by {by} pawns")
        }
    };
    match depth.trim() {
        "" => words,
        depth => format!("{words}, at depth {depth}"),
    }
}

/// The elements of a list in words.
fn list(operands: &str, say: fn(&str) -> Option<String>) -> Option<String> {
    let parts: Vec<String> = operands.split(',').map(|part| say(part.trim())).collect::<Option<_>>()?;
    Some(parts.join(", "))
}

/// `Gd4`.
fn square(text: &str) -> Option<String> {
    Some(format!("{} {}", color(text)?, text.get(1..3)?))
}

/// `Gd2d4`.
fn arrow(text: &str) -> Option<String> {
    Some(format!("{} {} → {}", color(text)?, text.get(1..3)?, text.get(3..5)?))
}

fn color(text: &str) -> Option<&'static str> {
    COLOURS.iter().find(|(letter, _)| text.starts_with(*letter)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::hover::tests::check;

    #[test]
    fn times() {
        check(
            "1. e4 {book [%clk¦ 1:59:30]} *",
            expect![[r#"
                [%clk 1:59:30]
                ---
                **`1:59:30` left on the clock**

                `[%clk]`: the time that the player has left after the move."#]],
        );
        check(
            "1. e4 {[%emt ¦0:00:04]} *",
            expect![[r#"
                [%emt 0:00:04]
                ---
                **`0:00:04` for this move**

                `[%emt]`: the time that the move took."#]],
        );
    }

    #[test]
    fn evaluations() {
        check(
            "1. e4 {[%¦eval -1.25]} *",
            expect![[r#"
                [%eval -1.25]
                ---
                **Black is better by 1.25 pawns**

                `[%eval]`: an engine's evaluation of the position, from White's side."#]],
        );
        check(
            "1. e4 {[%¦eval #-3]} *",
            expect![[r#"
                [%eval #-3]
                ---
                **Black mates in 3**

                `[%eval]`: an engine's evaluation of the position, from White's side."#]],
        );
        check(
            "1. e4 {[%¦eval -#2]} *",
            expect![[r#"
                [%eval -#2]
                ---
                **Black mates in 2**

                `[%eval]`: an engine's evaluation of the position, from White's side."#]],
        );
        check(
            "1. e4 {[%¦eval 0.00,22]} *",
            expect![[r#"
                [%eval 0.00,22]
                ---
                **The sides are equal, at depth 22**

                `[%eval]`: an engine's evaluation of the position, from White's side."#]],
        );
    }

    #[test]
    fn drawings() {
        check(
            "1. e4 {[%¦csl Gd4,Rh1]} *",
            expect![[r#"
                [%csl Gd4,Rh1]
                ---
                **Green d4, red h1**

                `[%csl]`: squares that are coloured on the board."#]],
        );
        check(
            "1. e4 {[%¦mdl 576]} *",
            expect![[r#"
                [%mdl 576]
                ---
                **Tactics, sacrifice**

                `[%mdl]`: ChessBase's medals: each kind has a number, 1, 2, 4 and so on, and the command has their sum."#]],
        );
        check(
            "1. e4 {[%¦cal Yd2d4]} *",
            expect![[r#"
                [%cal Yd2d4]
                ---
                **Yellow d2 → d4**

                `[%cal]`: arrows that are drawn on the board."#]],
        );
    }

    #[test]
    fn whose_a_comment_is() {
        let vgn = |movetext: &str| format!("[GameFormat \"VGN\"]\n\n{movetext}");
        check(
            &vgn("1. e4 (1. d4 1.5 d5) 1.5 e5 {[%¦after 1.] x} *"),
            expect![[r#"
                [%after 1.]
                ---
                **The comment belongs to `1. e4`**

                `[%after 1.]`: what the comment says is about this half-move, not about the answer to it."#]],
        );
        check(
            &vgn("1. e4 1.5 e5 {[%after 1.] [%clk¦ 1:59:30]} *"),
            expect![[r#"
            [%clk 1:59:30]
            ---
            **`1:59:30` left on the clock**

            `[%clk]`: the time that the player has left after the move.

            The comment belongs to `1. e4`, which it names at its beginning."#]],
        );
        check(
            &vgn("1. e4 1.5 e5 {[%¦after 3.] x} *"),
            expect![[r#"
                [%after 3.]
                ---
                **The comment belongs to `1.5 e5`**

                At the beginning of a comment it names the half-move that the comment belongs to, one of the two before it (rule C4). `[%after 3.]` names neither, so the comment belongs to the last one."#]],
        );
        // The numbers of the text are too high.
        check(
            &vgn("7. e4 7.5 e5 {[%¦after 7.] x} *"),
            expect![[r#"
                [%after 7.]
                ---
                **The comment belongs to `1. e4`**

                `[%after 7.]`: what the comment says is about this half-move, not about the answer to it."#]],
        );
        check(
            &vgn("1. e4 1.5 e5 {[%¦after 1.5] x} *"),
            expect![[r#"
            [%after 1.5]
            ---
            **The comment belongs to `1.5 e5`**

            `[%after 1.5]`: what the comment says is about this half-move."#]],
        );
        check(
            &vgn("1. e4 1.5 e5 {x [%¦after 1.]} *"),
            expect![[r#"
            [%after 1.]
            ---
            **`[%after 1.]`**

            At the beginning of a comment it names the half-move that the comment belongs to, one of the two before it (rule C4); here it is a part of the text."#]],
        );
        check(
            &vgn("{[%¦after 1.]} 1. e4 *"),
            expect![[r#"
            [%after 1.]
            ---
            **`[%after 1.]`**

            At the beginning of a comment it names the half-move that the comment belongs to, one of the two before it (rule C4); there is none that it could name."#]],
        );
        check(
            "1. e4 e5 {[%¦after 1.] x} *",
            expect![[r#"
                [%after 1.]
                ---
                **`[%after 1.]`**

                VGN has this command, to say which half-move a comment belongs to. In a PGN game a comment belongs to the half-move before it, and the command is a part of its text."#]],
        );
    }

    #[test]
    fn faults_and_strangers() {
        check(
            "1. e4 {[%¦clk 1:99:00]} *",
            expect![[r#"
                [%clk 1:99:00]
                ---
                **`[%clk]`**

                The time that the player has left after the move."#]],
        );
        check(
            "1. e4 {[%¦xyz 5]} *",
            expect![[r#"
                [%xyz 5]
                ---
                **`[%xyz]`**

                This command is not known. Programs ignore commands that they do not know."#]],
        );
        check("1. e4 {¦a [%clk 1:00]} *", expect!["nothing"]);
        check("1. e4 {[%clk é¦", expect!["nothing"]);
    }
}
