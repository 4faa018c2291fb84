//! A section cut off at any byte costs one diagnostic, and the games after it are found.

use crate::sections::support::{BINARY, Game, games_of};

/// Castling on both sides, a promotion and comments where there can be some.
const GAME: &str = "[GameFormat \"VGN\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"Draw\"]\n\n1. e4 1.5 e5 2. Nf3 2.5 Nc6 3. Bc4 3.5 Bc5 \
                    4. O-O 4.5 Nf6 5. d3 5.5 d6 6. Bg5 6.5 Qe7 7. Nc3 7.5 Bd7 8. Nd5 8.5 O-O-O 1/2-1/2\n";
const COMMENTED: &str = "[GameFormat \"VGN\"]\n[White \"A\"]\n[Result \"Draw\"]\n\n{first} 1. e4 $1 1.5 e5 $2 {second} 2. f4 {third}\n1/2-1/2\n";

#[test]
fn every_cut_is_told_once() {
    let mut cuts = 0;
    for notation in BINARY {
        let game = Game::text(COMMENTED).lossless(notation).or_else(|_| Game::text(GAME).lossless(notation));
        let game = game.unwrap_or_else(|why| panic!("{notation}: {why}"));
        assert_eq!(game.findings(), "", "{notation}");
        let section = game.section.as_deref().expect("a section");
        let next_binary = Game::text(COMMENTED).lossless("PGC").expect("PGC holds it").bytes();
        for next in [GAME.as_bytes(), &next_binary] {
            // Where half of a half-move of BCCF is left, a carriage return completes it and ends the game.
            let line_ends = ["\n\n", "\r\n\r\n", "\r\r"];
            for line_end in &line_ends[..if notation == "BCCF" { 1 } else { 3 }] {
                // Where a count in front tells the length, a line end completes what lacks as many bytes.
                let completed = if notation == "LEGALINDEX" { line_end.len() } else { 0 };
                for cut in 0..section.len() - completed {
                    let file = [game.text.as_bytes(), &section[..cut], line_end.as_bytes(), next].concat();
                    let games = games_of(&file);
                    let found: Vec<String> = games.iter().map(Game::findings).collect();
                    assert_eq!(games.len(), 2, "{notation} {cut} {found:?}");
                    let lines = found[0].lines().count();
                    assert!(found[0].starts_with("truncated-section") && lines == 1, "{notation} {cut} {found:?}");
                    assert_eq!(found[1], "", "{notation} {cut}");
                    cuts += 1;
                }
            }
        }
    }
    assert!(cuts > 1000, "{cuts}");
}

/// Whatever a byte becomes, the next game is found, and nothing is wrong with it.
#[test]
fn every_damaged_byte_leaves_the_next_game_alone() {
    for notation in BINARY {
        let game = Game::text(GAME).lossless(notation).unwrap_or_else(|why| panic!("{notation}: {why}"));
        let section = game.section.as_deref().expect("a section");
        for at in 0..section.len() {
            for value in [0x00, 0x01, 0x20, 0x5B, 0x7F, 0x88, 0xC1, 0xFF] {
                let mut damaged = section.to_vec();
                damaged[at] = value;
                let file = [game.text.as_bytes(), &damaged, b"\n\n", GAME.as_bytes()].concat();
                let games = games_of(&file);
                let last = games.last().expect("a game");
                assert!(last.text.ends_with(GAME.trim_start()), "{notation} {at} {value:02X}");
                // What a terminator in the middle leaves of the section stands before the tags.
                let tags = (last.text.len() - GAME.len()) as u32;
                assert!(last.check().diagnostics.iter().all(|d| d.range.end <= tags), "{notation} {at} {value:02X}");
            }
        }
    }
}
