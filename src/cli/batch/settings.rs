//! The settings of each file: the configuration found above it, and the command line's, which win.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::analysis::{Settings, Strictness};
use crate::cli::{complain, reason};
use crate::config::{Effective, Finder, Found, Levels};
use crate::format::Layout;

use super::inputs::Input;
use super::{Fault, Job};

/// What the command line says of settings.
#[derive(Clone, Copy, Default)]
pub struct Given<'a> {
    /// The configuration file for all games.
    pub config: Option<&'a Path>,
    /// No configuration file counts.
    pub no_config: bool,
    pub levels: Option<&'a Levels>,
    pub strictness: Option<Strictness>,
}

/// Gives each input its settings. What is wrong with a configuration file is said once; the faults are those that
/// leave some of it unread.
pub fn jobs(inputs: Vec<Input>, given: Given<'_>) -> (Vec<Arc<Job>>, Vec<Fault>) {
    let mut source = Source { given, finder: Finder::default(), known: HashMap::new(), faults: Vec::new() };
    let fixed = given.config.map(|path| Arc::new(Found::read(path)));
    let jobs = inputs
        .into_iter()
        .map(|input| {
            let found = match &fixed {
                Some(found) => Some(Arc::clone(found)),
                None if given.no_config => None,
                None => source.find(&input),
            };
            let (settings, layout) = source.settings(found);
            Arc::new(Job { input, settings, layout })
        })
        .collect();
    (jobs, source.faults)
}

struct Source<'a> {
    given: Given<'a>,
    finder: Finder,
    /// Settings by the configuration file that they come from.
    known: HashMap<Option<std::path::PathBuf>, (Arc<Settings>, Layout)>,
    faults: Vec<Fault>,
}

impl Source<'_> {
    fn find(&mut self, input: &Input) -> Option<Arc<Found>> {
        let path = input.path.as_deref().unwrap_or(Path::new("-"));
        // Without a current folder there is nowhere to walk up from.
        let path = std::path::absolute(path).ok()?;
        self.finder.for_folder(path.parent()?)
    }

    fn settings(&mut self, found: Option<Arc<Found>>) -> (Arc<Settings>, Layout) {
        let key = found.as_ref().map(|found| found.path.clone());
        if let Some((settings, layout)) = self.known.get(&key) {
            return (Arc::clone(settings), *layout);
        }
        if let Some(found) = &found {
            self.tell(found);
        }
        let Effective { mut settings, preferences } = Effective::of(found.iter().map(|found| &found.config));
        if let Some(levels) = self.given.levels {
            levels.apply(&mut settings);
        }
        settings.strictness = self.given.strictness.unwrap_or(settings.strictness);
        let settings = Arc::new(settings);
        self.known.insert(key, (Arc::clone(&settings), preferences.layout));
        (settings, preferences.layout)
    }

    fn tell(&mut self, found: &Found) {
        let name = shortest(&found.path);
        if let Some(failure) = &found.failure {
            self.faults.push(Fault::new(&name, format!("the configuration cannot be read: {}", reason(failure))));
        }
        for notice in &found.notices.first {
            let place = format!("{name}:{}:{}", notice.line, notice.column);
            if notice.broken {
                self.faults.push(Fault::new(&place, format!("the configuration is not TOML: {}", notice.message)));
            } else {
                complain(&format!("{place}: warning: {}", notice.message));
            }
        }
        if found.notices.left_out > 0 {
            complain(&format!("{name}: warning: {} more faults are not listed", found.notices.left_out));
        }
    }
}

/// The path from the current folder, if it lies below.
fn shortest(path: &Path) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    below.as_deref().unwrap_or(path).to_string_lossy().into_owned()
}
