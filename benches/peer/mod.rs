//! The peer: `pgn-reader` splits and reads games, `shakmaty` resolves and plays every SAN of main lines and variations.
//!
//! It handles no tags except the position, and no numbers, marks, ends or messages. After an illegal move the rest of
//! the line is only counted.

use std::env;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// Argument with which the benchmark starts itself as the peer.
pub const PLAY: &str = "--peer";
/// Same without `shakmaty`: moves are read and counted, to measure reading alone.
pub const READ: &str = "--peer-reads";
/// Bytes are read and line ends counted: a lower bound for programs that read every byte.
pub const LOOK: &str = "--line-ends";

/// Runs as the peer, if this process was started for that. Returns whether it was.
pub fn ran() -> io::Result<bool> {
    let arguments: Vec<_> = env::args().collect();
    let [_, command, path] = arguments.as_slice() else { return Ok(false) };
    let file = File::open(path);
    match command.as_str() {
        PLAY => {
            let mut counts = Counts::default();
            Reader::new(file?).visit_all_games(&mut counts)?;
            let Counts { games, half_moves, illegal } = counts;
            writeln!(io::stdout(), r#"{{"games":{games},"half_moves":{half_moves},"illegal":{illegal}}}"#)?;
        }
        READ => {
            let mut reads = Reads::default();
            Reader::new(file?).visit_all_games(&mut reads)?;
            writeln!(io::stdout(), r#"{{"games":{},"half_moves":{}}}"#, reads.games, reads.half_moves)?;
        }
        LOOK => writeln!(io::stdout(), r#"{{"lines":{}}}"#, line_ends(file?)?)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn line_ends(mut file: File) -> io::Result<usize> {
    let mut block = vec![0; 1 << 20];
    let mut lines = 0;
    loop {
        match file.read(&mut block)? {
            0 => return Ok(lines),
            read => lines += memchr::memchr_iter(b'\n', &block[..read]).count(),
        }
    }
}

#[derive(Default)]
struct Reads {
    games: u64,
    half_moves: u64,
}

impl Visitor for Reads {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.games += 1;
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), said: SanPlus) -> ControlFlow<()> {
        black_box(said);
        self.half_moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(false))
    }

    fn end_game(&mut self, (): ()) {}
}

#[derive(Default)]
struct Counts {
    games: u64,
    half_moves: u64,
    illegal: u64,
}

/// One line of a game.
#[derive(Clone, Default)]
struct Line {
    /// The board before the last half-move, where a variation to it begins.
    before: Chess,
    board: Chess,
    /// Whether a move was illegal, so that the rest cannot be played.
    lost: bool,
}

/// The current line, and its suspended parent lines.
#[derive(Default)]
struct Play {
    line: Line,
    outer: Vec<Line>,
}

impl Visitor for Counts {
    type Tags = Option<Chess>;
    type Movetext = Play;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(&value.decode()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            self.illegal += u64::from(start.is_none());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Play> {
        let board = start.unwrap_or_default();
        let line = Line { before: board.clone(), board, lost: false };
        ControlFlow::Continue(Play { line, outer: Vec::new() })
    }

    fn san(&mut self, play: &mut Play, said: SanPlus) -> ControlFlow<()> {
        self.half_moves += 1;
        let line = &mut play.line;
        if !line.lost {
            match said.san.to_move(&line.board) {
                Ok(found) => {
                    line.before = line.board.clone();
                    line.board.play_unchecked(found);
                }
                Err(_) => {
                    self.illegal += 1;
                    line.lost = true;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, play: &mut Play) -> ControlFlow<(), Skip> {
        let board = play.line.before.clone();
        let inner = Line { before: board.clone(), board, lost: play.line.lost };
        play.outer.push(std::mem::replace(&mut play.line, inner));
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, play: &mut Play) -> ControlFlow<()> {
        if let Some(line) = play.outer.pop() {
            play.line = line;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Play) {}
}
