//! The terms of a board on the main line, one row each.

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, ByColor, ByRole, Color, Piece, Role, Square};

use super::QueryError;
use super::images::add_images;
use super::lexer::{QueryToken, QueryWords};
use super::parse::TermRow;
use super::pattern::SoughtPattern;
use super::positions::SoughtPositions;
use super::spans::{self, ValueSpan};
use crate::{WalkBoard, WalkPlace, WalkStep};

/// What is asked of one board, or of the half-move that led to it.
#[derive(Clone, Debug)]
pub(super) enum BoardTest {
    Position(SoughtPositions),
    Pattern(SoughtPattern),
    Material(Vec<ByColor<PieceCounts>>),
    /// Pawns that stand there at least, in one of these ways.
    Pawns(Vec<ByColor<Bitboard>>),
    Piece(Piece, Square),
    /// The number of these pieces.
    Pieces(Piece, ValueSpan<usize>),
    Check,
    Mate,
    Stalemate,
    /// The half-move promotes, to this piece if one is named.
    Promotion(Option<Role>),
}

pub(super) const BOARD_TERMS: &[TermRow<BoardTest>] = &[
    TermRow { word: "position", read: |words| SoughtPositions::read(words).map(BoardTest::Position) },
    TermRow { word: "pattern", read: |words| SoughtPattern::read(words).map(BoardTest::Pattern) },
    TermRow { word: "material", read: |words| material(words).map(BoardTest::Material) },
    TermRow { word: "pawns", read: |words| pawns(words).map(BoardTest::Pawns) },
    TermRow { word: "piece", read: |words| piece(words).map(|(piece, square)| BoardTest::Piece(piece, square)) },
    TermRow { word: "pieces", read: |words| pieces(words).map(|(piece, span)| BoardTest::Pieces(piece, span)) },
    TermRow { word: "check", read: |_| Ok(BoardTest::Check) },
    TermRow { word: "mate", read: |_| Ok(BoardTest::Mate) },
    TermRow { word: "stalemate", read: |_| Ok(BoardTest::Stalemate) },
    TermRow { word: "promotion", read: |words| Ok(BoardTest::Promotion(promoted(words))) },
];

impl BoardTest {
    /// Whether it holds on a board, which the half-move has led to, if one has.
    pub fn holds(&self, place: &WalkPlace<'_>, step: Option<&WalkStep>) -> bool {
        let board = &place.board;
        match self {
            BoardTest::Position(sought) => sought.contain(place),
            BoardTest::Material(counts) => counts.iter().any(|counts| has_material(board, counts)),
            BoardTest::Pattern(sought) => sought.is_on(board),
            BoardTest::Pawns(sought) => {
                let standing = |color| board.by_role(Role::Pawn) & board.by_color(color);
                let standing = ByColor { white: standing(Color::White), black: standing(Color::Black) };
                let stand = |pawns: &ByColor<Bitboard>| {
                    pawns.white & !standing.white == Bitboard::EMPTY && pawns.black & !standing.black == Bitboard::EMPTY
                };
                sought.iter().any(stand)
            }
            BoardTest::Piece(piece, square) => {
                (board.by_role(piece.role) & board.by_color(piece.color)).contains(*square)
            }
            BoardTest::Pieces(piece, span) => {
                span.contains(&(board.by_role(piece.role) & board.by_color(piece.color)).count())
            }
            BoardTest::Check => match board {
                WalkBoard::Bitboards(board) => board.is_check(),
                WalkBoard::Position(position) => position.is_check_on(position.turn()),
            },
            BoardTest::Mate => match board {
                WalkBoard::Bitboards(board) => board.is_checkmate(),
                WalkBoard::Position(position) => position.legal().is_some_and(|legal| legal.is_checkmate()),
            },
            BoardTest::Stalemate => match board {
                WalkBoard::Bitboards(board) => board.is_stalemate(),
                WalkBoard::Position(position) => position.legal().is_some_and(|legal| legal.is_stalemate()),
            },
            BoardTest::Promotion(wanted) => {
                let promoted = step.and_then(|step| step.mv?.promotion());
                promoted.is_some_and(|role| wanted.is_none_or(|wanted| wanted == role))
            }
        }
    }

    /// Whether it needs the keys of positions.
    pub fn needs_keys(&self) -> bool {
        matches!(self, BoardTest::Position(_))
    }
}

/// How many pieces of each kind a side may have, the least and the most.
type PieceCounts = ByRole<RangeInclusive<usize>>;

fn has_material(board: &WalkBoard<'_>, counts: &ByColor<PieceCounts>) -> bool {
    Color::ALL.into_iter().all(|color| {
        let side = board.by_color(color);
        Role::ALL.into_iter().all(|role| counts[color].get(role).contains(&(board.by_role(role) & side).count()))
    })
}

