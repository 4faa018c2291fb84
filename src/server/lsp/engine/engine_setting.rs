//! The setting `engine`: the program and its bounds. It is read from the editor's settings alone, so that no project can
//! name a program.

use std::path::PathBuf;

use serde_json::Value;
use vgn_uci::protocol::EngineSettings;

use crate::lsp::host::{EngineProgram, host};

/// Lines of play at most.
pub const MOST_LINES: u32 = 5;
/// Memory for an engine's table, in MiB: unless it is set, and at most.
const HASH: u32 = 64;
const MOST_HASH: u32 = 16384;

/// The setting, as it is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSetting {
    pub program: EngineProgram,
    /// Lines of play, unless a request says how many.
    pub multi_pv: u32,
}

impl EngineSetting {
    /// Reads the setting: an object, or the program's path alone.
    ///
    /// # Errors
    /// A sentence, if no program is named, or a number is none or out of its bounds.
    pub fn read(setting: &Value) -> Result<EngineSetting, String> {
        let path = match setting {
            Value::String(path) => path,
            _ => setting.get("path").and_then(Value::as_str).unwrap_or_default(),
        };
        if path.trim().is_empty() {
            return Err("no engine is set: name the program of a UCI engine, such as Stockfish, in your setting \
                        `vgn.engine.path`"
                .to_owned());
        }
        let cores = u32::try_from(host().cores()).unwrap_or(1).max(1);
        let settings = EngineSettings {
            threads: number(setting, "threads", 1, cores)?,
            hash: Some(number(setting, "hash", HASH, MOST_HASH)?),
            multi_pv: 1,
        };
        let multi_pv = number(setting, "multiPv", 1, MOST_LINES)?;
        Ok(EngineSetting { program: EngineProgram { path: PathBuf::from(path.trim()), settings }, multi_pv })
    }
}

/// A number from 1 to `most`.
fn number(setting: &Value, name: &str, usual: u32, most: u32) -> Result<u32, String> {
    let Some(value) = setting.get(name).filter(|value| !value.is_null()) else { return Ok(usual.min(most)) };
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|it| (1..=most).contains(it));
    number.ok_or_else(|| format!("the setting `vgn.engine.{name}` is {value}, expected a number from 1 to {most}"))
}

#[cfg(all(test, feature = "native"))]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_program_is_named_and_bounded() {
        let read = EngineSetting::read(&json!("/usr/games/stockfish")).expect("a program");
        assert_eq!((read.program.path, read.multi_pv), (PathBuf::from("/usr/games/stockfish"), 1));
        assert_eq!((read.program.settings.threads, read.program.settings.hash), (1, Some(64)));
        let read = EngineSetting::read(&json!({"path": "a", "hash": 16, "threads": 2, "multiPv": 5}));
        let EngineSetting { program, multi_pv } = read.expect("a program");
        assert_eq!((program.settings.threads, program.settings.hash, multi_pv), (2, Some(16), 5));
        for wrong in [json!(null), json!({}), json!({"path": " "}), json!({"path": 1})] {
            let refusal = EngineSetting::read(&wrong).expect_err("no program");
            assert!(refusal.starts_with("no engine is set"), "{refusal}");
        }
        let refusal = EngineSetting::read(&json!({"path": "a", "multiPv": 6})).expect_err("too many");
        assert_eq!(refusal, "the setting `vgn.engine.multiPv` is 6, expected a number from 1 to 5");
        assert!(EngineSetting::read(&json!({"path": "a", "hash": "big"})).is_err());
    }
}
