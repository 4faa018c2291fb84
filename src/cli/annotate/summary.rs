//! The comment on a whole game: how accurate both sides were.

use std::ops::Range;

use shakmaty::Color;
use vgn_engine::lint::MistakeGrade;
use vgn_engine::score::{MAIN, PlyPart, Score};

use super::judgement::Evaluations;
use super::positions::KnownPosition;

/// What stands before each value of a summary; the last one is the engine.
const SUMMARY: [&str; 6] = [
    "Accuracy: ",
    ". Average loss in centipawns: ",
    ". Inaccuracies: ",
    ". Mistakes: ",
    ". Blunders: ",
    ". Evaluated by ",
];

/// How a game's summary is found in its text.
pub enum WrittenSummary {
    None,
    /// As it was written, in bytes of the game's text.
    Own(Range<u32>),
    /// Somebody has changed it.
    Changed,
}

impl WrittenSummary {
    /// Looks for a summary before the first half-move.
    pub fn find(score: &Score<'_>) -> WrittenSummary {
        let comments = score.lines[MAIN].lead.iter().filter_map(|part| match part {
            PlyPart::Comment(range) => Some((range, score.slice(range))),
            _ => None,
        });
        for (range, comment) in comments {
            let words = comment.trim_matches(['{', '}']).split_whitespace().collect::<Vec<_>>().join(" ");
            if words.starts_with(SUMMARY[0]) {
                let is_own = comment.starts_with('{') && is_summary(&words);
                return if is_own { WrittenSummary::Own(range.clone()) } else { WrittenSummary::Changed };
            }
        }
        WrittenSummary::None
    }
}

/// Whether these words are a summary, and nothing else.
fn is_summary(words: &str) -> bool {
    let mut rest = words;
    for (at, begin) in SUMMARY.iter().enumerate() {
        let Some((value, behind)) = rest.split_once(begin) else { return false };
        if (at == 0) != value.is_empty() || !value.is_empty() && !value.split(", ").all(is_of_side) {
            return false;
        }
        rest = behind;
    }
    // An engine's name is no sentence.
    rest.strip_suffix('.').is_some_and(|engine| !engine.is_empty() && !engine.contains(". "))
}

/// `White 76.8 %`
fn is_of_side(value: &str) -> bool {
    let number = value.strip_prefix("White ").or_else(|| value.strip_prefix("Black "));
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|sign| "0123456789. %".contains(sign)))
}

/// The words of a comment on the whole game. `None` if no half-move is judged.
pub fn summary(
    known: &[KnownPosition],
    colors: &[Color],
    grades: &[Option<MistakeGrade>],
    engine: &str,
) -> Option<String> {
    let side = |side: Color| {
        let own = (0..colors.len()).filter(|at| colors[*at] == side);
        let judged: Vec<Evaluations> = own.filter_map(|at| Evaluations::around(known, at)).collect();
        let mean = |of: &dyn Fn(Evaluations) -> f64| {
            judged.iter().map(|evaluations| of(*evaluations)).sum::<f64>() / judged.len() as f64
        };
        let counted = |grade| {
            let both = grades.iter().zip(colors);
            both.filter(|(found, color)| **found == Some(grade) && **color == side).count()
        };
        (!judged.is_empty()).then(|| SideSummary {
            accuracy: mean(&|evaluations| evaluations.accuracy(side)),
            lost: mean(&|evaluations| evaluations.lost_centipawns(side)),
            mistakes: [MistakeGrade::Inaccuracy, MistakeGrade::Mistake, MistakeGrade::Blunder].map(counted),
        })
    };
    let sides = [("White", side(Color::White)), ("Black", side(Color::Black))];
    let list = |of: &dyn Fn(&SideSummary) -> String| {
        let told = sides.iter().filter_map(|(name, side)| Some(format!("{name} {}", of(side.as_ref()?))));
        told.collect::<Vec<_>>().join(", ")
    };
    if sides.iter().all(|(_, side)| side.is_none()) {
        return None;
    }
    let [inaccuracies, mistakes, blunders] = [0, 1, 2].map(|at| list(&|side| side.mistakes[at].to_string()));
    let accuracy = list(&|side| format!("{:.1} %", side.accuracy));
    let lost = list(&|side| format!("{:.0}", side.lost));
    let values = [accuracy, lost, inaccuracies, mistakes, blunders, format!("{engine}.")];
    let words = SUMMARY.iter().zip(values).flat_map(|(begin, value)| [(*begin).to_owned(), value]);
    Some(words.collect())
}

struct SideSummary {
    /// In percent.
    accuracy: f64,
    /// In hundredths of a pawn.
    lost: f64,
    /// Inaccuracies, mistakes, blunders.
    mistakes: [usize; 3],
}

#[cfg(test)]
mod tests {
    use vgn_engine::lint::PositionEvaluation;

    use super::*;

    fn known(evaluations: &[&str]) -> Vec<KnownPosition> {
        let read =
            |text: &&str| KnownPosition { evaluation: PositionEvaluation::read(text), ..KnownPosition::default() };
        evaluations.iter().map(read).collect()
    }

    #[test]
    fn a_game_is_summed_up() {
        let known = known(&["0.3", "0.3", "0.5", "-1", "-1"]);
        let colors = [Color::White, Color::Black, Color::White, Color::Black];
        let grades = [None, None, Some(MistakeGrade::Mistake), None];
        assert_eq!(
            summary(&known, &colors, &grades, "Fish").as_deref(),
            Some(
                "Accuracy: White 76.8 %, Black 96.0 %. Average loss in centipawns: White 75, Black 10. Inaccuracies: \
                 White 0, Black 0. Mistakes: White 1, Black 0. Blunders: White 0, Black 0. Evaluated by Fish."
            )
        );
        assert_eq!(summary(&[], &[], &[], "Fish"), None);
    }

    #[test]
    fn a_summary_is_recognized_until_somebody_changes_it() {
        let known = known(&["0.3", "0.3", "0.5"]);
        let colors = [Color::White, Color::Black];
        let words = summary(&known, &colors, &[None, None], "Fish 15.1").expect("words");
        assert!(is_summary(&words), "{words}");
        assert!(is_summary(&summary(&known, &colors[..1], &[None], "Fish").expect("words")));
        for changed in [
            words.replacen(" %", " % (bravo)", 1),
            words.clone() + " Well played.",
            format!("My words. {words}"),
            words.replace(". Mistakes", ". Errors"),
            words.replace("Fish 15.1.", ""),
        ] {
            assert!(!is_summary(&changed), "{changed}");
        }
    }
}
