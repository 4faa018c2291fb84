//! The protocol with lines that engines have written.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Move, Position};

use super::*;

/// A session of an engine with these lines of options.
fn greeted(options: &str) -> UciSession {
    let mut session = UciSession::default();
    assert_eq!(session.receive("Stockfish 15.1 by the Stockfish developers (see AUTHORS file)"), Ok(None));
    for line in options.lines() {
        assert_eq!(session.receive(line), Ok(None), "{line}");
    }
    assert_eq!(session.receive("uciok\r"), Ok(Some(EngineReply::Greeted)));
    session
}

const STOCKFISH: &str = "id name Stockfish 15.1
id author the Stockfish developers (see AUTHORS file)

option name Debug Log File type string default
option name Threads type spin default 1 min 1 max 1024
option name Hash type spin default 16 min 1 max 33554432
option name Clear Hash type button
option name MultiPV type spin default 1 min 1 max 500
option name UCI_Chess960 type check default false
option name UCI_AnalyseMode type check default false";

const FAIRY: &str = "option name UCI_Chess960 type check default false
option name UCI_Variant type combo default chess var 3check var antichess var chess var crazyhouse var racingkings";

fn request(fen: &str, variant: Variant, mode: CastlingMode) -> SearchRequest {
    let setup = fen.parse::<Fen>().expect("a board").into_setup();
    let position = VariantPosition::from_setup(variant, setup, mode).expect("a legal position");
    SearchRequest::from_position(position, mode)
}

fn first() -> SearchRequest {
    SearchRequest::from_position(VariantPosition::new(Variant::Chess), CastlingMode::Standard)
}

fn legal(request: &SearchRequest, text: &str) -> Move {
    text.parse::<UciMove>().expect("a move").to_move(request.position()).expect("it is legal")
}

/// The result of a search with these lines.
fn found(request: &SearchRequest, lines: &str) -> Result<SearchReport, ProtocolFault> {
    let mut session = greeted(STOCKFISH);
    session.search(request, SearchLimit::Depth(1));
    for line in lines.lines() {
        if let Some(EngineReply::Found(report)) = session.receive(line)? {
            return Ok(report);
        }
    }
    panic!("no `bestmove`")
}

#[test]
fn an_engine_is_set_up_as_far_as_it_has_options() {
    let mut session = greeted(STOCKFISH);
    assert_eq!(session.name(), Some("Stockfish 15.1"));
    let settings = EngineSettings { threads: 2000, hash: Some(64), multi_pv: 3 };
    assert_eq!(
        session.set_up(&settings),
        "setoption name Threads value 1024\nsetoption name Hash value 64\nsetoption name MultiPV value 3\n\
         setoption name UCI_AnalyseMode value true\nisready\n"
    );
    assert_eq!(session.receive("readyok"), Ok(Some(EngineReply::Ready)));
    assert_eq!(greeted("").set_up(&settings), "isready\n");
}

#[test]
fn variants_are_asked_for_if_the_engine_plays_them() {
    let mut fairy = greeted(FAIRY);
    assert_eq!(fairy.new_game(Variant::Chess, CastlingMode::Standard).as_deref(), Ok("ucinewgame\nisready\n"));
    assert_eq!(
        fairy.new_game(Variant::ThreeCheck, CastlingMode::Standard).as_deref(),
        Ok("setoption name UCI_Variant value 3check\nucinewgame\nisready\n")
    );
    assert_eq!(
        fairy.new_game(Variant::Chess, CastlingMode::Chess960).as_deref(),
        Ok("setoption name UCI_Variant value chess\nsetoption name UCI_Chess960 value true\nucinewgame\nisready\n")
    );
    let unknown = fairy.new_game(Variant::Atomic, CastlingMode::Standard);
    assert_eq!(unknown, Err(ProtocolFault::UnknownVariant("atomic")));
    let unknown = greeted(STOCKFISH).new_game(Variant::Horde, CastlingMode::Standard).unwrap_err();
    assert!(unknown.is_about_the_game());
    assert_eq!(greeted("").new_game(Variant::Chess, CastlingMode::Chess960), Err(ProtocolFault::NoChess960));
}

#[test]
fn positions_are_sent_with_their_history() {
    let mut request = first();
    assert!(request.play(legal(&request, "e2e4")));
    assert!(request.play(legal(&request, "e7e5")));
    assert_eq!(request.lines(SearchLimit::Nodes(5000)), "position startpos moves e2e4 e7e5\ngo nodes 5000\n");
    let mut castling = request_at_castling(CastlingMode::Standard);
    assert!(castling.play(legal(&castling, "e1g1")));
    assert_eq!(
        castling.lines(SearchLimit::Time(100)),
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\ngo movetime 100\n"
    );
    let mut chess960 = request_at_castling(CastlingMode::Chess960);
    assert!(chess960.play(legal(&chess960, "e1h1")));
    assert!(chess960.lines(SearchLimit::Infinite).ends_with(" moves e1h1\ngo infinite\n"));
    let again = legal(&castling, "e8e7");
    assert!(castling.play(again) && !castling.play(again), "it is not legal any more");
}

