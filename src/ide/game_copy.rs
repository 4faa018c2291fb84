//! A game converted to another notation, as text for the clipboard.

use vgn_engine::convert::{Target, convert_whole};
use vgn_engine::lint::Context;
use vgn_engine::notation::Notation;

use super::new_game::{NewFileTarget, SourceGame, whole};

/// A game in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCopy {
    /// Without empty lines at its beginning and end.
    pub text: String,
    /// The conversion losses, one sentence each.
    pub losses: Vec<String>,
}

/// The names and full names of the possible targets: the user's preferred notation, then the other text notations and
/// both formats.
pub fn text_targets(preferred: &'static Notation) -> Vec<(&'static str, String)> {
    let first = Target::Notation(preferred);
    let all = std::iter::once(first).chain(Target::of_text().filter(|target| *target != first));
    all.map(|target| (target.name(), target.full_name())).collect()
}

/// Converts a game to the notation with this name.
///
/// # Errors
/// The reason as a sentence, if the notation is unknown or binary, or if it cannot express the game.
pub fn game_copy(game: &SourceGame<'_>, context: &Context<'_>, to: &str) -> Result<GameCopy, String> {
    let target = NewFileTarget::named(to).ok_or_else(|| format!("no notation is named `{to}`"))?;
    let NewFileTarget::Convert { to, .. } = target else { return Err(format!("no notation is named `{to}`")) };
    if !target.is_text() || (game.section.is_some() && target.keeps_notation()) {
        return Err("binary moves cannot be copied as text".to_owned());
    }
    let new = convert_whole(&whole(game), context, &to).map_err(|refusal| refusal.message)?;
    let losses = new.losses.into_iter().map(|loss| loss.message).collect();
    Ok(GameCopy { text: new.text.trim_start_matches('\u{feff}').trim().to_owned() + "\n", losses })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{FileKind, Settings};
    use vgn_engine::notation::FCN;

    fn copied(text: &str, to: &str) -> Result<GameCopy, String> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        game_copy(&SourceGame { text: text.into(), section: None, is_game: true }, &context, to)
    }

    #[test]
    fn a_game_is_copied_with_what_it_loses() {
        let fcn = copied("[White \"a\"]\n\n1. e4 e5 *\n\n\n", "fcn").expect("it can be written");
        assert!(fcn.text.ends_with("1. Pe2-e4 Pe7-e5 *\n") && fcn.losses.is_empty(), "{fcn:?}");
        let parted = copied("\n\n[White \"a\"]\n\n1. e4 *\n\n", "FCN").expect("it can be written");
        assert!(parted.text.starts_with("[GameFormat "), "{parted:?}");
        let illegal = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pe2-e4 Pe7-e5 2. Ke1-e3\n";
        let san = copied(illegal, "SAN").expect("most of it can be written");
        assert!(san.text.contains("1. e4 e5") && san.losses.len() == 1, "{san:?}");
        assert!(copied("1. e4 *", "BCCF").is_err_and(|why| why.contains("binary")));
        assert!(copied("1. e4 *", "nothing").is_err_and(|why| why.contains("`nothing`")));
    }

    #[test]
    fn the_preferred_notation_comes_first() {
        let targets = text_targets(&FCN);
        assert_eq!(targets[0], ("FCN", "Friendly Coordinate Notation (FCN)".to_owned()));
        assert!(targets.iter().any(|(name, _)| *name == "PGN"));
        assert!(targets.iter().all(|(name, _)| *name != "BCCF"));
    }
}
