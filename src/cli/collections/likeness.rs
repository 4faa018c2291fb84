//! Games that are like another: the same, cut short, under other names, or with other moves.

use std::collections::HashMap;

use vgn_engine::replay::ComparedGame;

/// Shortest games that are taken for the same, in half-moves: shorter ones recur, and must be of the same day.
const SHORTEST: usize = 20;
/// The same under other names: shorter draws are played again and again.
const SHORTEST_OF_OTHERS: usize = 40;
/// Games of two players, or of one line, that are compared with one another.
const MOST_COMPARED: usize = 5_000;

/// A game, and where it is.
pub struct PlacedGame {
    /// The file's number among all.
    pub file: u32,
    /// Its number in the file, from 1.
    pub number: u64,
    pub line: u64,
    /// In bytes.
    pub len: usize,
    /// A hash of its bytes.
    pub text: u64,
    pub game: ComparedGame,
}

/// How two games are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    Same,
    OtherResult,
    /// The second has more half-moves.
    CutShort,
    OtherDate,
    OtherNames,
    OtherMoves,
}

impl Likeness {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Likeness::Same => "same",
            Likeness::OtherResult => "other-result",
            Likeness::CutShort => "cut-short",
            Likeness::OtherDate => "other-date",
            Likeness::OtherNames => "other-names",
            Likeness::OtherMoves => "other-moves",
        }
    }

    /// What the one game is to the other.
    pub fn told(self) -> &'static str {
        match self {
            Likeness::Same => "the same game as",
            Likeness::OtherResult => "the same game, with another result, as",
            Likeness::CutShort => "the same game, cut short, as",
            Likeness::OtherDate => "the same game, with another date, round or time, as",
            Likeness::OtherNames => "the same moves, under other names, as",
            Likeness::OtherMoves => "the same players, date and round, with other moves, as",
        }
    }
}

/// The games that are like another, which is to be kept, in the order of the files: each once.
pub fn alike(games: &[PlacedGame]) -> Vec<(usize, usize, Likeness)> {
    let mut of_players: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
    let mut of_line: HashMap<&[u16], Vec<usize>> = HashMap::new();
    let mut of_text: HashMap<u64, usize> = HashMap::new();
    let mut found: HashMap<usize, (usize, Likeness)> = HashMap::new();
    for (at, game) in games.iter().enumerate() {
        let first = *of_text.entry(game.text).or_insert(at);
        if first != at {
            found.insert(at, (first, Likeness::Same));
        }
        if let Some(key) = game.game.players_key() {
            of_players.entry(key).or_default().push(at);
        }
        if game.game.half_moves() >= SHORTEST_OF_OTHERS {
            of_line.entry(game.game.main_line()).or_default().push(at);
        }
    }
    let groups = of_players.values().map(|group| (group, true)).chain(of_line.values().map(|group| (group, false)));
    for (group, is_of_players) in groups {
        let mut group: Vec<usize> = group.iter().copied().take(MOST_COMPARED).collect();
        // Each game is compared with those that are to be kept before it.
        group.sort_by_key(|at| {
            let PlacedGame { game, len, .. } = &games[*at];
            (std::cmp::Reverse((game.half_moves(), *len)), *at)
        });
        for (n, here) in group.iter().enumerate() {
            let others =
                group[..n].iter().filter(|other| found.get(other).is_none_or(|(_, kind)| !kind.is_same_game()));
            let first = others.filter_map(|other| {
                let likeness = likeness(&games[*here], &games[*other])?;
                ((likeness != Likeness::OtherNames) == is_of_players).then_some((*other, likeness))
            });
            // The nearest likeness counts.
            if let Some((other, likeness)) = first.min_by_key(|(_, likeness)| *likeness as u8) {
                let known = found.get(here).is_some_and(|(_, known)| (*known as u8) <= likeness as u8);
                if !known {
                    found.insert(*here, (other, likeness));
                }
            }
        }
    }
    let mut found: Vec<_> = found.into_iter().map(|(here, (other, likeness))| (here, other, likeness)).collect();
    found.sort_by_key(|(here, ..)| *here);
    found
}

impl Likeness {
    /// Whether the other game is the same, so that only one is to be kept.
    pub fn is_same_game(self) -> bool {
        matches!(self, Likeness::Same | Likeness::OtherResult | Likeness::CutShort)
    }
}

/// How a game is like another that is no shorter.
fn likeness(here: &PlacedGame, other: &PlacedGame) -> Option<Likeness> {
    let is_copy = here.text == other.text;
    let (here, other) = (&here.game, &other.game);
    if !here.has_players_of(other) {
        return (here.main_line() == other.main_line()).then_some(Likeness::OtherNames);
    }
    let is_equal = here.main_line() == other.main_line();
    if here.half_moves() < SHORTEST {
        let is_same = is_copy || is_equal && here.half_moves() > 0 && here.is_at_day_of(other);
        return match here.result == other.result {
            true => is_same.then_some(Likeness::Same),
            false => is_same.then_some(Likeness::OtherResult),
        };
    }
    if other.continues(here) {
        return match here.may_be_at_time_of(other) {
            false => is_equal.then_some(Likeness::OtherDate),
            true if here.half_moves() < other.half_moves() => Some(Likeness::CutShort),
            true if here.result != other.result => Some(Likeness::OtherResult),
            true => Some(Likeness::Same),
        };
    }
    here.is_in_round_of(other).then_some(Likeness::OtherMoves)
}
