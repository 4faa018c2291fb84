//! The engine of vgn-lsp for chess games in PGN and VGN text, its command line and its language server.
//!
//! With `default-features = false` this crate is a library of few dependencies, without files, threads or clocks. The
//! feature `cli` adds the program, `lsp` the server for any host (see `lsp::host`), and `native` the host that is a
//! process.
//!
//! The game is the unit: [`syntax::games::games`] finds the games of a text, and all other functions take one game's
//! text. All offsets are in bytes from the game's start.
//!
//! # Check the games of a text
//!
//! [`replay::check_game`] returns the diagnostics listed in [`lint::CATALOGUE`], with fixes for
//! [`lint::apply`]. It accepts any text and never fails.
//!
//! ```
//! use vgn_engine::lint::{Code, Context, FileKind, Settings, apply};
//! use vgn_engine::replay::check_game;
//! use vgn_engine::syntax::games::games;
//!
//! let text = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0\n\n1. d4 Nc4 *\n";
//! let settings = Settings::default();
//! let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
//! let mut found = Vec::new();
//! for span in games(text.as_bytes()) {
//!     let game = &text[span.range];
//!     for diagnostic in check_game(game, &context).diagnostics {
//!         if matches!(diagnostic.code, Code::MissingCheckMark | Code::IllegalMove) {
//!             let fixed = diagnostic.fixes.first().map(|fix| apply(game, &fix.edits));
//!             found.push((diagnostic.message, fixed));
//!         }
//!     }
//! }
//! let [(mate, fixed), (illegal, _)] = &found[..] else { panic!("{found:?}") };
//! assert_eq!(mate, "the move gives mate: `#` is missing");
//! assert_eq!(fixed.as_deref(), Some("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"));
//! assert_eq!(illegal, "`Nc4` is not legal here: none of the knights on b8 and g8 can move to c4");
//! ```
//!
//! # Walk its half-moves with their boards
//!
//! [`replay::resolve_game`] returns each half-move of the main line and of all variations, in any notation, with the
//! positions before and after it.
//!
//! ```
//! use shakmaty::{EnPassantMode, fen::Fen};
//! use vgn_engine::lint::{Context, FileKind, Settings};
//! use vgn_engine::replay::resolve_game;
//!
//! let text = "[MoveFormat \"MCN\"]\n\n1. e2e4 (1. d2d4) 1.5 c7c5 *";
//! let settings = Settings::default();
//! let context = Context::new(&settings, FileKind::Vgn);
//! let boards = resolve_game(text, &context).moves.into_iter().map(|half_move| {
//!     let after = half_move.after.expect("a half-move that can be played");
//!     let board = Fen::try_from_setup(after.setup()).expect("a board").to_string();
//!     (text[half_move.range.start as usize..half_move.range.end as usize].to_owned(), half_move.depth, board)
//! });
//! let boards: Vec<_> = boards.collect();
//! assert_eq!(boards[1], ("d2d4".into(), 1, "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1".into()));
//! assert_eq!(boards[2].2, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
//! ```
//!
//! # Convert it
//!
//! [`convert::convert_game`] returns the edits that convert the text to another notation, and lists the losses. For
//! binary notations there is [`convert::convert_whole`].
//!
//! ```
//! use vgn_engine::lint::{Context, FileKind, Settings, apply};
//! use vgn_engine::convert::{Target, convert_game};
//!
//! let text = "[Event \"?\"]\n\n1. e4 {best by test} e5 2. Nf3 *\n";
//! let settings = Settings::default();
//! let context = Context::new(&settings, FileKind::Pgn);
//! let fcn = Target::find("FCN").expect("a notation");
//! let edits = convert_game(text, &context, &fcn, None)?.lossless().expect("nothing that FCN cannot hold");
//! let converted = apply(text, &edits);
//! assert!(converted.contains("[MoveFormat \"FCN"), "{converted}");
//! assert!(converted.ends_with("1. Pe2-e4 Pe7-e5 {[%after 1.] best by test} 2. Ng1-f3 *\n"), "{converted}");
//! # Ok::<(), vgn_engine::convert::Refusal>(())
//! ```
//!
//! Data flows one way: text → tokens → tree or events → resolved game → plain answers → protocol.
//! `docs/architecture.md` has the map; the header of each folder lists what it must not depend on, and `tests/rooms`
//! enforces it.

pub mod binary;
pub mod convert;
pub mod format;
pub mod games;
pub mod lint;
pub mod merge;
pub mod notation;
pub mod openings;
pub mod preferences;
pub mod replay;
pub mod rules;
pub mod score;
pub mod source;
pub mod syntax;
pub mod variants;
