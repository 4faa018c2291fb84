//! The tag `Result`: the terminator in PGN, words in VGN (rule B8).

/// Every terminator.
pub const TERMINATORS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The words for a terminator in a VGN game; `None` for any other text.
pub fn words(terminator: &str) -> Option<&'static str> {
    Some(match terminator {
        "1-0" => "White wins",
        "0-1" => "Black wins",
        "1/2-1/2" => "Draw",
        "*" => "Unfinished",
        _ => return None,
    })
}

/// Whether the words tell no more than the terminator, so that removing them loses nothing.
pub fn add_nothing(words: &str, terminator: &str) -> bool {
    let plain = words.trim().trim_end_matches('.').to_lowercase();
    let known: &[&str] = match terminator {
        "1-0" => &["1-0", "white wins", "white won", "white win"],
        "0-1" => &["0-1", "black wins", "black won", "black win"],
        "1/2-1/2" => &["1/2-1/2", "1/2", "½-½", "draw", "drawn", "a draw"],
        _ => &["*", "unfinished", "unknown", "in progress"],
    };
    matches!(plain.as_str(), "" | "?") || known.contains(&plain.as_str())
}

/// The terminator that the words mean, for a game without one; `*` if they mean none.
pub fn terminator(words: &str) -> &'static str {
    let result = ["1-0", "0-1", "1/2-1/2"].into_iter().find(|terminator| add_nothing(words, terminator));
    result.filter(|_| !matches!(words.trim(), "" | "?")).unwrap_or("*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_terminators_convert_both_ways() {
        for result in ["1-0", "0-1", "1/2-1/2", "*"] {
            let words = words(result).expect("a terminator");
            assert!(add_nothing(words, result), "{words}");
            assert_eq!(terminator(words), result);
        }
        assert_eq!(words("White wins"), None);
        assert!(!add_nothing("White wins on time", "1-0"));
        assert!(!add_nothing("White wins", "0-1"));
        assert_eq!(terminator("black ran out of time"), "*");
        assert_eq!(terminator("?"), "*");
    }
}
