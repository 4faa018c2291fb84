//! What an index knows is not read again.
//!
//! Files that the index has and that have not changed are answered from it; all others are scanned. What comes out is
//! what a scan of all of them gives. If the index turns out not to be whole, it is said and all files are scanned.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use rayon::ThreadPool;
use vgn_search::index::IndexedPlace;
use vgn_search::store::StoreReader;
use vgn_search::{FoundGame, MOST_LISTED, PositionTally, SoughtPosition};

use super::replay::{ReachingGame, replayed};
use super::scan::{ExploredGames, ListedGame, explored};
use crate::batch::inputs::InputFile;
use crate::index::{absolute, is_unchanged};
use crate::{print_error, reason};

/// Explores the games of all files, with the index in this folder.
pub fn explored_with<'s>(
    folder: &Path,
    inputs: Vec<InputFile>,
    sought: &'s SoughtPosition,
    pool: &ThreadPool,
    quiet: bool,
) -> ExploredGames<'s> {
    let answer =
        StoreReader::open(folder).map_err(|fault| (!fault.is_absent()).then(|| fault.to_string())).and_then(|reader| {
            IndexedExploration::new(&reader, &inputs).map(|known| known.games(sought)).unwrap_or(Err(None))
        });
    let (known, is_known) = match answer {
        Ok(answer) => answer,
        Err(message) => {
            if let Some(message) = message {
                print_error(&format!("{message}; the games are read instead"));
            }
            return explored(inputs, sought, pool, quiet);
        }
    };
    if is_known.iter().all(|is_known| *is_known) {
        return known;
    }
    let order: HashMap<String, usize> = (0..).zip(&inputs).map(|(place, input)| (input.name.clone(), place)).collect();
    let rest = inputs.into_iter().zip(is_known).filter(|(_, is_known)| !is_known).map(|(input, _)| input).collect();
    let mut games = explored(rest, sought, pool, quiet);
    games.tally.add_counts(&known.tally);
    games.best.extend(known.best);
    games.best.sort_by_key(|game| (Reverse(game.found.facts.mean_rating()), order.get(&game.file).copied()));
    games.best.truncate(MOST_LISTED);
    games
}

/// The files that an index answers for.
struct IndexedExploration<'r> {
    reader: &'r StoreReader,
    inputs: &'r [InputFile],
    /// For each file of the index its place among the inputs, if it is one of them and unchanged.
    order: Vec<Option<usize>>,
}

/// A game that reaches the position, found by the index.
struct ReachedGame {
    place: IndexedPlace,
    /// What is listed of it, and the lines of the game before that; `None` until it is read.
    found: Option<(FoundGame, u64)>,
}

impl<'r> IndexedExploration<'r> {
    /// `None` if the index has none of the files as they are.
    fn new(reader: &'r StoreReader, inputs: &'r [InputFile]) -> Option<IndexedExploration<'r>> {
        let mut order = vec![None; reader.files().len()];
        for (place, input) in inputs.iter().enumerate() {
            if let Some(file) = absolute(input).and_then(|name| reader.file(&name))
                && is_unchanged(input, &reader.files()[file])
            {
                order[file] = Some(place);
            }
        }
        order.iter().any(Option::is_some).then_some(IndexedExploration { reader, inputs, order })
    }

    /// The games of these files, and for each input whether it is one of them; or what is wrong with the index.
    fn games<'s>(&self, sought: &'s SoughtPosition) -> Result<(ExploredGames<'s>, Vec<bool>), Option<String>> {
        let answer = self.reader.explore(sought.key(), &self.order).map_err(|fault| Some(fault.to_string()))?;
        let mut tally = PositionTally::new(sought);
        answer.sums.iter().for_each(|sums| tally.add_sums(sums));
        let mut reached: Vec<ReachedGame> =
            answer.best.iter().map(|place| ReachedGame { place: *place, found: None }).collect();
        for (place, game) in answer.candidates.iter().zip(self.read(&answer.candidates, sought)?) {
            // Another position may have a key that begins alike.
            if game.found.is_some() {
                tally.add_counts(&game.tally);
                reached.push(ReachedGame { place: *place, found: game.found });
            }
        }
        reached.sort_by_key(|game| (Reverse(game.place.rating), self.order[game.place.file], game.place.start));
        reached.truncate(MOST_LISTED);
        self.confirm(&mut reached, sought)?;
        let mut is_known = vec![false; self.inputs.len()];
        (tally.walked, tally.of_variants) = (0, 0);
        for (file, place) in self.reader.files().iter().zip(&self.order) {
            if let Some(place) = *place {
                is_known[place] = true;
                tally.walked += file.games;
                tally.of_variants += file.of_variants;
            }
        }
        let best = reached.into_iter().filter_map(|game| self.listed(game)).collect();
        Ok((ExploredGames { tally, best, is_faulty: false }, is_known))
    }

    /// Reads the games that are listed and not read yet.
    fn confirm(&self, reached: &mut [ReachedGame], sought: &SoughtPosition) -> Result<(), Option<String>> {
        let unread: Vec<&mut ReachedGame> = reached.iter_mut().filter(|game| game.found.is_none()).collect();
        let places: Vec<IndexedPlace> = unread.iter().map(|game| game.place).collect();
        for (game, replayed) in unread.into_iter().zip(self.read(&places, sought)?) {
            game.found = replayed.found;
            if game.found.is_none() {
                let name = &self.inputs[self.order[game.place.file].unwrap_or_default()].name;
                return Err(Some(format!(
                    "{name}: a game is not the one that was indexed: `vgn-lsp index` reads the file again"
                )));
            }
        }
        Ok(())
    }

    /// Reads single games, in the order of `places`.
    fn read<'s>(
        &self,
        places: &[IndexedPlace],
        sought: &'s SoughtPosition,
    ) -> Result<Vec<ReachingGame<'s>>, Option<String>> {
        let mut by_file: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, place) in places.iter().enumerate() {
            by_file.entry(place.file).or_default().push(number);
        }
        let mut games: Vec<(usize, ReachingGame<'s>)> = Vec::with_capacity(places.len());
        for (file, numbers) in by_file {
            let Some(input) = self.order[file].and_then(|place| self.inputs.get(place)) else { return Err(None) };
            let here: Vec<IndexedPlace> = numbers.iter().map(|number| places[*number]).collect();
            let read = replayed(input, &self.reader.files()[file], &here, sought)
                .map_err(|error| Some(format!("{}: {}", input.name, reason(&error))))?;
            games.extend(numbers.into_iter().zip(read));
        }
        games.sort_by_key(|(number, _)| *number);
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }

    fn listed(&self, game: ReachedGame) -> Option<ListedGame> {
        let file = self.order[game.place.file].and_then(|place| self.inputs.get(place))?.name.clone();
        let (found, inside) = game.found?;
        Some(ListedGame { found, file, line: u64::from(game.place.line) + inside + 1 })
    }
}
