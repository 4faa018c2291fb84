//! `workspace/executeCommand`: the server's own commands by name, and their arguments.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::ExecuteCommandParams;

use super::convert_game::{self, CONVERT_GAME};
use super::convert_to_file::{self, CONVERT_TO_FILE};
use super::deferred::{self, APPLY};
use super::explain::{self, EXPLAIN};
use crate::lsp::board::{self, OPEN_BOARD};
use crate::lsp::custom::cursor::{self, FEN, LICHESS, LINE};
use crate::lsp::custom::curve::{self, CURVE};
use crate::lsp::custom::file_as::{self, FILE_AS};
use crate::lsp::custom::game_as::{self, GAME_AS};
use crate::lsp::host::files;
use crate::lsp::session::state::Backend;

/// The names of all commands.
const NAMES: [&str; 11] =
    [EXPLAIN, CONVERT_GAME, CONVERT_TO_FILE, APPLY, FEN, LINE, LICHESS, GAME_AS, FILE_AS, CURVE, OPEN_BOARD];
/// Commands that write files or open pages.
const OF_PROCESSES: [&str; 2] = [CONVERT_TO_FILE, OPEN_BOARD];

/// The names of the commands that the host can run.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().filter(|name| !OF_PROCESSES.contains(name) || files().is_some_and(|files| files.is_disk()))
}

impl Backend {
    /// Runs a command.
    ///
    /// # Errors
    /// If no command has the name, or the command fails.
    pub(in crate::lsp) async fn run(self: &Arc<Self>, params: ExecuteCommandParams) -> Result<Option<Value>> {
        match params.command.as_str() {
            OPEN_BOARD => board::run(self, &params.arguments).await,
            EXPLAIN => explain::run(self, &params.arguments).await.map(|()| None),
            CONVERT_GAME => convert_game::run(self, &params.arguments).await,
            CONVERT_TO_FILE => convert_to_file::run(self, &params.arguments).await,
            APPLY => deferred::run(self, &params.arguments).await,
            command @ (FEN | LINE | LICHESS) => cursor::run(self, command, &params.arguments).await,
            CURVE => curve::run(self, &params.arguments).await,
            GAME_AS => game_as::run(self, &params.arguments).await,
            FILE_AS => file_as::run(self, &params.arguments).await,
            unknown => Err(Error::invalid_params(format!("no command is named `{unknown}`"))),
        }
    }
}

/// The single argument of a command.
///
/// # Errors
/// If it is missing, or does not have the expected form, which `form` describes.
pub fn argument<T: DeserializeOwned>(arguments: &[Value], form: &str) -> Result<T> {
    let argument = arguments.first().and_then(|argument| T::deserialize(argument).ok());
    argument.ok_or_else(|| Error::invalid_params(format!("the argument is {form}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_argument_is_what_it_should_be_or_the_form_is_said() {
        assert_eq!(argument::<String>(&[json!("a"), json!(2)], "a word"), Ok("a".to_owned()));
        for wrong in [&[][..], &[json!(1)], &[json!(null), json!("a")]] {
            let error = argument::<String>(wrong, "a word").map_err(|error| error.message.into_owned());
            assert_eq!(error, Err("the argument is a word".to_owned()));
        }
    }
}
