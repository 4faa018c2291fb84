//! What is wrong with a command line, in words for people.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::args::Args;
use super::terminal::visible;
use crate::config::nearest;

/// The error about a command line, with the option that was probably meant, and nothing in it that steers a terminal: what
/// was given may be the name of a file, which a shell has put there.
pub fn explained(error: clap::Error, given: &[OsString]) -> clap::Error {
    let shown: Vec<String> = given.iter().map(|arg| visible(&arg.to_string_lossy()).into_owned()).collect();
    if given.iter().zip(&shown).all(|(given, shown)| given.to_string_lossy() == shown.as_str()) {
        return with_suggestion(error, &shown);
    }
    // In an error that is made already, the colours of the parser can no longer be told from what was given.
    match Args::command().try_get_matches_from(&shown) {
        Err(error) => with_suggestion(error, &shown),
        // Then a value was not UTF-8, and such an error quotes nothing.
        Ok(_) => error,
    }
}

/// Names the option that was probably meant: the parser's own search does not find short ones, as `--fix` for `--fx`.
fn with_suggestion(mut error: clap::Error, args: &[String]) -> clap::Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return error };
    if error.kind() != ErrorKind::UnknownArgument || !given.starts_with("--") {
        return error;
    }
    let mut root = Args::command();
    root.build();
    let command = args.iter().find_map(|name| root.find_subcommand(name)).unwrap_or(&root);
    let longs = command.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
    if let Some(near) = nearest(given.trim_start_matches('-'), longs) {
        let tip = format!("did you mean `--{near}`?");
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(args: &[&str]) -> Option<String> {
        let given: Vec<OsString> = std::iter::once("vgn-lsp").chain(args.iter().copied()).map(OsString::from).collect();
        let error = Args::command().try_get_matches_from(&given).err()?;
        Some(explained(error, &given).render().to_string())
    }

    #[test]
    fn what_was_given_is_shown_and_steers_nothing() {
        for (args, shown) in [
            (&["check", "-\x1b]0;x\x07"][..], "'-␛'"),
            (&["check", "--\x1b[2J"], "'--␛[2J'"),
            (&["check", "--a\r\nb"], "'--a␍␊b'"),
            (&["check", "--format", "\x1b[2J"], "'␛[2J'"),
            (&["convert", "--to", "\u{9b}2J"], "'�2J'"),
            (&["\x1b[31mcheck"], "'␛[31mcheck'"),
        ] {
            let message = message(args).unwrap_or_default();
            assert!(message.contains(shown), "{message}");
        }
        assert!(message(&["check", "--fx", "\x1b"]).is_some_and(|message| message.contains("did you mean `--fix`?")));
    }

    proptest! {
        #[test]
        fn no_error_steers_a_terminal(
            command in prop::sample::select(vec!["", "check", "convert", "position", "explain", "help"]),
            option in prop::sample::select(vec!["", "-", "--", "--fix=", "--format=", "--to=", "--deny=", "--jobs="]),
            text in "[a\x1b\x07\r\n\u{9b}\u{202e}=\\[-]{1,6}",
        ) {
            let option = format!("{option}{text}");
            if let Some(message) = message(&[command, &option]) {
                let lines = message.replace('\n', " ");
                prop_assert_eq!(visible(&lines), lines.as_str());
            }
        }
    }
}
