//! Hover on a binary section, whose bytes come from the file on disk: its size, moves and last board.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::binary::{DecodedGame, LONGEST_SECTION, ResolvedBinary, resolve_binary_game};
use vgn_engine::games::{DiskState, SectionText};
use vgn_engine::lint::{Context, GameFormat};
use vgn_engine::notation::{BinaryError, BinaryFault, FCN, SAN};
use vgn_engine::replay::ResolvedMove;

use super::Hover;
use super::boards::{self, BoardView};
use crate::line_of_play::spellable;
use crate::open_game::StandaloneGame;
use crate::{BoardStyle, LONGEST_RESOLVED, MarkupBlock, markup};

/// Number of half-moves of the main line shown at its beginning and at its end.
const SHOWN: usize = 24;

/// The hover in a game whose binary section starts at byte `section` of its text.
///
/// `offset` and the hover's range are in bytes of the game's text in the editor.
pub fn hover_section(
    text: &str,
    section: usize,
    on_disk: &DiskState,
    context: &Context<'_>,
    offset: u32,
    style: BoardStyle,
) -> Option<Hover> {
    let (tags, damaged) = text.split_at_checked(section)?;
    let start = u32::try_from(section).ok()?;
    if offset < start {
        // The tags are the only text.
        return super::hover(&StandaloneGame::new(tags, *context), offset, style);
    }
    let range = start..start + u32::try_from(damaged.trim_end().len()).ok()?;
    if offset > range.end {
        return None;
    }
    let bytes = match on_disk.section(text, section) {
        Ok(bytes) => bytes,
        Err(reason) => {
            let headline = MarkupBlock::Headline("A binary section".to_owned());
            return Hover::new(&range, vec![headline, MarkupBlock::Text(sentence(&reason.to_string()))]);
        }
    };
    if (LONGEST_RESOLVED + 1..=LONGEST_SECTION).contains(&bytes.len()) {
        let notation = vgn_engine::binary::binary_notation(tags)?;
        let headline = format!("Binary section in {}", markup::code(notation.name));
        let text = format!("{}: too many for a hover. The decoded view shows its moves.", count(bytes.len(), "byte"));
        return Hover::new(&range, vec![MarkupBlock::Headline(headline), MarkupBlock::Text(text)]);
    }
    let game = resolve_binary_game(tags, bytes, context)?;
    if let Some(error @ BinaryError { fault: BinaryFault::TooLong { .. }, .. }) = &game.decoded.error {
        let headline = format!("Binary section in {}", markup::code(game.decoded.notation.name));
        return Hover::new(
            &range,
            vec![MarkupBlock::Headline(headline), MarkupBlock::Text(sentence(&error.to_string()))],
        );
    }
    let mut blocks = vec![
        MarkupBlock::Headline(format!("Binary section in {}", markup::code(game.decoded.notation.name))),
        MarkupBlock::Text(summary(&game, bytes.len())),
    ];
    let here = SectionText::new(damaged, bytes).byte_at(offset - start);
    blocks.extend(here.and_then(|byte| place(&game, byte)).map(MarkupBlock::Text));
    let line: Vec<&ResolvedMove> = game.transcript.moves.iter().filter(|half_move| half_move.depth == 0).collect();
    if !line.is_empty() {
        blocks.push(MarkupBlock::Code(moves(&game, &line)));
    }
    blocks.extend(game.decoded.error.as_ref().map(|error| MarkupBlock::Text(sentence(&error.to_string()))));
    let last = line.iter().rev().find_map(|half_move| half_move.after.as_deref()).or(game.transcript.start.as_ref());
    if let Some(position) = last {
        blocks.push(MarkupBlock::Text("The last board:".to_owned()));
        blocks.extend(boards::blocks(position, BoardView { style, format: GameFormat::Vgn }));
    }
    Hover::new(&range, blocks)
}

/// The length of a section in words, for lists of games: "57 half-moves in BCCF".
///
/// `None` if the bytes are unknown or too many to be read.
pub fn section_length(text: &str, section: usize, on_disk: &DiskState, half_moves: u32) -> Option<String> {
    let bytes = on_disk.section(text, section).ok()?;
    if bytes.len() > LONGEST_SECTION {
        return None;
    }
    let notation = vgn_engine::binary::binary_notation(text.get(..section)?)?;
    Some(format!("{} in {}", count(half_moves as usize, "half-move"), notation.name))
}

