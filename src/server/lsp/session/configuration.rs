//! The sources of configuration, and the effective settings of each document.
//!
//! There are three sources, later ones taking precedence: the options of `initialize`, the client's settings (requested
//! or notified), and the nearest `vgn.toml` above the document. So a project's file means the same in every editor and
//! on the command line.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use vgn_config::{Config, ConfigFile, ConfigFinder, EffectiveConfig, FILE_NAME, Notices, parse_json};

use crate::lsp::documents::address::Address;
use crate::lsp::host::files;

/// The server's section in an editor's settings.
pub const SECTION: &str = "vgn";

/// The setting of the engine. It is not one of `vgn.toml`: a project must not name a program.
const ENGINE: &str = "engine";

/// Maximum number of faults reported for one source; the number of the others is reported too.
const MOST_SAID: usize = 10;

/// The configuration from all sources.
#[derive(Debug, Default)]
pub struct Configuration(Mutex<ConfigurationState>);

#[derive(Debug, Default)]
struct ConfigurationState {
    initial: Config,
    client_settings: Config,
    finder: ConfigFinder,
    /// Configuration files that are open in the editor.
    open: BTreeSet<PathBuf>,
    /// The notices that have been reported, so that each is reported once: those of a file, and, without a file, those
    /// of the client's settings, which come by several ways.
    reported: BTreeSet<(Option<PathBuf>, String)>,
    /// Messages not reported yet.
    unreported: Vec<String>,
    /// The setting of the engine in the options of `initialize`, and in the client's settings.
    initial_engine: Option<Value>,
    client_engine: Option<Value>,
}

impl Configuration {
    /// Notes whether a configuration file is open in the editor: while it is, its faults are diagnostics there.
    pub fn set_open(&self, path: PathBuf, open: bool) {
        let mut state = self.lock();
        if open {
            state.open.insert(path);
        } else {
            state.open.remove(&path);
        }
    }

    /// Sets the options of `initialize`.
    pub fn set_initial(&self, options: &Value) {
        let (config, notices) = parse_json(options);
        let mut state = self.lock();
        state.initial = config;
        state.initial_engine = options.get(ENGINE).cloned();
        state.record_notices(&notices);
    }

    /// Sets the client's settings.
    pub fn set_client_settings(&self, settings: &Value) {
        let (config, notices) = parse_json(settings);
        let mut state = self.lock();
        state.client_settings = config;
        state.client_engine = settings.get(ENGINE).cloned();
        state.record_notices(&notices);
    }

    /// The setting of the engine, which only the editor's settings have; `null` without one.
    pub fn engine(&self) -> Value {
        let state = self.lock();
        state.client_engine.as_ref().or(state.initial_engine.as_ref()).cloned().unwrap_or_default()
    }

    /// Drops the configuration read from files, so that they are read again on demand.
    pub fn forget_files(&self) {
        self.lock().finder = ConfigFinder::default();
    }

    /// The effective settings of a document, by its path. Reads configuration files that have not been read yet.
    pub fn effective(&self, uri: &Address) -> Arc<EffectiveConfig> {
        let on_disk = files().is_some_and(|files| files.is_disk());
        let folder = uri.path().filter(|_| on_disk).and_then(|path| path.parent().map(PathBuf::from));
        let mut state = self.lock();
        let found = folder.and_then(|folder| state.finder.for_folder(&folder));
        if let Some(found) = &found {
            state.record_faults(found);
        }
        let sources =
            [&state.initial, &state.client_settings].into_iter().chain(found.as_deref().map(|found| &found.config));
        Arc::new(EffectiveConfig::in_editor(sources))
    }

