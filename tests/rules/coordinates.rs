//! Moves told by coordinates: over all squares and promotions, the verdict calls exactly the legal moves legal.

use std::collections::HashSet;

use shakmaty::{CastlingMode, CastlingSide, Move, Role, Square, fen::Fen};
use vgn_lsp::rules::{Play, Position, PromotionFault, RuleScope};

fn position(fen: &str, mode: CastlingMode) -> Position {
    Position::from_setup(fen.parse::<Fen>().expect("a valid FEN").into_setup(), mode)
}

/// The table's spelling: castling as king takes rook in Chess960, as the king's two squares otherwise.
fn uci(m: Move, mode: CastlingMode) -> String {
    m.to_uci(mode).to_string()
}

#[test]
fn the_table_of_legal_moves() {
    for line in include_str!("../data/movegen/legal-moves.jsonl").lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        let fen = row["fen"].as_str().expect("a FEN");
        let mode = CastlingMode::from_chess960(row["chess960"].as_bool().expect("a flag"));
        let table: HashSet<String> =
            row["moves"].as_array().expect("moves").iter().map(|m| m[0].as_str().expect("a move").to_owned()).collect();
        let position = position(fen, mode);
        let mut judged = HashSet::new();
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)] {
                    if promotion.is_some() && position.board().role_at(from) != Some(Role::Pawn) {
                        continue;
                    }
                    let verdict = position.by_coordinates(from, to, promotion, None, RuleScope::Full);
                    let play = verdict.play.expect("coordinates can always be carried out");
                    if play == Play::Null {
                        assert!(position.board().role_at(from).is_none() && !verdict.is_legal(), "{fen}: {from}{to}");
                        continue;
                    }
                    assert_eq!(verdict.illegal, position.why_illegal(&play), "{fen}: {from}{to}");
                    if verdict.is_legal() {
                        judged.insert(uci(play.as_move().expect("a legal play is a move"), mode));
                    }
                    if verdict.ambiguous_castling {
                        let side = CastlingSide::from_king_side(to.file() > shakmaty::File::D);
                        assert!(position.castle(side, RuleScope::Full).is_legal(), "{fen}: {from}{to}");
                        assert!(verdict.is_legal(), "{fen}: {from}{to}");
                    }
                }
            }
        }
        assert_eq!(judged, table, "{fen}");
        for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
            let san = if side.is_king_side() { "O-O" } else { "O-O-O" };
            let said = row["moves"]
                .as_array()
                .expect("moves")
                .iter()
                .any(|m| m[1].as_str().is_some_and(|text| text.trim_end_matches(['+', '#']) == san));
            assert_eq!(position.castle(side, RuleScope::Full).is_legal(), said, "{fen}: {san}");
        }
    }
}

#[test]
fn the_king_takes_its_rook_or_goes_two_squares() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let start = position(fen, mode);
        for (to, rook) in
            [(Square::G1, Square::H1), (Square::H1, Square::H1), (Square::C1, Square::A1), (Square::A1, Square::A1)]
        {
            let verdict = start.by_coordinates(Square::E1, to, None, Some(Role::King), RuleScope::Full);
            assert_eq!(verdict.play, Some(Play::Move(Move::Castle { king: Square::E1, rook })));
            assert!(verdict.is_legal());
        }
    }
}

#[test]
fn chess960_readings() {
    // A king's step to g1, or castling? The step is meant, and the text is ambiguous.
    let start = position("4k3/8/8/8/8/8/8/5K1R w K - 0 1", CastlingMode::Chess960);
    let verdict = start.by_coordinates(Square::F1, Square::G1, None, None, RuleScope::Full);
    assert!(verdict.ambiguous_castling && verdict.is_legal());
    assert!(matches!(verdict.play, Some(Play::Move(Move::Normal { role: Role::King, to: Square::G1, .. }))));
    // Castling is meant where the step is not legal: the own rook stands on g1.
    let start = position("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", CastlingMode::Chess960);
    let verdict = start.by_coordinates(Square::F1, Square::G1, None, None, RuleScope::Full);
    assert_eq!(verdict.play, Some(Play::Move(Move::Castle { king: Square::F1, rook: Square::G1 })));
    assert!(verdict.is_legal() && !verdict.ambiguous_castling);
    // The king stands on its goal already: "no move at all" (notations, MCN).
    let start = position("4k3/8/8/8/8/8/8/6KR w K - 0 1", CastlingMode::Chess960);
    let verdict = start.by_coordinates(Square::G1, Square::G1, None, None, RuleScope::Full);
    assert_eq!(verdict.play, Some(Play::Move(Move::Castle { king: Square::G1, rook: Square::H1 })));
    assert!(verdict.is_legal());
}

#[test]
fn the_seeds_own_chess960_example() {
    let mut start = position("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K", CastlingMode::Chess960);
    let verdict = start.castle(CastlingSide::KingSide, RuleScope::Full);
    assert!(verdict.is_legal());
    start.play(&verdict.play.expect("it can be played"));
    assert_eq!(start.board().to_string(), "4rkr1/4p1p1/8/8/8/8/8/5RK1");
    assert!(start.is_checkmate());
}

#[test]
fn promotions() {
    let start = position("8/P6k/8/8/8/8/7P/K7 w - - 0 1", CastlingMode::Standard);
    let say = |from, to, promotion| start.by_coordinates(from, to, promotion, None, RuleScope::Full);
    let missing = say(Square::A7, Square::A8, None);
    assert_eq!(missing.promotion, Some(PromotionFault::Missing));
    assert_eq!(missing.play.and_then(|play| play.as_move()).and_then(Move::promotion), Some(Role::Queen));
    assert_eq!(missing.illegal, None);
    assert_eq!(say(Square::A7, Square::A8, Some(Role::King)).promotion, Some(PromotionFault::WrongRole));
    assert_eq!(say(Square::H2, Square::H4, Some(Role::Queen)).promotion, Some(PromotionFault::Unexpected));
    assert_eq!(say(Square::A1, Square::B1, Some(Role::Queen)).promotion, Some(PromotionFault::Unexpected));
    assert!(say(Square::A7, Square::A8, Some(Role::Knight)).is_legal());
}
