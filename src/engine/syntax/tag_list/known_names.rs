//! Names of tags in common use: PGN's (sections 8 and 9), VGN's, and those of servers and databases.

/// The seven tag roster, in its order (PGN 8.1.1).
pub(crate) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Every tag name in common use, sorted.
pub(crate) const KNOWN: &[&str] = &[
    "Annotator",
    "Author",
    "Black",
    "BlackACPL",
    "BlackBot",
    "BlackClock",
    "BlackCountry",
    "BlackElo",
    "BlackFideId",
    "BlackIsComp",
    "BlackLong",
    "BlackNA",
    "BlackRating",
    "BlackRatingDiff",
    "BlackTeam",
    "BlackTeamCountry",
    "BlackTitle",
    "BlackType",
    "BlackUSCF",
    "Board",
    "ChapterMode",
    "ChapterName",
    "ChapterURL",
    "City",
    "Clock",
    "Comment",
    "Copyright",
    "Country",
    "CurrentPosition",
    "Date",
    "ECO",
    "EndDate",
    "EndTime",
    "Event",
    "EventCategory",
    "EventCountry",
    "EventDate",
    "EventRounds",
    "EventRoundsPlayed",
    "EventSponsor",
    "EventType",
    "FEN",
    "FirstTime",
    "GameDuration",
    "GameEndTime",
    "GameFormat",
    "GameID",
    "GameId",
    "GameStartTime",
    "GameURL",
    "HashCode",
    "ICCResult",
    "Key",
    "Language",
    "LastTime",
    "LichessURL",
    "Link",
    "LongECO",
    "MLNrOfMoves",
    "Mode",
    "MoveFormat",
    "NIC",
    "Notes",
    "Number",
    "Opening",
    "Orientation",
    "Pieces",
    "Ply",
    "PlyCount",
    "Publisher",
    "Remark",
    "Remarks",
    "Result",
    "Round",
    "Rules",
    "Section",
    "SetUp",
    "Site",
    "Source",
    "SourceDate",
    "SourceQuality",
    "SourceTitle",
    "SourceVersion",
    "SourceVersionDate",
    "Stage",
    "StartPly",
    "StartTime",
    "StudyName",
    "SubVariation",
    "Termination",
    "Time",
    "TimeControl",
    "Timezone",
    "Title",
    "Tournament",
    "UTCDate",
    "UTCTime",
    "Variant",
    "Variation",
    "Version",
    "White",
    "WhiteACPL",
    "WhiteBot",
    "WhiteClock",
    "WhiteCountry",
    "WhiteElo",
    "WhiteEloSource",
    "WhiteFideId",
    "WhiteIsComp",
    "WhiteLong",
    "WhiteNA",
    "WhiteRating",
    "WhiteRatingDiff",
    "WhiteTeam",
    "WhiteTeamCountry",
    "WhiteTitle",
    "WhiteType",
    "WhiteUSCF",
];

/// The seven tag roster, in its order (PGN 8.1.1).
pub fn roster() -> [&'static str; 7] {
    ROSTER
}

/// Every tag name in common use, in alphabetical order.
pub fn known_tags() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().copied()
}

/// The name in common use that is written so, in the same letter case.
pub(crate) fn known_name(name: &str) -> Option<&'static str> {
    KNOWN.binary_search(&name).ok().map(|n| KNOWN[n])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(KNOWN.is_sorted());
        assert!(ROSTER.iter().all(|name| KNOWN.binary_search(name).is_ok()));
    }
}
