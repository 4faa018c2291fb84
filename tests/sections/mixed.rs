//! Files in which games of text and of bytes stand together.

use crate::sections::support::{BINARY, Game, games_of};

const GAMES: [&str; 3] = [
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
    "[White \"b\"]\n[Result \"*\"]\n\n1. d4 d5 2. c4 *\n",
    "[GameFormat \"VGN\"]\n[Result \"Draw\"]\n\n1. Nf3 1.5 Nf6 2. Ng1 2.5 Ng8 1/2-1/2\n",
];

fn exported(game: &Game) -> String {
    game.lossless("PGN").expect("PGN holds it").text.replace("\r\n", "\n")
}

#[test]
fn all_games_of_a_mixed_file_are_found_and_read() {
    for space in ["", "\n", "\r\n", "\n\n", " \t\n"] {
        let (mut file, mut expected) = (Vec::new(), Vec::new());
        for (n, to) in BINARY.iter().chain(&["FCN", "SAN", "SFEN"]).cycle().take(40).enumerate() {
            let source = Game::text(GAMES[n % GAMES.len()]);
            expected.push(exported(&source));
            let game = source.lossless(to).unwrap_or_else(|why| panic!("{to}: {why}"));
            file.extend(game.bytes());
            file.extend(space.as_bytes());
        }
        let games = games_of(&file);
        let found: Vec<String> = games.iter().map(exported).collect();
        assert_eq!(found, expected, "{space:?}");
    }
}

#[test]
fn a_file_of_sections_is_converted_as_its_text_is() {
    for to in BINARY {
        let binary: Vec<u8> = GAMES
            .iter()
            .flat_map(|game| {
                let whole = Game::text(game).convert(to).expect("it holds the game");
                assert_eq!(whole.losses, [], "{to}");
                [whole.text.into_bytes(), whole.section.expect("a section")].concat()
            })
            .collect();
        let games = games_of(&binary);
        assert_eq!(games.len(), GAMES.len(), "{to}");
        for (game, source) in games.iter().zip(GAMES) {
            assert_eq!(game.findings(), "", "{to}");
            assert_eq!(exported(game), exported(&Game::text(source)), "{to}");
        }
    }
}
