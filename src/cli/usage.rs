//! Messages about invalid command lines.

use std::ffi::OsString;
use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use vgn_config::nearest;

use super::args::Args;
use super::terminal::visible;

/// The error about a command line, with the option that was probably meant, and without characters that steer a
/// terminal: an argument may be the name of a file, inserted by a shell.
pub fn explained(error: clap::Error, given: &[OsString]) -> clap::Error {
    let shown: Vec<String> = given.iter().map(|arg| visible(&arg.to_string_lossy()).into_owned()).collect();
    if given.iter().zip(&shown).all(|(given, shown)| given.to_string_lossy() == shown.as_str()) {
        return with_suggestion(error, &shown);
    }
    // In a finished error, the parser's colours cannot be told from the arguments.
    match Args::command().try_get_matches_from(&shown) {
        Err(error) => with_suggestion(error, &shown),
        // A value was not UTF-8 then, and such an error quotes nothing.
        Ok(_) => error,
    }
}

/// Suggests what was probably meant: the command that an option or a file belongs to, if it comes before all commands,
/// else the nearest option. The parser's own search misses short ones, such as `--fix` for `--fx`.
fn with_suggestion(mut error: clap::Error, args: &[String]) -> clap::Error {
    let mut root = Args::command();
    root.build();
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(given)) => of_option(&root, given, args),
            _ => None,
        },
        ErrorKind::InvalidSubcommand => match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(given)) if is_file_of_games(given) => Some(line_of("check", None, args)),
            _ => None,
        },
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = format!("did you mean `{tip}`?");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The suggestion for an option: itself after its command, or the nearest one.
fn of_option(root: &clap::Command, given: &str, args: &[String]) -> Option<String> {
    let named = args.iter().skip(1).position(|name| root.find_subcommand(name).is_some()).map(|at| at + 1);
    let at = args.iter().position(|arg| arg.starts_with(given));
    let command = named.and_then(|named| root.find_subcommand(&args[named]));
    if named.is_none_or(|named| at < Some(named)) {
        let mut commands =
            root.get_subcommands().filter(|other| command.is_none_or(|it| it.get_name() == other.get_name()));
        if let Some(command) = commands.find(|command| has_option(command, given)) {
            return Some(line_of(command.get_name(), named, args));
        }
    }
    let name = given.strip_prefix("--")?;
    let others = root.get_subcommands().filter(|_| command.is_none());
    let commands = std::iter::once(command.unwrap_or(root)).chain(others);
    let options = commands.flat_map(clap::Command::get_arguments).filter(|arg| !arg.is_hide_set());
    nearest(name, options.filter_map(clap::Arg::get_long)).map(|near| format!("--{near}"))
}

fn has_option(command: &clap::Command, given: &str) -> bool {
    let is_it = |arg: &clap::Arg| match given.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => arg.get_short().is_some_and(|short| given.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4]))),
    };
    // Every command, and the program itself, has these.
    let is_own = |arg: &&clap::Arg| !matches!(arg.get_id().as_str(), "help" | "version");
    command.get_arguments().filter(is_own).any(is_it)
}

fn is_file_of_games(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn") || end.eq_ignore_ascii_case("vgn"))
}

/// The command line with its command in front; `named` is its present index, if it has one.
fn line_of(command: &str, named: Option<usize>, args: &[String]) -> String {
    let mut line = format!("vgn-lsp {command}");
    for (_, arg) in args.iter().enumerate().skip(1).filter(|(at, _)| Some(*at) != named) {
        let quote = if arg.is_empty() || arg.contains(char::is_whitespace) { "\"" } else { "" };
        line.extend([" ", quote, arg, quote]);
    }
    line
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

    #[test]
    fn a_command_that_was_left_out_is_named() {
        for (args, meant) in [
            (&["--fix", "x.pgn"][..], "vgn-lsp check --fix x.pgn"),
            (&["x.pgn"], "vgn-lsp check x.pgn"),
            (&["my games.PGN", "--fix"], "vgn-lsp check \"my games.PGN\" --fix"),
            (&["--to", "FCN", "x.pgn"], "vgn-lsp convert --to FCN x.pgn"),
            (&["-o", "y.vgn", "--to", "FCN", "x.pgn"], "vgn-lsp convert -o y.vgn --to FCN x.pgn"),
            (&["--positions"], "vgn-lsp notations --positions"),
            (&["--fix", "check", "x.pgn"], "vgn-lsp check --fix x.pgn"),
            (&["check", "--fx", "x.pgn"], "--fix"),
            (&["--stdoi"], "--stdio"),
            (&["--fx", "x.pgn"], "--fix"),
        ] {
            let message = message(args).unwrap_or_default();
            assert!(message.contains(&format!("did you mean `{meant}`?")), "{args:?} {message}");
        }
        for args in [&["--zzzzzz"][..], &["x.txt"], &["convert", "--fix"]] {
            assert!(!message(args).unwrap_or_default().contains("vgn-lsp check"), "{args:?}");
        }
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
