//! Clean games are told in passing: what is taken for one has nothing wrong with it, and nearly all that are one are
//! taken.

use expect_test::expect;
use proptest::prelude::*;
use vgn_lsp::lint::Settings;
use vgn_lsp::replay::{CleanGame, FastPass};
use vgn_lsp::syntax::games::games;

use crate::support::chess960::STARTS;
use crate::support::variant_games::{VARIANTS, variant_game};

const BOOK: &[u8] = include_bytes!("data/games/gnuchess-book.pgn");
const DORTMUND: &[u8] = include_bytes!("data/annotated/dortmund.pgn");
const CLOCKS: &[u8] = include_bytes!("data/games/lichess_db_10k.pgn");
const SEEDS: [&[u8]; 2] =
    [include_bytes!("../fuzz/seeds/clean/annotated"), include_bytes!("../fuzz/seeds/clean/set-up")];

/// How many of a text's games are taken for clean, and how many there are.
fn counts(text: &[u8]) -> (usize, usize) {
    let mut fast_pass = FastPass::checking(&Settings::default());
    let games = games(text).filter(|span| span.is_game);
    let told: Vec<bool> = games.map(|span| fast_pass.game(text, span.range.start, true).is_some()).collect();
    (told.iter().filter(|clean| **clean).count(), told.len())
}

