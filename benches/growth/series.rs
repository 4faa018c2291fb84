//! The series of growing files.

use std::io::{self, Write};

use vgn_lsp::syntax::games::games;

use crate::support::games::DENSE;
use crate::support::number;

/// A series of files that differ only in size.
pub struct Series {
    pub name: &'static str,
    pub about: &'static str,
    pub unit: &'static str,
    pub sizes: fn() -> Vec<u64>,
    /// Writes the file of the given size.
    pub write: fn(u64, &mut dyn Write) -> io::Result<()>,
}

pub const SERIES: [Series; 9] = [
    Series {
        name: "games",
        about: "Real games, each with tags of its own",
        unit: "games",
        sizes: tenfold,
        write: real_games,
    },
    Series {
        name: "half-moves",
        about: "One game, its pieces going to and fro",
        unit: "half-moves",
        sizes: || doubled(800_000),
        write: to_and_fro,
    },
    Series {
        name: "walk",
        about: "One game, kings walking: a board comes again after 420 half-moves",
        unit: "half-moves",
        sizes: || doubled(800_000),
        write: walk,
    },
    Series {
        name: "variations",
        about: "One game, all its variations to the same move",
        unit: "variations",
        sizes: || doubled(80_000),
        write: variations,
    },
    Series {
        name: "comment",
        about: "One game with one comment",
        unit: "MB of comment",
        sizes: || doubled(100),
        write: comment,
    },
    Series {
        name: "unclosed",
        about: "One game with one comment that is not closed",
        unit: "MB of comment",
        sizes: || doubled(100),
        write: unclosed,
    },
    Series {
        name: "parentheses",
        about: "One game, its line full of parentheses that close nothing",
        unit: "parentheses",
        sizes: || doubled(200_000),
        write: |count, out| game("", out, |out| one_line(")", count, out)),
    },
    Series {
        name: "torn tags",
        about: "One line of tags that are not closed",
        unit: "tags",
        sizes: || doubled(200_000),
        write: |count, out| one_line("[A \"", count, out),
    },
    Series {
        name: "terminators",
        about: "One line of terminators, each a game",
        unit: "games",
        sizes: || doubled(200_000),
        write: |count, out| one_line("1-0 ", count, out),
    },
];

const ROSTER: &str =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";

fn tenfold() -> Vec<u64> {
    let most = number("VGN_GAMES", 1_000_000);
    (3..).map(|power| 10u64.pow(power)).take_while(|size| *size <= most).collect()
}

/// The size and its halvings, four in all.
fn doubled(size: u64) -> Vec<u64> {
    [8, 4, 2, 1].map(|part| size.div_ceil(part)).to_vec()
}

fn real_games(count: u64, out: &mut dyn Write) -> io::Result<()> {
    let text = DENSE.texts()?.concat();
    let games: Vec<&str> = games(text.as_bytes()).filter(|span| span.is_game).map(|span| &text[span.range]).collect();
    for (number, game) in (1..=count).zip(games.iter().cycle()) {
        // The text begins with the `Event` tag; the rest of the game follows it.
        let rest = game.trim_start().split_once('\n').map_or("", |(_, rest)| rest);
        writeln!(out, "[Event \"Game {number}\"]\n{}\n", rest.trim_end())?;
    }
    Ok(())
}

fn game(tags: &str, out: &mut dyn Write, movetext: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    write!(out, "{ROSTER}[Result \"*\"]\n{tags}\n")?;
    movetext(out)?;
    writeln!(out, "*")
}

fn to_and_fro(half_moves: u64, out: &mut dyn Write) -> io::Result<()> {
    game("", out, |out| {
        for ply in 0..half_moves {
            match ply % 4 {
                0 => write!(out, "{}. Nf3 ", ply / 2 + 1)?,
                1 => write!(out, "Nf6 ")?,
                2 => write!(out, "{}. Ng1 ", ply / 2 + 1)?,
                _ => writeln!(out, "Ng8")?,
            }
        }
        Ok(())
    })
}

/// White's king cycles through files a to d, Black's goes up and down file h with another period.
fn walk(half_moves: u64, out: &mut dyn Write) -> io::Result<()> {
    const ROUND: [&str; 30] = [
        "Kb1", "Kc1", "Kd1", "Kd2", "Kc2", "Kb2", "Ka2", "Ka3", "Kb3", "Kc3", "Kd3", "Kd4", "Kc4", "Kb4", "Ka4", "Ka5",
        "Kb5", "Kc5", "Kd5", "Kd6", "Kc6", "Kb6", "Kb5", "Ka5", "Ka4", "Kb4", "Kb3", "Ka3", "Ka2", "Ka1",
    ];
    const LINE: [&str; 14] =
        ["Kh7", "Kh6", "Kh5", "Kh4", "Kh3", "Kh2", "Kh1", "Kh2", "Kh3", "Kh4", "Kh5", "Kh6", "Kh7", "Kh8"];
    game("[SetUp \"1\"]\n[FEN \"7k/8/8/5p2/5P2/8/8/K7 w - - 0 1\"]\n", out, |out| {
        for ply in 0..half_moves {
            let number = (ply / 2) as usize;
            match ply % 2 {
                0 => write!(out, "{}. {} ", number + 1, ROUND[number % ROUND.len()])?,
                _ => writeln!(out, "{}", LINE[number % LINE.len()])?,
            }
        }
        Ok(())
    })
}

fn variations(count: u64, out: &mut dyn Write) -> io::Result<()> {
    const LINES: [&str; 4] =
        ["1. d4 d5 2. c4 e6 3. Nc3 Nf6", "1. c4 e5 2. Nc3", "1. Nf3 d5 2. g3 c6 3. Bg2", "1. b3 e5"];
    game("", out, |out| {
        writeln!(out, "1. e4")?;
        for line in LINES.iter().cycle().take(count as usize) {
            writeln!(out, "({line})")?;
        }
        writeln!(out, "1... e5 2. Nf3 Nc6")
    })
}

fn comment(megabytes: u64, out: &mut dyn Write) -> io::Result<()> {
    game("", out, |out| {
        writeln!(out, "1. e4 {{")?;
        words(megabytes, out)?;
        writeln!(out, "}} 1... e5")
    })
}

fn unclosed(megabytes: u64, out: &mut dyn Write) -> io::Result<()> {
    game("", out, |out| {
        writeln!(out, "1. e4 {{")?;
        words(megabytes, out)
    })
}

/// The same text many times, without a line end.
fn one_line(text: &str, count: u64, out: &mut dyn Write) -> io::Result<()> {
    for _ in 0..count {
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Lines of prose.
fn words(megabytes: u64, out: &mut dyn Write) -> io::Result<()> {
    const LINE: &str = "The knight looks at both wings, and black has to say what he means to do in the centre.\n";
    for _ in 0..megabytes * 1_000_000 / LINE.len() as u64 {
        out.write_all(LINE.as_bytes())?;
    }
    Ok(())
}
