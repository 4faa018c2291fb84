//! The options of an engine: `option name Hash type spin default 16 min 1 max 33554432`.

/// An option that the engine has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    pub name: String,
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    Check,
    Spin { min: i64, max: i64 },
    Combo(Vec<String>),
    Other,
}

impl EngineOption {
    /// Reads what follows `option`. `None` without a name or a type.
    pub(super) fn read(rest: &str) -> Option<EngineOption> {
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let named = words.iter().position(|word| *word == "name")?;
        // A name may have blanks; `type` ends it.
        let typed = words.iter().position(|word| *word == "type").filter(|typed| *typed > named + 1)?;
        let name = words[named + 1..typed].join(" ");
        let number = |key: &str| {
            let at = words[typed..].iter().position(|word| *word == key)?;
            words.get(typed + at + 1)?.parse().ok()
        };
        let kind = match *words.get(typed + 1)? {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin { min: number("min").unwrap_or(0), max: number("max").unwrap_or(i64::MAX) },
            "combo" => {
                let values = words[typed..].split(|word| *word == "var").skip(1);
                OptionKind::Combo(values.map(|value| value.join(" ")).collect())
            }
            _ => OptionKind::Other,
        };
        Some(EngineOption { name, kind })
    }

    /// The line that sets a number, within what the option takes; `None` if it takes none.
    pub(super) fn set_number(&self, value: i64) -> Option<String> {
        let OptionKind::Spin { min, max } = self.kind else { return None };
        Some(self.set(value.min(max).max(min)))
    }

    /// The line that sets a value.
    pub(super) fn set(&self, value: impl std::fmt::Display) -> String {
        format!("setoption name {} value {value}\n", self.name)
    }
}
