//! The enabled checks, indexed by the events that they want.

use std::sync::Arc;

use super::portability::{Portability, PortabilityChecks, Walk};
use super::{Check, CheckFunction, Code, Event, Events, Findings, GameFilter, GameFormat, Lint, Memory, TagFilter};
use crate::syntax::tag_list::name_index::{NameSet, index_of};

/// The checks that receive the events of a game. Created once for all games with the same settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintSet {
    /// Kinds of events that at least one check wants.
    wanted: Events,
    /// Tags with names in common use that at least one check wants.
    tags: NameSet,
    wants_all_tags: bool,
    by_tag: Vec<Vec<EnabledCheck>>,
    /// Checks that want tags with other names.
    other_tags: Vec<EnabledCheck>,
    by_event: [Vec<EnabledCheck>; Events::KINDS],
    /// Checks with memory, in the order of [`Memories`].
    stateful: Vec<EnabledCheck>,
    /// The checks of portability, if readers are chosen.
    portability: Option<Arc<PortabilityChecks>>,
}

/// A check of the set.
#[derive(Clone, Copy, Debug)]
struct EnabledCheck {
    code: Code,
    games: GameFilter,
    run: CheckFunction,
    /// Index in [`Memories`], if the check has memory.
    memory: usize,
}

/// The memories of the checks of a set, for one game.
#[derive(Default)]
pub struct Memories {
    of_checks: Vec<Box<dyn Memory>>,
    walk: Option<Box<Walk>>,
}

impl LintSet {
    pub fn of(lints: impl Iterator<Item = &'static Lint>, portability: Portability) -> LintSet {
        let mut set = LintSet::default();
        let mut codes = Vec::new();
        for lint in lints {
            let (wants, run) = match &lint.check {
                Check::Engine => continue,
                Check::Portability => {
                    codes.push(lint.code);
                    continue;
                }
                Check::Of { wants, run } => (wants, run),
            };
            let memory = set.stateful.len();
            let check = EnabledCheck { code: lint.code, games: wants.games, run: *run, memory };
            if let CheckFunction::Stateful(_) = run {
                set.stateful.push(check);
            }
            set.wanted = set.wanted.and(wants.events);
            for kind in wants.events.kinds().filter(|kind| *kind != Events::TAG) {
                set.by_event[kind.place()].push(check);
            }
            match wants.tags {
                TagFilter::None => {}
                TagFilter::Of(names) => names.iter().for_each(|name| set.want_tag(index_of(name), check)),
                TagFilter::All => {
                    (0..NameSet::BITS as u8).for_each(|index| set.want_tag(index, check));
                    set.other_tags.push(check);
                }
            }
        }
        if !portability.readers.is_empty() && !codes.is_empty() {
            set.wanted = Events::ALL;
            set.wants_all_tags = true;
            set.portability = Some(Arc::new(PortabilityChecks { portability, codes }));
        }
        set
    }

    fn want_tag(&mut self, index: u8, check: EnabledCheck) {
        self.tags |= 1 << index;
        let at = usize::from(index);
        if self.by_tag.len() <= at {
            self.by_tag.resize(at + 1, Vec::new());
        }
        self.by_tag[at].push(check);
    }

    /// The kinds of events that at least one check wants.
    pub fn wanted(&self) -> Events {
        self.wanted
    }

    /// Whether a check wants events of this kind.
    #[inline]
    pub fn wants(&self, kind: Events) -> bool {
        self.wanted.meets(kind)
    }

    /// Whether a check wants a tag with this name, given as an index among the names in common use.
    #[inline]
    pub fn wants_tag(&self, in_use: Option<u8>) -> bool {
        match in_use {
            Some(index) => self.wants_all_tags || self.tags & 1 << index != 0,
            None => self.wants_all_tags || !self.other_tags.is_empty(),
        }
    }

    /// The memories of the checks at the beginning of a game.
    pub fn memories(&self) -> Memories {
        let new = |check: &EnabledCheck| match check.run {
            CheckFunction::Stateful(new) => Some(new()),
            CheckFunction::Pure(_) => None,
        };
        Memories {
            of_checks: self.stateful.iter().filter_map(new).collect(),
            walk: self.portability.as_ref().map(|checks| Box::new(Walk::new(Arc::clone(checks)))),
        }
    }

    /// Passes the event to all checks that want it.
    pub fn ask(&self, memories: &mut Memories, event: &Event<'_>, findings: &mut Findings<'_>) {
        let check = match event {
            Event::Tag(tag) => match tag.in_use {
                Some(index) => self.by_tag.get(usize::from(index)),
                None => Some(&self.other_tags),
            },
            _ => Some(&self.by_event[event.kind().place()]),
        };
        let format = findings.game().format();
        for check in check.into_iter().flatten().filter(|check| check.games.has(format)) {
            findings.code = check.code;
            match check.run {
                CheckFunction::Pure(check) => check(event, findings),
                CheckFunction::Stateful(_) => {
                    if let Some(memory) = memories.of_checks.get_mut(check.memory) {
                        memory.observe(event, findings);
                    }
                }
            }
        }
        // Only PGN is read by other programs.
        if let Some(walk) = &mut memories.walk
            && format == GameFormat::Pgn
        {
            walk.observe(event, findings);
        }
    }
}

/// A check is identified by its lint.
impl PartialEq for EnabledCheck {
    fn eq(&self, other: &EnabledCheck) -> bool {
        self.code == other.code
    }
}

impl Eq for EnabledCheck {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::CATALOGUE;

    #[test]
    fn sets_are_equal_if_they_have_the_same_checks() {
        let set = |code: Code| {
            let only = CATALOGUE.iter().copied().filter(|lint| lint.code == code);
            LintSet::of(only, Portability::default())
        };
        // Both get the end of a PGN game.
        assert_eq!(set(Code::ResultMismatch), set(Code::ResultMismatch));
        assert_ne!(set(Code::ResultMismatch), set(Code::InvalidResultTag));
    }
}