    /// Takes the unreported faults of the configuration, one message per source.
    pub fn take_faults(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().unreported)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ConfigurationState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConfigurationState {
    fn record_notices(&mut self, notices: &Notices) {
        let sentences = notices.first.iter().take(MOST_SAID).map(|notice| sentence(&notice.message));
        let mut sentences: Vec<String> =
            sentences.filter(|notice| self.reported.insert((None, notice.clone()))).collect();
        if sentences.is_empty() {
            return;
        }
        sentences.extend(more_faults(notices.first.len().saturating_sub(MOST_SAID) + notices.left_out));
        self.unreported.push(format!("In the editor's settings: {}", sentences.join(" ")));
    }

    /// Records the faults of a configuration file.
    fn record_faults(&mut self, found: &ConfigFile) {
        if self.open.contains(&found.path) {
            return;
        }
        let failure = found.failure.iter().map(|failure| format!("cannot be read: {failure}."));
        let notices = found.notices.first.iter().take(MOST_SAID).map(|notice| {
            let what = if notice.broken { " is not TOML" } else { "" };
            format!("line {}{what}: {}", notice.line, sentence(&notice.message))
        });
        let is_new = |notice: &String| self.reported.insert((Some(found.path.clone()), notice.clone()));
        let mut sentences: Vec<String> = failure.chain(notices).filter(is_new).collect();
        if sentences.is_empty() {
            return;
        }
        let named = found.notices.first.len().min(MOST_SAID);
        sentences.extend(more_faults(found.notices.first.len() - named + found.notices.left_out));
        sentences
            .iter_mut()
            .skip(1)
            .filter(|reported| reported.starts_with("line"))
            .for_each(|reported| reported.replace_range(..1, "L"));
        let comma = if found.failure.is_some() { "" } else { "," };
        self.unreported.push(format!("{FILE_NAME}{comma} {}", sentences.join(" ")));
    }
}

/// A message with its closing punctuation.
fn sentence(message: &str) -> String {
    let end = if message.ends_with(['?', '.', '…']) { "" } else { "." };
    format!("{message}{end}")
}

/// The number of faults that are not listed.
fn more_faults(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("There is one more fault.".to_owned()),
        more => Some(format!("There are {more} more faults.")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tower_lsp::lsp_types::Url;

    use super::*;
    use vgn_engine::lint::{Code, Strictness};
    use vgn_ide::BoardStyle;

    #[test]
    fn many_faults_are_one_message() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join(FILE_NAME);
        let faults: String = (1..=20_000).map(|n| format!("n{n} = 1\n")).collect();
        std::fs::write(&path, faults)?;
        let uri = Address::of_file(&folder.path().join("a.pgn")).expect("an absolute path");
        let configuration = Configuration::default();
        configuration.effective(&uri);
        let reported = configuration.take_faults();
        assert_eq!(reported.len(), 1);
        assert!(reported[0].starts_with("vgn.toml, line 1: there is no setting `n1`; "), "{reported:?}");
        assert!(reported[0].contains(" Line 10: ") && !reported[0].contains(" Line 11: "), "{reported:?}");
        assert!(reported[0].ends_with(" There are 19990 more faults."), "{reported:?}");

        std::fs::write(&path, "#".repeat(300_000))?;
        configuration.forget_files();
        configuration.effective(&uri);
        assert_eq!(configuration.take_faults(), ["vgn.toml cannot be read: it has more than 256 KiB."]);
        std::fs::write(&path, "wrong = 1")?;
        configuration.forget_files();
        configuration.set_open(path, true);
        configuration.effective(&uri);
        assert_eq!(configuration.take_faults(), [] as [String; 0], "it is seen in the editor");
        Ok(())
    }

    #[test]
    fn the_faults_of_settings_are_counted() {
        for (count, more) in [(10, ""), (11, " There is one more fault."), (500, " There are 490 more faults.")] {
            let settings: serde_json::Map<_, _> = (0..count).map(|n| (format!("n{n:03}"), n.into())).collect();
            let configuration = Configuration::default();
            configuration.set_client_settings(&settings.into());
            let reported = configuration.take_faults();
            assert!(reported[0].starts_with("In the editor's settings: there is no setting `n000`; "), "{reported:?}");
            assert_eq!(reported[0].matches("there is no setting").count(), 10);
            assert!(reported[0].ends_with(&format!("`lens`.{more}")), "{reported:?}");
        }
    }

    #[test]
    fn an_engine_is_set_as_long_as_the_settings_name_it() {
        let configuration = Configuration::default();
        configuration.set_client_settings(&json!({"engine": "stockfish"}));
        assert_eq!(configuration.engine(), "stockfish");
        configuration.set_client_settings(&json!({}));
        assert_eq!(configuration.engine(), Value::Null);
        configuration.set_initial(&json!({"engine": "fairy-stockfish"}));
        assert_eq!(configuration.engine(), "fairy-stockfish");
        configuration.set_client_settings(&json!({"engine": null}));
        assert_eq!(configuration.engine(), Value::Null, "switched off");
    }

    #[test]
    fn later_sources_win_and_complaints_are_said_once() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join(FILE_NAME), "strictness = \"basic\"\nnothing = 1\n")?;
        let uri = Address::of_file(&folder.path().join("a.pgn")).expect("an absolute path");
        let elsewhere = Url::parse("untitled:a").expect("a URI").into();
        let configuration = Configuration::default();
        configuration.set_initial(&json!({"strictness": "off", "hover": {"board": "ascii"}, "wrong": 1}));
        configuration.set_client_settings(&json!({"diagnostics": {"null-move": "off"}}));

        let here = configuration.effective(&uri);
        assert_eq!(here.settings.strictness, Strictness::Basic);
        assert_eq!(here.settings.level(Code::NullMove), None);
        assert_eq!(here.preferences.board, BoardStyle::Ascii);
        assert_eq!(configuration.effective(&elsewhere).settings.strictness, Strictness::Off);
        let complaints = configuration.take_faults();
        assert_eq!(complaints.len(), 2, "{complaints:?}");
        assert!(complaints[1].starts_with("vgn.toml, line 2: "), "{complaints:?}");

        configuration.forget_files();
        configuration.effective(&uri);
        assert_eq!(configuration.take_faults(), [] as [String; 0]);
        std::fs::write(folder.path().join(FILE_NAME), "strictness = \"full\"\n")?;
        assert_eq!(configuration.effective(&uri).settings.strictness, Strictness::Basic, "read once");
        configuration.forget_files();
        assert_eq!(configuration.effective(&uri).settings.strictness, Strictness::Full);
        Ok(())
    }
}