fn summary(game: &ResolvedBinary, len: usize) -> String {
    let report = &game.report;
    let line = report.main_line_half_moves as usize;
    let variations = (report.half_moves as usize).saturating_sub(line);
    let mut parts = vec![count(len, "byte"), count(line, "half-move")];
    if variations > 0 {
        parts.push(format!("{} in variations", count(variations, "half-move")));
    }
    parts.push(match terminator(&game.decoded) {
        "*" => "no result".to_owned(),
        result => format!("result {}", markup::code(result)),
    });
    format!("{}, read from the file on disk.", parts.join(", "))
}

/// The transcript's last word.
fn terminator(decoded: &DecodedGame) -> &str {
    decoded.text.split_ascii_whitespace().next_back().unwrap_or("*")
}

/// The meaning of a byte of the section.
fn place(game: &ResolvedBinary, byte: usize) -> Option<String> {
    let byte = u32::try_from(byte).ok()?;
    let place = game.decoded.tokens().iter().find(|place| place.bytes.contains(&byte))?;
    let token = game.decoded.text.get(place.text.start as usize..place.text.end as usize)?;
    let found = game.transcript.moves.iter().find(|half_move| half_move.range == place.text);
    let bytes = in_words(&place.bytes);
    Some(match found {
        Some(half_move) => format!(
            "Here, {bytes}: {}, ply {}.",
            markup::code(&spelled(half_move).unwrap_or_else(|| token.to_owned())),
            half_move.ply + 1
        ),
        None => format!("Here, {bytes}: {}.", markup::code(token)),
    })
}

/// "bytes 4-5" or "byte 7", counted from 0.
fn in_words(bytes: &Range<u32>) -> String {
    match bytes.len() {
        0 | 1 => format!("byte {}", bytes.start),
        _ => format!("bytes {}-{}", bytes.start, bytes.end - 1),
    }
}

/// The main line, shortened in the middle if it is long.
fn moves(game: &ResolvedBinary, line: &[&ResolvedMove]) -> String {
    let mut words = Vec::new();
    let (head, tail) = if line.len() > 2 * SHOWN { line.split_at(SHOWN) } else { (line, &line[..0]) };
    write(game, head, &mut words);
    if !tail.is_empty() {
        let (between, tail) = tail.split_at(tail.len() - SHOWN);
        words.push(format!("{{{} between}}", count(between.len(), "half-move")));
        write(game, tail, &mut words);
    }
    words.push(terminator(&game.decoded).to_owned());
    words.join(" ")
}

fn write(game: &ResolvedBinary, line: &[&ResolvedMove], words: &mut Vec<String>) {
    for (index, half_move) in line.iter().enumerate() {
        match half_move.color {
            Color::White => words.push(format!("{}.", half_move.number)),
            Color::Black if index == 0 => words.push(format!("{}.5", half_move.number)),
            Color::Black => {}
        }
        let text = || text_of(game, half_move).to_owned();
        words.push(spelled(half_move).unwrap_or_else(text));
    }
}

fn text_of<'g>(game: &'g ResolvedBinary, half_move: &ResolvedMove) -> &'g str {
    game.decoded.text.get(half_move.range.start as usize..half_move.range.end as usize).unwrap_or_default()
}

