//! Severities set by configuration and the command line.

use std::fmt;
use std::str::FromStr;

use vgn_engine::lint::{CATALOGUE, Code, Settings, Severity};

use super::nearest;

/// The severity of a diagnostic, or `Off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticLevel {
    Severity(Severity),
    Off,
}

/// The diagnostics that a level is set for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelSelector {
    /// `all`.
    All,
    Code(Code),
}

/// Levels in the order in which they were given. The level of a code takes precedence over that of `all`, whatever the
/// order; among equals the last one wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiagnosticLevels {
    given: Vec<(LevelSelector, DiagnosticLevel)>,
}

/// The error for a name that is not a diagnostic's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    pub name: String,
    pub near: Option<&'static str>,
}

impl DiagnosticLevel {
    /// The names of all levels.
    pub const NAMES: [&'static str; 5] = ["error", "warning", "information", "hint", "off"];

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<DiagnosticLevel> {
        if name == "off" {
            return Some(DiagnosticLevel::Off);
        }
        Severity::ALL.into_iter().find(|severity| severity.name() == name).map(DiagnosticLevel::Severity)
    }

    fn severity(self) -> Option<Severity> {
        match self {
            DiagnosticLevel::Severity(severity) => Some(severity),
            DiagnosticLevel::Off => None,
        }
    }
}

impl DiagnosticLevels {
    /// Adds a level, which takes precedence over earlier ones.
    pub fn set(&mut self, selector: LevelSelector, level: DiagnosticLevel) {
        self.given.push((selector, level));
    }

    /// Changes the settings.
    pub fn apply(&self, settings: &mut Settings) {
        if let Some((_, level)) = self.given.iter().rfind(|(selector, _)| *selector == LevelSelector::All) {
            // What is off unless it is named stays off.
            for entry in CATALOGUE.iter().filter(|entry| !entry.is_optional()) {
                settings.set_level(entry.code, level.severity());
            }
        }
        for (selector, level) in &self.given {
            if let LevelSelector::Code(code) = selector {
                settings.set_level(*code, level.severity());
            }
        }
    }
}

impl LevelSelector {
    /// The selector with this name.
    pub fn from_name(name: &str) -> Option<LevelSelector> {
        if name == "all" { Some(LevelSelector::All) } else { Code::from_name(name).map(LevelSelector::Code) }
    }
}

impl FromStr for LevelSelector {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<LevelSelector, UnknownCode> {
        LevelSelector::from_name(name).ok_or_else(|| UnknownCode {
            name: name.to_string(),
            near: nearest(name, CATALOGUE.iter().map(|entry| entry.name).chain(["all"])),
        })
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no diagnostic has the code `{}`", self.name)?;
        match self.near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None => f.write_str("; `vgn-lsp explain` lists them"),
        }
    }
}

impl std::error::Error for UnknownCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_beats_all_and_the_last_one_holds() {
        let mut levels = DiagnosticLevels::default();
        levels.set(LevelSelector::Code(Code::StrayText), DiagnosticLevel::Off);
        levels.set(LevelSelector::Code(Code::NullMove), DiagnosticLevel::Severity(Severity::Hint));
        levels.set(LevelSelector::Code(Code::NullMove), DiagnosticLevel::Severity(Severity::Error));
        levels.set(LevelSelector::All, DiagnosticLevel::Severity(Severity::Warning));
        let mut settings = Settings::default();
        levels.apply(&mut settings);
        assert_eq!(settings.level(Code::StrayText), None);
        assert_eq!(settings.level(Code::NullMove), Some(Severity::Error));
        assert_eq!(settings.level(Code::UnclosedTag), Some(Severity::Warning));
    }

    #[test]
    fn unknown_codes_name_a_near_one() {
        let error = "ilegal-move".parse::<LevelSelector>().expect_err("misspelt");
        assert_eq!(error.to_string(), "no diagnostic has the code `ilegal-move`; did you mean `illegal-move`?");
    }
}
