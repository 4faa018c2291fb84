//! Section D, rules D1 to D3: moves and the board.

use vgn_lsp::lint::Strictness;

use crate::spec::found::{clean, earns, earns_when, fcn, fixed, found, from_board, last_board, message, vgn};

#[test]
fn d1_san_cannot_say_an_illegal_move() {
    let settings = vgn_lsp::lint::Settings::default();
    let context = vgn_lsp::lint::Context::new(&settings, vgn_lsp::lint::FileKind::Unknown);
    let severity = |text: &str| vgn_lsp::replay::check_game(text, &context).diagnostics[0].severity;
    use vgn_lsp::lint::Severity::{Error, Warning};
    assert_eq!(severity("1. e5 *"), Error);
    assert_eq!(severity("1. Ke2 *"), Error);
    for (format, text) in [
        ("FCN", "1. Pe2-e5 *"),
        ("MCN", "1. e2e5 *"),
        ("LAN", "1. e2-e5 *"),
        ("UCI", "1. e2e5 *"),
        ("SFEN", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR *"),
        ("FEN", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 *"),
    ] {
        let code = if format.ends_with("FEN") { "board-not-reachable" } else { "illegal-move" };
        let game = vgn(format, text);
        assert_eq!(severity(&game), Warning, "{game}");
        assert!(crate::spec::found::found(&game)[0].starts_with(code), "{game}");
        // Play goes on from the board that the text describes.
        assert_eq!(last_board(&game), "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR", "{game}");
    }
}

#[test]
fn d1_play_goes_on_from_the_board_of_the_text() {
    // Black's queen stands on d5 by an illegal move, and is taken there.
    earns(&fcn("1. Pe2-e4 1.5 Qd8-d5 2. Pe4-d5xQ 2.5 Pe7-e6 *"), &["illegal-move `Qd8-d5`"]);
    // It is White's turn twice.
    earns(&fcn("1. Pe2-e4 1.5 Pd2-d4 2. Pe7-e5 *").replace("2. ", ""), &["illegal-move `Pd2-d4`"]);
    // Into check, and out of it again.
    earns(&from_board("4k3/8/8/8/8/8/4r3/3K4 w -", "1. Kd1-d2 1.5 Re2-e3 2. Kd2-e3xR *"), &["illegal-move `Kd1-d2`"]);
    earns_when(Strictness::Off, &fcn("1. Pe2-e5 1.5 Ke8-a1 *"), &[]);
    // Basic: how pieces move, but not whose turn it is nor the king's safety.
    earns_when(Strictness::Basic, &fcn("1. Pe7-e5 1.5 Ke8-a1 *"), &["illegal-move `Ke8-a1`"]);
}

#[test]
fn d1_boards_contradict_play_once() {
    let boards = |fields: [&str; 2]| {
        let pieces =
            ["rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R"];
        vgn("FEN", &format!("1. {} {} 1.5 {} {} *", pieces[0], fields[0], pieces[1], fields[1]))
    };
    clean(&boards(["b KQkq - 1 1", "w KQkq - 2 2"]));
    let pieces = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R";
    earns(&boards(["b KQkq - 3 5", "w KQkq - 4 6"]), &[&format!("fen-clock `{pieces} b KQkq - 3 5`")]);
    earns(&boards(["b Kkq - 1 1", "w Kkq - 2 2"]), &[&format!("board-not-reachable `{pieces} b Kkq - 1 1`")]);
    // The next board has the right ones again, or has lost another one.
    earns(&boards(["b Kkq - 1 1", "w KQkq - 2 2"]), &[&format!("board-not-reachable `{pieces} b Kkq - 1 1`")]);
    assert_eq!(found(&boards(["b Kkq - 1 1", "w KQq - 2 2"])).len(), 2);
    earns_when(Strictness::Off, &boards(["b Kkq - 3 5", "w KQkq - 9 6"]), &[]);
    // A field that cannot be read is one finding, at the field.
    for (fields, fault) in [
        ("b KQkq e9 1 1", "e9"),
        ("b KQkq x 1 1", "x"),
        ("b KQkq ee3 1 1", "ee3"),
        ("b KQxq - 1 1", "x"),
        ("x KQkq - 1 1", "x"),
        ("b KQkq - x 1", "x"),
        ("b KQkq - 1 x", "x"),
    ] {
        earns(&boards([fields, "w KQkq - 2 2"]), &[&format!("invalid-move-text `{fault}`")]);
    }
    let sfen = vgn("SFEN", &format!("1. {pieces} b KQkq e9 *"));
    earns(&sfen, &["invalid-move-text `e9`"]);
    // A wrong en passant square is marked itself.
    earns(&boards(["b KQkq d3 1 1", "w KQkq - 2 2"]), &["impossible-en-passant `d3`"]);
    let passant = "1. rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3 *";
    let before = "[SetUp \"FEN:rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3\"]";
    let game = vgn("FEN", &passant.replace("1. ", "3. ")).replace("[MoveFormat", &format!("{before}\n[MoveFormat"));
    earns(&game, &["board-not-reachable `-`"]);
    earns(&game.replace(" - 0 3 *", " e3 0 3 *"), &[]);
}

#[test]
fn d2_a_move_that_cannot_be_played_silences_its_line() {
    earns("1. e4 Ke4 2. Qh9 Qxq9 3. Ra5 Kxa5 *", &["illegal-move `Ke4`"]);
    earns("1. e4 e5 2. Nf3 Nc6 3. Nd4 Rd2 (3... d6) 4. Kd8 *", &["illegal-move `Rd2`"]);
    // Every variation of the line that is still known is judged.
    earns(
        "1. e4 e5 (1... Ra5 2. Ra6) (1... Rb5 2. Rb6) 2. Ke3 (2. Kd4) Kd7 *",
        &["illegal-move `Ra5`", "illegal-move `Rb5`", "illegal-move `Ke3`", "illegal-move `Kd4`"],
    );
    // A word that is no move may be half of one.
    earns("1. e4 e5 2. Nf3 N c6 3. Bb5 a6 *", &["invalid-move-text `N`"]);
    assert!(fixed("1. e4 e5 2. Nf4 *", "illegal-move").contains(&"1. e4 e5 2. Nf3 *".to_owned()));
    earns("1. Nf3 Nf6 2. Nc3 d5 3. Nd4 e5 4. Nb5 *", &["ambiguous-move `Nb5`"]);
    let fixes = fixed("1. Nf3 Nf6 2. Nc3 d5 3. Nd4 e6 4. Nb5 *", "ambiguous-move");
    assert_eq!(fixes.len(), 2);
}

#[test]
fn d3_what_the_text_says_beyond_the_squares() {
    let start = |movetext: &str, expected: &str, mended: &str| {
        let game = fcn(movetext);
        earns(&game, &[expected]);
        let code = expected.split_once(' ').map_or(expected, |(code, _)| code);
        assert!(fixed(&game, code).contains(&fcn(mended)), "{:?}", fixed(&game, code));
    };
    start("1. Ne2-e4 *", "wrong-piece `Ne2-e4`", "1. Pe2-e4 *");
    start("1. Pe2-e4+ *", "wrong-check-mark `Pe2-e4+`", "1. Pe2-e4 *");
    start("1. Pe2-e4# *", "wrong-end-mark `Pe2-e4#`", "1. Pe2-e4 *");
    start("1. Pe2-e4xP *", "wrong-capture `Pe2-e4xP`", "1. Pe2-e4 *");
    start("1. Pe2-e4=Q *", "invalid-promotion `Pe2-e4=Q`", "1. Pe2-e4 *");
    start("1. Pe2-e4 Pd7-d5 2. Pe4-d5 *", "missing-capture `Pe4-d5`", "1. Pe2-e4 Pd7-d5 2. Pe4-d5xP *");
    start("1. Pe2-e4 Pd7-d5 2. Pe4-d5xQ *", "wrong-capture `Pe4-d5xQ`", "1. Pe2-e4 Pd7-d5 2. Pe4-d5xP *");
    start("1. Pe2-e4 Pd7-d5 2. Pe4-d5en *", "wrong-en-passant `Pe4-d5en`", "1. Pe2-e4 Pd7-d5 2. Pe4-d5xP *");
    // A win or a draw that the board does not show stays.
    start("1. Pe2-e4 e7-e5#+ 0-1", "invalid-move-text `e7-e5#+`", "1. Pe2-e4 Pe7-e5#+ 0-1");
    start("1. Pe2-e4 Pe7e5## 1/2-1/2", "invalid-move-text `Pe7e5##`", "1. Pe2-e4 Pe7-e5## 1/2-1/2");
    start("1. Pe2-e4 Pf7-f6 2. Qd1-h5 *", "missing-check-mark `Qd1-h5`", "1. Pe2-e4 Pf7-f6 2. Qd1-h5+ *");
    let en_passant = "1. Pe2-e4 Pa7-a6 2. Pe4-e5 Pd7-d5 3. ";
    for wrong in ["Pe5-d6", "Pe5-d6xP"] {
        start(
            &format!("{en_passant}{wrong} *"),
            &format!("wrong-en-passant `{wrong}`"),
            &format!("{en_passant}Pe5-d6en *"),
        );
    }
    let mate = "1. Pf2-f3 Pe7-e5 2. Pg2-g4 ";
    start(&format!("{mate}Qd8-h4 0-1"), "missing-check-mark `Qd8-h4`", &format!("{mate}Qd8-h4+# 0-1"));
    start(&format!("{mate}Qd8-h4+ 0-1"), "wrong-end-mark `Qd8-h4+`", &format!("{mate}Qd8-h4+# 0-1"));
    let promotion = from_board("8/P3k3/8/8/8/8/8/4K3 w -", "1. Pa7-a8 *");
    earns(&promotion, &["missing-promotion `Pa7-a8`"]);
    let pieces: Vec<String> = ["Q", "R", "B", "N"].map(|p| promotion.replace("Pa7-a8", &format!("Pa7-a8={p}"))).into();
    assert_eq!(fixed(&promotion, "missing-promotion"), pieces);
    earns(&from_board("8/P3k3/8/8/8/8/8/4K3 w -", "1. Pa7-a8=Q 1.5 QC *"), &["illegal-move `QC`"]);
    let castling = |text: &str| from_board("4k3/8/8/8/8/8/8/R3K2R w KQ", &format!("1. {text} *"));
    clean(&castling("KC"));
    clean(&castling("QC"));
    earns(&castling("KC+"), &["wrong-check-mark `KC+`"]);
    earns(&castling("Ke1-g1"), &["import-format `Ke1-g1`"]);
    assert_eq!(fixed(&castling("Ke1-c1"), "import-format"), [castling("QC")]);
}

#[test]
fn d3_in_san() {
    for (text, expected) in [
        ("1. e4 d5 2. ed5 *", "import-format `ed5`"),
        ("1. e4 d5 2. exd5 Qd5 *", "missing-capture `Qd5`"),
        ("1. Nxf3 *", "wrong-capture `Nxf3`"),
        ("1. e2xe4 *", "wrong-capture `e2xe4`"),
        ("1. e4+ *", "wrong-check-mark `e4+`"),
        ("1. f3 e5 2. g4 Qh4 0-1", "missing-check-mark `Qh4`"),
        ("1. f3 e5 2. g4 Qh4+ 0-1", "wrong-check-mark `Qh4+`"),
        ("1. e4 f6 2. Qh5# *", "wrong-end-mark `Qh5#`"),
        ("1. Ngf3 *", "over-disambiguated `Ngf3`"),
        ("1. e2e4 *", "import-format `e2e4`"),
        ("1. Pe4 *", "import-format `Pe4`"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 *", "castling-zeros `0-0`"),
        ("1. e4 e5 2. -- *", "null-move `--`"),
        ("1. e4 f6 2. Qh5+ -- 3. a3 a6 *", "illegal-move `--`"),
        ("1. e4 a6 2. e5 f5 3. exf6e.p. *", "import-format `exf6e.p.`"),
        ("1. e4 a6 2. e5 f5 3. exf6 e.p. *", "import-format `e.p.`"),
        ("1. e4 a6 2. e5 f5 3. exf6/ep *", "import-format `exf6/ep`"),
        ("1. e4 a6 2. e5 f5 3. exf6/e.p. *", "import-format `exf6/e.p.`"),
        ("1. e4 a6 2. e5 f5 3. exf6 ep *", "import-format `ep`"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 *", "foreign-piece-letter `Sf3`"),
    ] {
        earns(text, &[expected]);
    }
    // A mark that goes with it is named.
    let marked = |mark: &str| message(&format!("1. e4 a6 2. e5 f5 3. exf6 e.p.{mark} *"), "import-format");
    assert_eq!(marked(""), "a capture en passant needs no `e.p.`");
    assert_eq!(
        marked("+"),
        "a capture en passant needs no `e.p.+`, and its `+` is wrong: the move does not give check"
    );
    // Where illegal moves may be said, play goes on.
    earns(&vgn("LAN", "1. e2-e4 1.5 f7-f6 2. Qd1-h5+ 2.5 -- 3. a2-a3 3.5 g7-g6 *"), &["illegal-move `--`"]);
    clean("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *");
}
