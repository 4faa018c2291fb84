//! The settings of each file: the configuration found above it, and the command line's options, which take precedence.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use vgn_config::{ConfigFile, ConfigFinder, DiagnosticLevels, EffectiveConfig};
use vgn_engine::format::Layout;
use vgn_engine::lint::portability::{Portability, ReaderSet};
use vgn_engine::lint::{Settings, Strictness};

use super::inputs::InputFile;
use super::{FileFault, FileJob};
use crate::{print_error, reason};

/// The settings given on the command line.
#[derive(Clone, Copy, Default)]
pub struct SettingsArgs<'a> {
    /// The configuration file for all games.
    pub config: Option<&'a Path>,
    /// Configuration files are ignored.
    pub no_config: bool,
    pub levels: Option<&'a DiagnosticLevels>,
    pub strictness: Option<Strictness>,
    /// The readers for which games are written.
    pub readers: Option<ReaderSet>,
}

/// Assigns each input its settings. Problems in a configuration file are reported once; the faults are those that leave
/// a part of it unread.
pub fn jobs(inputs: Vec<InputFile>, args: SettingsArgs<'_>) -> (Vec<Arc<FileJob>>, Vec<FileFault>) {
    let mut resolver =
        SettingsResolver { args, finder: ConfigFinder::default(), cache: HashMap::new(), faults: Vec::new() };
    let fixed = args.config.map(|path| Arc::new(ConfigFile::read(path)));
    let jobs = inputs
        .into_iter()
        .map(|input| {
            let found = match &fixed {
                Some(found) => Some(Arc::clone(found)),
                None if args.no_config => None,
                None => resolver.find(&input),
            };
            let (settings, layout) = resolver.settings(found);
            Arc::new(FileJob { input, settings, layout })
        })
        .collect();
    (jobs, resolver.faults)
}

struct SettingsResolver<'a> {
    args: SettingsArgs<'a>,
    finder: ConfigFinder,
    /// Settings by the configuration file that they come from.
    cache: HashMap<Option<std::path::PathBuf>, (Arc<Settings>, Layout)>,
    faults: Vec<FileFault>,
}

impl SettingsResolver<'_> {
    fn find(&mut self, input: &InputFile) -> Option<Arc<ConfigFile>> {
        let path = input.path.as_deref().unwrap_or(Path::new("-"));
        // Without a current folder there is no folder to search from.
        let path = std::path::absolute(path).ok()?;
        self.finder.for_folder(path.parent()?)
    }

    fn settings(&mut self, found: Option<Arc<ConfigFile>>) -> (Arc<Settings>, Layout) {
        let key = found.as_ref().map(|found| found.path.clone());
        if let Some((settings, layout)) = self.cache.get(&key) {
            return (Arc::clone(settings), *layout);
        }
        if let Some(found) = &found {
            self.report(found);
        }
        let EffectiveConfig { mut settings, preferences } =
            EffectiveConfig::of(found.iter().map(|found| &found.config));
        if let Some(levels) = self.args.levels {
            levels.apply(&mut settings);
        }
        settings.strictness = self.args.strictness.unwrap_or(settings.strictness);
        if let Some(readers) = self.args.readers {
            settings.set_portability(Portability { readers, as_hints: false });
        }
        let settings = Arc::new(settings);
        self.cache.insert(key, (Arc::clone(&settings), preferences.layout));
        (settings, preferences.layout)
    }

    fn report(&mut self, found: &ConfigFile) {
        let name = shortest(&found.path);
        if let Some(failure) = &found.failure {
            self.faults.push(FileFault::new(&name, format!("the configuration cannot be read: {}", reason(failure))));
        }
        for notice in &found.notices.first {
            let place = format!("{name}:{}:{}", notice.line, notice.column);
            if notice.broken {
                self.faults.push(FileFault::new(&place, format!("the configuration is not TOML: {}", notice.message)));
            } else {
                print_error(&format!("{place}: warning: {}", notice.message));
            }
        }
        if found.notices.left_out > 0 {
            print_error(&format!("{name}: warning: {} more faults are not listed", found.notices.left_out));
        }
    }
}

/// The path relative to the current folder, if it lies below.
fn shortest(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    below.as_deref().unwrap_or(path).to_string_lossy().into_owned()
}