/// `KRPvKR`, `KRP1-2vKR`, or `either KRPvKR`.
fn material(words: &mut QueryWords) -> Result<Vec<ByColor<PieceCounts>>, QueryError> {
    const EXPECTED: &str = "the pieces of White and of Black, such as KRPvKR, or KRP1-3vKR for one to three pawns";
    let is_either = words.take("either");
    let token = words.value(EXPECTED)?;
    let side = |text: &str| {
        let mut counts = ByRole::new_with(|_| 0..=0);
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let role = Role::from_char(letter.to_ascii_lowercase()).filter(|_| letter.is_ascii_uppercase())?;
            let length = rest[1..].find(char::is_alphabetic).unwrap_or(rest.len() - 1);
            let (least, most) = number_of_pieces(&rest[1..=length])?;
            let count: &mut RangeInclusive<usize> = counts.get_mut(role);
            *count = count.start().checked_add(least)?..=count.end().checked_add(most)?;
            rest = &rest[1 + length..];
        }
        (!text.is_empty()).then_some(counts)
    };
    let counts = token
        .text
        .split_once('v')
        .and_then(|(white, black)| Some(ByColor { white: side(white)?, black: side(black)? }));
    let counts = counts.ok_or_else(|| token.error(&format!("expected {EXPECTED}")))?;
    let mut sides = vec![counts.clone()];
    if is_either && counts.white != counts.black {
        let ByColor { white, black } = counts;
        sides.push(ByColor { white: black, black: white });
    }
    Ok(sides)
}

/// The least and the most of a number: `2`, `1-3`, or nothing for one.
fn number_of_pieces(text: &str) -> Option<(usize, usize)> {
    if text.is_empty() {
        return Some((1, 1));
    }
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| *number <= 64);
    let (least, most) = (number(least)?, number(most)?);
    (least <= most).then_some((least, most))
}

/// `d4,e5vd5`: White's pawns, and Black's.
fn pawns(words: &mut QueryWords) -> Result<Vec<ByColor<Bitboard>>, QueryError> {
    const EXPECTED: &str = "squares of White's pawns, and behind a `v` of Black's, such as d4,e5vd5,e6";
    let token = words.value(EXPECTED)?;
    let (white, black) = token.text.split_once('v').unwrap_or((&token.text, ""));
    let side = |text: &str| {
        let mut squares = Bitboard::EMPTY;
        for name in text.split(',').filter(|_| !text.is_empty()) {
            squares.add(square(&token, name, EXPECTED)?);
        }
        Ok(squares)
    };
    let pawns = ByColor { white: side(white)?, black: side(black)? };
    match (pawns.white | pawns.black).is_empty() {
        true => Err(token.error(&format!("expected {EXPECTED}"))),
        false => {
            let mut sought = vec![pawns];
            let mirrored = |pawns: &ByColor<Bitboard>| pawns.map(Bitboard::flip_horizontal);
            let reversed = |pawns: &ByColor<Bitboard>| ByColor {
                white: pawns.black.flip_vertical(),
                black: pawns.white.flip_vertical(),
            };
            add_images(words, &mut sought, mirrored, reversed);
            Ok(sought)
        }
    }
}

/// `Nd5`: a white knight, or `nd5`: a black one.
fn piece(words: &mut QueryWords) -> Result<(Piece, Square), QueryError> {
    const EXPECTED: &str = "a piece of White and its square, such as Nd5, or of Black, such as nd5";
    let token = words.value(EXPECTED)?;
    let piece = token.text.chars().next().and_then(Piece::from_char);
    let piece = piece.ok_or_else(|| token.error(&format!("expected {EXPECTED}")))?;
    Ok((piece, square(&token, &token.text[1..], EXPECTED)?))
}

/// `R 1..2`: one or two white rooks, or `r 0`: no black one.
fn pieces(words: &mut QueryWords) -> Result<(Piece, ValueSpan<usize>), QueryError> {
    const EXPECTED: &str =
        "a piece of White, such as R, or of Black, such as r, and its number or a span, such as R 1..2";
    let token = words.value(EXPECTED)?;
    let mut letters = token.text.chars();
    let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none());
    let piece = piece.ok_or_else(|| token.error(&format!("expected {EXPECTED}")))?;
    Ok((piece, spans::numbers(words, "a number of pieces or a span, such as 1..2")?))
}

fn square(token: &QueryToken, name: &str, expected: &str) -> Result<Square, QueryError> {
    name.parse().map_err(|_| token.error(&format!("expected {expected}")))
}

/// The letter of a piece, if one comes next.
fn promoted(words: &mut QueryWords) -> Option<Role> {
    ["Q", "R", "B", "N", "K"]
        .into_iter()
        .find(|letter| words.take(letter))
        .and_then(|letter| letter.chars().next().map(|letter| letter.to_ascii_lowercase()).and_then(Role::from_char))
}