#[test]
fn nearly_all_clean_games_are_told() {
    let files = [("book", BOOK), ("Dortmund", DORTMUND), ("clocks", CLOCKS), ("seed", SEEDS[0]), ("seed", SEEDS[1])];
    let told = files.map(|(name, text)| {
        crate::laws::clean(text);
        let (clean, all) = counts(text);
        format!("{name}: {clean} of {all}")
    });
    expect![[r#"
        book: 98 of 98
        Dortmund: 36 of 40
        clocks: 5 of 5
        seed: 1 of 1
        seed: 2 of 2"#]]
    .assert_eq(&told.join("\n"));
}

/// A game with these tags besides the roster, and this movetext.
fn game(tags: &str, movetext: &str) -> String {
    let result = movetext.split_whitespace().last().unwrap_or("*");
    format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n\
         {tags}\n\n{movetext}\n"
    )
}

fn told(tags: &str, movetext: &str) -> Option<CleanGame> {
    let text = game(tags, movetext);
    crate::laws::clean(text.as_bytes());
    FastPass::checking(&Settings::default()).game(text.as_bytes(), 0, true)
}

#[test]
fn counts_are_those_of_all_lines_and_of_the_main_line() {
    let clean = told("", "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Nf3 *").expect("a clean game");
    assert_eq!((clean.half_moves, clean.main_line_half_moves), (7, 3));
    assert_eq!(clean.end, game("", "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Nf3 *").len());
}

const CASTLING_960: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/pp6/8/8/8/8/PP6/RK4RR w GA - 0 1\"]";
const TWO_CHECKS_LEFT: &str = "[Variant \"3check\"]\n[SetUp \"1\"]\n[FEN \"4k3/7p/8/8/8/8/8/3RK3 w - - 2+3 0 1\"]";

#[test]
fn what_is_clean() {
    for (tags, movetext) in [
        ("", "*"),
        ("", "1.e4 e5 2.Nf3 1/2-1/2"),
        ("", "1. e4 1... e5 2. Nf3! Nc6?! $14 {x} 3. Bb5 *"),
        ("", "1. e4 {a [comment] with a { and a ; and more\n\nlines} e5 ; to the line's end }\n2. Nf3 *"),
        ("[WhiteElo \"2400\"]\n[ECO \"C20a\"]\n[PlyCount \"3\"]", "1. e4 e5 2. Ke2 *"),
        ("[Variant \"Standard\"] [SetUp \"0\"]", "1. e4 *"),
        ("[Annotator \"\u{e9}\"]", "1. e4 {\u{265a}} *"),
        ("[Eco \"?\"]\n[FICSGamesDBGameNo \"380389492\"]\n[Fen \"none\"]", "1. e4 *"),
        ("[EventDate \"?\"]", "1. e4 *"),
        ("[EndDate \"2024.01.02\"]\n[EndTime \"10:00:00\"]", "1. e4 *"),
        ("[ECO \"D53\"]", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *"),
        ("[ECO \"D85\"]", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *"),
        ("", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"),
        ("", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 3 9\"]", "9... Kd7 10. O-O Ke6 11. a8=Q *"),
        ("[SetUp \"1\"]\n[FEN \"3k4/8/8/8/8/8/3p4/3K4 w - - 0 1\"]", "1. Kxd2 *"),
        ("[SetUp \"1\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 b - - 0 1\"]", "1/2-1/2"),
        (CASTLING_960, "1. O-O-O Ke7 *"),
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 1-0"),
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4# 1-0"),
        ("[Variant \"King of the Hill\"]\n[ECO \"B90\"]", "1. e4 a6 *"),
        ("[Variant \"3check\"]", "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7+ 1-0"),
        ("[Variant \"3check\"]", "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7# 1-0"),
        (TWO_CHECKS_LEFT, "1. Rd8+ Kxd8 *"),
    ] {
        assert!(told(tags, movetext).is_some(), "{tags} {movetext}");
    }
}

#[test]
fn what_is_not() {
    for (tags, movetext) in [
        ("[WhiteElo \"strong\"]", "1. e4 *"),
        ("[Whitee \"x\"]", "1. e4 *"),
        ("[Fen \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]", "1. e4 *"),
        ("[Event \"again\"]", "1. e4 *"),
        ("[Eco \"?\"]\n[Eco \"?\"]", "1. e4 *"),
        ("[1st \"?\"]", "1. e4 *"),
        ("[PlyCount \"2\"]", "1. e4 *"),
        ("[SetUp \"1\"]", "1. e4 *"),
        ("[EventDate \"2024.13.01\"]", "1. e4 *"),
        ("[MoveFormat \"SAN\"]", "1. e4 *"),
        ("[EndDate \"2023.01.01\"]", "1. e4 *"),
        ("[EndDate \"2024\"]", "1. e4 *"),
        ("[ECO \"B90\"]", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. cxd5 Nxd5 *"),
        ("[Variant \"Chess960\"]", "1. e4 *"),
        ("[Variant \"Crazyhouse\"]", "1. e4 *"),
        ("[Variant \"Antichess\"]", "1. e4 *"),
        // Nobody moves after a win by the variant's rules, which names the result too.
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 a3 1-0"),
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 0-1"),
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 *"),
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4+ 1-0"),
        ("[Variant \"King of the Hill\"]", "1. e4 a6 2. Ke2 a5 3. Ke3# a4 *"),
        ("[Variant \"3check\"]", "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7+ Kxf7 1-0"),
        ("[Variant \"3check\"]", "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7+ *"),
        ("[Variant \"3check\"]", "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7 1-0"),
        ("[Annotator \"a\\b\"]", "1. e4 *"),
        ("", "2. e4 *"),
        ("", "1... e4 *"),
        ("", "1. e4 e5 2. Ke3 *"),
        ("", "1. e4 e5 2. Ng1f3 *"),
        ("", "1. e4 e5 2. Ngf3 *"),
        ("", "1. e4 d5 2. ed5 *"),
        ("", "1. e4 e5+ *"),
        ("", "1. e4 f5 2. Qh5 *"),
        ("", "1. f3 e5 2. g4 Qh4+ 0-1"),
        ("", "1. f3 e5 2. g4 Qh4# 1-0"),
        ("", "1. f3 e5 2. g4 Qh4# 3. a3 0-1"),
        ("", "1. e4 {[%clk 1:99:00]} *"),
        ("", "1. e4 {x} $1 *"),
        ("", "1. f3 e5 2. g4 {[%clk 0:02:52] 2... Qh4# {[%clk 0:00:52]} 0-1"),
        ("", "1. e4 e5 (1... c5 {good 2. Nf3 {also}) 2. Nf3 *"),
        ("", "1. e4 !!! *"),
        ("", "1. e4 $999 *"),
        ("", "1. e4 () *"),
        ("", "1. e4 (2. d4) *"),
        ("", "(1. e4) 1. d4 *"),
        ("", "1. e4 (1. d4 *"),
        ("", "1. e4) *"),
        ("", "1. e4 2. *"),
        ("", "1. e4 1. e5 *"),
        ("", "1. e4 0-0 *"),
        ("", "1. e4 % *"),
        ("[SetUp \"1\"]\n[FEN \"3k4/8/8/8/8/8/3p4/3K4 w - - 0 1\"]", "1. Kxd2 Kd7 2. Kd3 *"),
        ("", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 *"),
    ] {
        assert_eq!(told(tags, movetext), None, "{tags} {movetext}");
    }
}

/// Games of the past were not drawn by themselves (rule D5), and the law holds for what is taken for clean there.
#[test]
fn repetitions_of_old_games_are_clean() {
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. Nf3 *";
    for (date, clean) in [("2013.??.??", true), ("2014.06.30", true), ("2014.??.??", false), ("????.??.??", false)] {
        for end in ["", &format!("[EndDate \"{date}\"]")] {
            let start = if end.is_empty() { date } else { "????.??.??" };
            let text = game(end, repeated).replace("2024.01.01", start);
            crate::laws::clean(text.as_bytes());
            let told = FastPass::checking(&Settings::default()).game(text.as_bytes(), 0, true);
            assert_eq!(told.is_some(), clean, "{text}");
        }
    }
}

/// A byte order mark after a game is something to tell of.
#[test]
fn a_byte_order_mark_is_not_clean() {
    let text = format!("{}\u{feff}{}", game("", "1. e4 *"), game("", "1. d4 *"));
    crate::laws::clean(text.as_bytes());
    assert_eq!(counts(text.as_bytes()), (1, 2));
}

/// A part of a real text, changed here and there.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let texts = [BOOK, DORTMUND, CLOCKS, SEEDS[0], SEEDS[1]];
    let change = (
        any::<prop::sample::Index>(),
        prop::sample::select(b" \n\r\"[]{}()$*;%!?+#=x.0123456789abcdefghKQRBNO-\\\xe9".to_vec()),
        0..3,
    );
    (prop::sample::select(texts.to_vec()), any::<prop::sample::Index>(), prop::collection::vec(change, 0..4)).prop_map(
        |(text, at, changes)| {
            let spans: Vec<_> = games(text).collect();
            let first = at.index(spans.len());
            let last = (first + 2).min(spans.len() - 1);
            let mut bytes = text[spans[first].range.start..spans[last].range.end].to_vec();
            for (at, byte, what) in changes {
                let at = at.index(bytes.len() + 1).min(bytes.len().saturating_sub(1));
                match what {
                    _ if bytes.is_empty() => {}
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => drop(bytes.remove(at)),
                }
            }
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is done to real games.
    #[test]
    fn clean_games_are_clean(text in damaged()) {
        crate::laws::clean(&text);
    }

    #[test]
    fn clean_games_of_variants_are_clean(
        variant in prop::sample::select(&VARIANTS[..]),
        number in 0..STARTS,
        choices in prop::collection::vec(any::<u16>(), 0..60),
        at in any::<prop::sample::Index>(),
        byte in prop::sample::select(b" \n(){}+#x.10NBRQKO-abcdefgh12345678".to_vec()),
    ) {
        let mut text = variant_game(variant, number, &choices).into_bytes();
        crate::laws::clean(&text);
        let at = at.index(text.len());
        text[at] = byte;
        crate::laws::clean(&text);
    }
}