fn request_at_castling(mode: CastlingMode) -> SearchRequest {
    request("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Chess, mode)
}

#[test]
fn the_last_exact_evaluation_counts() {
    let lines = "info string NNUE evaluation using nn-ad9b42354671.nnue enabled
info depth 11 seldepth 13 multipv 1 score cp 32 wdl 45 953 2 nodes 29040 nps 414857 hashfull 14 tbhits 0 time 70 pv e2e4 c7c5
info depth 12 currmove e2e4 currmovenumber 1
info depth 12 seldepth 14 multipv 1 score cp 90 lowerbound nodes 35000 nps 473643 time 80 pv e2e4
info depth 12 seldepth 14 multipv 1 score cp 38 nodes 41207 nps 473643 hashfull 18 tbhits 0 time 87 pv d2d4 d7d5 c2c4
info depth 13 seldepth 14 multipv 1 score cp 10 upperbound nodes 41300 time 87 pv e2e4
bestmove d2d4 ponder d7d5";
    let report = found(&first(), lines).expect("a result");
    let [line] = &report.lines[..] else { panic!("one line") };
    assert_eq!((line.score, line.depth, report.nodes), (EngineScore::Centipawns(38), 12, 41300));
    assert_eq!(line.moves.len(), 3);
}

#[test]
fn the_best_line_is_that_of_the_engine_s_choice() {
    let begun = |bound: &str| {
        let lines = format!("info depth 9 score cp 38 pv d2d4 d7d5\ninfo depth 10 score cp 52 lowerbound pv {bound}");
        found(&first(), &(lines + "\nbestmove e2e4")).expect("a result")
    };
    let spelt = |report: SearchReport| report.lines[0].moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(spelt(begun("e2e4 c7c5")), ["e2-e4", "c7-c5"], "it was found at the end, with a bound alone");
    assert_eq!(spelt(begun("g1f3")), ["e2-e4"]);
    assert_eq!(begun("e2e4").lines[0].score, EngineScore::Centipawns(38));
}

#[test]
fn evaluations_are_those_of_white() {
    let black = request("7k/8/8/6K1/8/8/8/8 b - - 0 1", Variant::Chess, CastlingMode::Standard);
    let lines = |score: &str| format!("info depth 5 score {score} nodes 9\nbestmove h8h7");
    let score = |text: &str| found(&black, &lines(text)).expect("a result").lines[0].score;
    assert_eq!(score("mate -200"), EngineScore::Mate(200));
    assert_eq!(score("cp 20"), EngineScore::Centipawns(-20));
}

#[test]
fn several_lines_come_in_their_order() {
    let lines = "info depth 3 multipv 2 score cp 10 pv d2d4\ninfo depth 3 multipv 1 score cp 20 pv e2e4\n\
                 info depth 3 multipv 9999999 score cp 20 pv e2e4\nbestmove e2e4";
    let report = found(&first(), lines).expect("a result");
    let scores: Vec<EngineScore> = report.lines.iter().map(|line| line.score).collect();
    assert_eq!(scores, [EngineScore::Centipawns(20), EngineScore::Centipawns(10)]);
}

#[test]
fn what_an_engine_says_of_a_board_without_moves_is_taken() {
    let mated = request("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Variant::Chess, CastlingMode::Standard);
    assert!(mated.position().is_checkmate());
    let report = found(&mated, "info depth 0 score mate 0\nbestmove (none)").expect("no fault");
    assert!(report.lines.is_empty());
}

#[test]
fn lies_are_faults() {
    let lie = |lines: &str| found(&first(), lines).unwrap_err().to_string();
    assert_eq!(lie("info depth 1 score cp 3 pv e2e5\nbestmove e2e4"), "gave the move `e2e5`, which is not legal");
    assert_eq!(lie("info depth 1 score cp 3 pv e2e4\nbestmove e7e5"), "gave the move `e7e5`, which is not legal");
    assert_eq!(lie("info depth 1 score cp 3 pv \u{1b}[31m\nbestmove e2e4"), "gave the move `[31m`, which is not legal");
    assert_eq!(lie("info depth 1 score cp 3 pv e2e4\nbestmove (none)"), "gave no move in a position that has one");
    assert_eq!(lie("bestmove e2e4"), "ended a search without an evaluation");
    let report = found(&first(), "info depth 1 score cp 3 pv e2e4 e2e4 e7e5\nbestmove e2e4").expect("a result");
    assert_eq!(report.lines[0].moves.len(), 1, "the end of a line may come from a hash table");
}

#[test]
fn drops_are_moves() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R[N] w KQkq - 0 1";
    let house = request(start, Variant::Crazyhouse, CastlingMode::Standard);
    let report = found(&house, "info depth 1 score cp 3 pv N@f6 g7f6\nbestmove N@f6").expect("a result");
    assert_eq!(report.lines[0].moves.len(), 2);
}

#[test]
fn garbage_ends_after_a_while() {
    let mut session = UciSession::default();
    let fault = (0..2000).find_map(|_| session.receive("y").err());
    assert_eq!(fault, Some(ProtocolFault::Garbage));
    let mut session = greeted(STOCKFISH);
    assert_eq!(session.receive("bestmove e2e4"), Ok(None), "nothing was asked");
    assert_eq!(session.receive("copyprotection error"), Err(ProtocolFault::Refused));
}
