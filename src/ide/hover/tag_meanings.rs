//! Descriptions of tags by name (PGN sections 8 and 9, VGN, and those of servers and databases).

/// The description of a tag.
#[derive(Clone, Copy, Debug)]
pub struct TagMeaning {
    pub name: &'static str,
    pub origin: TagOrigin,
    pub description: &'static str,
}

/// The origin of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagOrigin {
    /// The seven tag roster (PGN 8.1.1).
    Roster,
    /// Section 9 of the PGN standard, and its supplement.
    Pgn,
    Vgn,
    Programs,
}

/// The description of a tag.
pub fn meaning(name: &str) -> Option<&'static TagMeaning> {
    MEANINGS.binary_search_by_key(&name, |row| row.name).ok().map(|at| &MEANINGS[at])
}

const fn row(name: &'static str, origin: TagOrigin, description: &'static str) -> TagMeaning {
    TagMeaning { name, origin, description }
}

use TagOrigin::{Pgn, Programs, Roster, Vgn};

/// All descriptions, sorted by name.
#[rustfmt::skip]
pub static MEANINGS: &[TagMeaning] = &[
    row("Annotator", Pgn, "Who wrote the annotations"),
    row("Author", Programs, "Who wrote the text or the study"),
    row("Black", Roster, "Black's player or players, as `Surname, First name`; several are separated by `:`"),
    row("BlackACPL", Programs, "Black's average loss per move, in hundredths of a pawn, as an engine counts it"),
    row("BlackBot", Programs, "Whether Black is a program"),
    row("BlackClock", Programs, "The time on Black's clock at the start"),
    row("BlackCountry", Programs, "Black's country, in three letters"),
    row("BlackElo", Pgn, "Black's FIDE rating; `-` for a player without one"),
    row("BlackFideId", Programs, "Black's number in FIDE's list of players"),
    row("BlackIsComp", Programs, "Whether Black is a program"),
    row("BlackLong", Programs, "Black's full name"),
    row("BlackNA", Pgn, "Black's network address or e-mail address"),
    row("BlackRating", Programs, "Black's rating"),
    row("BlackRatingDiff", Programs, "What the game changed in Black's rating"),
    row("BlackTeam", Programs, "Black's team"),
    row("BlackTeamCountry", Programs, "The country of Black's team, in three letters"),
    row("BlackTitle", Pgn, "Black's FIDE title (GM, IM, FM …); `-` for a player without one"),
    row("BlackType", Pgn, "What Black is: `human` or `program`"),
    row("BlackUSCF", Pgn, "Black's rating of the United States Chess Federation"),
    row("Board", Pgn, "The number of the board in a team event or a simultaneous exhibition"),
    row("ChapterMode", Programs, "How a chapter of a study is used"),
    row("ChapterName", Programs, "The name of a chapter of a study"),
    row("ChapterURL", Programs, "Where a chapter of a study is found"),
    row("City", Programs, "The city of the event"),
    row("Clock", Programs, "What the clock shows"),
    row("Comment", Programs, "A remark on the game"),
    row("Copyright", Programs, "Who has the rights in the game's text"),
    row("Country", Programs, "The country of the event"),
    row("CurrentPosition", Programs, "The last board of the game, in FEN"),
    row("Date", Roster, "The day on which the game began, `YYYY.MM.DD` with `?` for what is not known"),
    row("ECO", Pgn, "The opening's code in the Encyclopaedia of Chess Openings, A00 to E99"),
    row("EndDate", Vgn, "The day on which the game ended; without it, that of Date"),
    row("EndTime", Programs, "The time of day at which the game ended"),
    row("Event", Roster, "The tournament or match; `?` if it is not known"),
    row("EventCategory", Programs, "The tournament's category by its average rating"),
    row("EventCountry", Programs, "The country of the event, in three letters"),
    row("EventDate", Pgn, "The day on which the event began"),
    row("EventRounds", Programs, "How many rounds the event has"),
    row("EventRoundsPlayed", Programs, "How many rounds of the event have been played"),
    row("EventSponsor", Pgn, "Who paid for the event"),
    row("EventType", Programs, "The kind of the event: `swiss`, `tourn`, `match` …"),
    row("FEN", Pgn, "The board that the game starts from, in Forsyth-Edwards Notation"),
    row("FirstTime", Programs, "When the position first occurred"),
    row("GameDuration", Programs, "How long the game took"),
    row("GameEndTime", Programs, "When the game ended, with the day and the time zone"),
    row("GameFormat", Vgn, "How the game is written"),
    row("GameID", Programs, "The game's number or name on its server"),
    row("GameId", Programs, "The game's number or name on its server"),
    row("GameStartTime", Programs, "When the game began, with the day and the time zone"),
    row("GameURL", Programs, "Where the game is found"),
    row("HashCode", Programs, "A number computed from the moves, by which a database finds duplicates"),
    row("ICCResult", Programs, "How the game ended, in the words of the Internet Chess Club"),
    row("Key", Programs, "A key of the opening in a database"),
    row("Language", Programs, "The language of the annotations"),
    row("LastTime", Programs, "When the position last occurred"),
    row("LichessURL", Programs, "Where the game is found on lichess.org"),
    row("Link", Programs, "Where the game is found"),
    row("LongECO", Programs, "The opening's name in words"),
    row("MLNrOfMoves", Programs, "How many moves the main line has"),
    row("Mode", Pgn, "How the game was played: `OTB` over the board, `PM` by mail, `EM` by e-mail, `ICS` on a server, `TC`"),
    row("MoveFormat", Vgn, "The notation of the moves; without it, SAN"),
    row("NIC", Pgn, "The opening's code in New in Chess"),
    row("Notes", Programs, "Remarks on the game"),
    row("Number", Programs, "The game's number in its collection"),
    row("Opening", Pgn, "The opening's name"),
    row("Orientation", Programs, "Whose side of the board is shown below"),
    row("Pieces", Vgn, "The pieces of a chess variant by their symbols: `0` for those of normal chess, `=` for what a pawn can become"),
    row("Ply", Programs, "How many half-moves the game has"),
    row("PlyCount", Pgn, "How many half-moves the main line has"),
    row("Publisher", Programs, "Who published the game"),
    row("Remark", Programs, "A remark on the game"),
    row("Remarks", Programs, "Remarks on the game"),
    row("Result", Roster, "The result: `1-0`, `0-1`, `1/2-1/2` or `*`, the same as the terminator"),
    row("Round", Roster, "The round of the event; `-` if it has none, `?` if it is not known, parts separated by `.`"),
    row("Rules", Vgn, "The rules of a chess variant by their numbers: `0` for those of normal chess, `-` for a rule that does not apply"),
    row("Section", Pgn, "The section of the tournament: `Open`, `Reserve` …"),
    row("SetUp", Pgn, "The board that the game starts from; in a PGN game only `1`, and the board is in the tag FEN"),
    row("Site", Roster, "Where the game was played: `City, Region COUNTRY`, or an address on the Internet"),
    row("Source", Programs, "Where the game was taken from"),
    row("SourceDate", Programs, "The day of the source"),
    row("SourceQuality", Programs, "How good the source is"),
    row("SourceTitle", Programs, "The title of the source"),
    row("SourceVersion", Programs, "The version of the source"),
    row("SourceVersionDate", Programs, "The day of the source's version"),
    row("Stage", Pgn, "The stage of the event: `Preliminary`, `Semifinal` …"),
    row("StartPly", Programs, "The half-move from which the game is shown"),
    row("StartTime", Programs, "The time of day at which the game began"),
    row("StudyName", Programs, "The name of the study"),
    row("SubVariation", Pgn, "The name of the opening's subvariation"),
    row("Termination", Pgn, "Why the game ended: `normal`, `time forfeit`, `adjudication`, `rules infraction`, `abandoned` …"),
    row("Time", Pgn, "The time of day at which the game began, where it was played"),
    row(
        "TimeControl",
        Pgn,
        "How much time the players have: `40/9000` is 40 moves in 9000 seconds, `300+2` is 300 seconds and 2 more for \
         each move, parts separated by `:`",
    ),
    row("Timezone", Programs, "The time zone of the times"),
    row("Title", Programs, "The title of the game's text"),
    row("Tournament", Programs, "The tournament"),
    row("UTCDate", Pgn, "The day on which the game began, in universal time"),
    row("UTCTime", Pgn, "The time of day at which the game began, in universal time"),
    row("Variant", Programs, "The chess variant: `Standard`, `Chess960`, `Crazyhouse` …"),
    row("Variation", Pgn, "The name of the opening's variation"),
    row("Version", Programs, "The version of the game's text"),
    row("White", Roster, "White's player or players, as `Surname, First name`; several are separated by `:`"),
    row("WhiteACPL", Programs, "White's average loss per move, in hundredths of a pawn, as an engine counts it"),
    row("WhiteBot", Programs, "Whether White is a program"),
    row("WhiteClock", Programs, "The time on White's clock at the start"),
    row("WhiteCountry", Programs, "White's country, in three letters"),
    row("WhiteElo", Pgn, "White's FIDE rating; `-` for a player without one"),
    row("WhiteEloSource", Programs, "Where White's rating comes from"),
    row("WhiteFideId", Programs, "White's number in FIDE's list of players"),
    row("WhiteIsComp", Programs, "Whether White is a program"),
    row("WhiteLong", Programs, "White's full name"),
    row("WhiteNA", Pgn, "White's network address or e-mail address"),
    row("WhiteRating", Programs, "White's rating"),
    row("WhiteRatingDiff", Programs, "What the game changed in White's rating"),
    row("WhiteTeam", Programs, "White's team"),
    row("WhiteTeamCountry", Programs, "The country of White's team, in three letters"),
    row("WhiteTitle", Pgn, "White's FIDE title (GM, IM, FM …); `-` for a player without one"),
    row("WhiteType", Pgn, "What White is: `human` or `program`"),
    row("WhiteUSCF", Pgn, "White's rating of the United States Chess Federation"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::syntax::tag_list::known_tags;

    #[test]
    fn rows_are_sorted_so_that_they_can_be_found() {
        assert!(MEANINGS.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn every_tag_in_common_use_has_a_row_and_no_other() {
        let rows: Vec<&str> = MEANINGS.iter().map(|row| row.name).collect();
        assert_eq!(rows, known_tags().collect::<Vec<_>>());
    }
}