/// SAN if it can express the half-move, else FCN.
fn spelled(half_move: &ResolvedMove) -> Option<String> {
    let half_move = spellable(half_move)?;
    half_move.spell(&SAN).or_else(|_| half_move.spell(&FCN)).ok()
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn sentence(text: &str) -> String {
    format!("{}.", markup::capital(text))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use expect_test::{Expect, expect};

    use super::*;
    use vgn_engine::games::FileBytes;
    use vgn_engine::lint::{FileKind, Settings};

    const FORMAT: &[u8] = b"[GameFormat \"VGN\"]\n[Result \"White wins\"]\n[MoveFormat \"BCCF\"]";

    /// The hover at a byte offset from the section's beginning in the text.
    fn check(bytes: &[u8], on_disk: Option<DiskState>, offset: isize, expected: Expect) {
        let file = FileBytes::new(bytes.to_vec());
        let section = file.binary_games().first().expect("a binary game").section;
        let text = String::from_utf8_lossy(bytes).into_owned();
        let on_disk = on_disk.unwrap_or_else(|| DiskState::Read(Arc::new(file)));
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn);
        let offset = u32::try_from(section as isize + offset).expect("a place in the text");
        let hover = hover_section(&text, section, &on_disk, &context, offset, BoardStyle::Ascii);
        let said = hover.map_or("nothing".to_owned(), |hover| {
            let about = &text[hover.range.start as usize..hover.range.end as usize];
            format!("{about:?}\n---\n{}", hover.content.to_plain())
        });
        expected.assert_eq(&said);
    }

    #[test]
    fn a_section_is_told_from_the_file() {
        // Pe2-e4, Pe7-e5, Ke1-e3 and the end mark.
        let bytes = [FORMAT, b"\x86\x30\x9a\x40\x82\x21"].concat();
        check(
            &bytes,
            None,
            0,
            expect![[r#"
            "�0�@�!"
            ---
            Binary section in BCCF

            6 bytes, 3 half-moves, result 1-0, read from the file on disk.

            Here, bytes 0-1: e4, ply 1.

            1. e4 e5 2. Ke1-e3 1-0

            The last board:

            8 r n b q k b n r
            7 p p p p . p p p
            6 . . . . . . . .
            5 . . . . p . . .
            4 . . . . P . . .
            3 . . . . K . . .
            2 P P P P . P P P
            1 R N B Q . B N R
              a b c d e f g h

            SFEN rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq

            FEN rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq - 1 2"#]],
        );
        check(
            &bytes,
            Some(DiskState::Nowhere),
            4,
            expect![[r#"
                "�0�@�!"
                ---
                A binary section

                The moves are binary, and a text editor cannot keep their bytes: expected a file on disk that contains them; to edit the game, convert it to a text notation such as FCN."#]],
        );
        check(
            &bytes,
            None,
            -8,
            expect![[r#"
                "MoveFormat"
                ---
                MoveFormat

                The notation of the moves; without it, SAN (VGN).

                Binary Compressed Coordinate Format (BCCF, BCCF2), version 1.1: binary, moves. It can record moves that the rules forbid.

                Two bytes a half-move: source, destination, the piece promoted to, a bit for a promotion and a bit that ends the game. The section begins straight after the ] of MoveFormat, the last tag.

                Defined in: Chess Notation Updates (1.1), 2015."#]],
        );
    }

    #[test]
    fn a_very_long_section_is_not_played() {
        let round = [194, 160, 222, 208, 171, 0, 183, 112];
        let bytes = [FORMAT, &round.repeat(LONGEST_RESOLVED / 8 + 1)].concat();
        let file = FileBytes::new(bytes.clone());
        let section = file.binary_games().first().expect("a binary game").section;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Vgn);
        let (on_disk, offset) = (DiskState::Read(Arc::new(file)), u32::try_from(section).expect("a short text"));
        let hover = hover_section(&text, section, &on_disk, &context, offset, BoardStyle::Ascii).expect("a hover");
        assert_eq!(
            hover.content.to_plain(),
            "Binary section in BCCF\n\n131080 bytes: too many for a hover. The decoded view shows its moves."
        );
    }

    #[test]
    fn a_long_section_is_shown_by_its_beginning_and_end() {
        // Ng1-f3, Ng8-f6, Nf3-g1, Nf6-g8, repeated, and a truncated half-move.
        let round = [194, 160, 222, 208, 171, 0, 183, 112];
        let bytes = [FORMAT, &round.repeat(20), b"\xc1"].concat();
        check(
            &bytes,
            None,
            0,
            expect![[r#"
            "\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p\u{a0}�Ы\0�p�"
            ---
            Binary section in BCCF

            161 bytes, 80 half-moves, result 1-0, read from the file on disk.

            Here, bytes 0-1: Nf3, ply 1.

            1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 Nf6 10. Ng1 Ng8 11. Nf3 Nf6 12. Ng1 Ng8 {32 half-moves between} 29. Nf3 Nf6 30. Ng1 Ng8 31. Nf3 Nf6 32. Ng1 Ng8 33. Nf3 Nf6 34. Ng1 Ng8 35. Nf3 Nf6 36. Ng1 Ng8 37. Nf3 Nf6 38. Ng1 Ng8 39. Nf3 Nf6 40. Ng1 Ng8 1-0

            The binary section is cut off after 161 bytes: expected two bytes a half-move, the last bit of the last one set.

            The last board:

            8 r n b q k b n r
            7 p p p p p p p p
            6 . . . . . . . .
            5 . . . . . . . .
            4 . . . . . . . .
            3 . . . . . . . .
            2 P P P P P P P P
            1 R N B Q K B N R
              a b c d e f g h

            SFEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq

            FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 80 41"#]],
        );
    }
}
