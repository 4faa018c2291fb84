//! Targets of a conversion.

use std::fmt;

use crate::notation::{FCN, LAN, MCN, Medium, Notation, REGISTRY, SAN, UCI, find, near};

/// The target of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A game whose moves are written in this notation. Only with SAN a PGN game remains PGN: with any other notation
    /// it becomes a VGN game, because PGN has no `MoveFormat`.
    Notation(&'static Notation),
    /// A PGN game, in SAN.
    Pgn,
    /// A PGN game in the form that all programs of `docs/portability.md` read alike.
    Portable,
    /// A VGN game; its moves keep their notation.
    Vgn,
}

/// Why a name is not a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetError {
    /// No notation has this name; `near` has the nearest names, nearest first.
    Unknown { name: String, near: Vec<&'static str> },
}

impl Target {
    /// The target with this name: `PGN`, `portable PGN`, `VGN` or a notation, trimmed and compared without case (rule
    /// B4).
    ///
    /// # Errors
    ///
    /// When the name is unknown.
    pub fn find(name: &str) -> Result<Target, TargetError> {
        let name = name.trim();
        if name.eq_ignore_ascii_case("PGN") {
            return Ok(Target::Pgn);
        }
        if name.eq_ignore_ascii_case(Target::Portable.name()) {
            return Ok(Target::Portable);
        }
        if name.eq_ignore_ascii_case("VGN") {
            return Ok(Target::Vgn);
        }
        match find(name) {
            Some(notation) => Ok(Target::Notation(notation)),
            None => {
                let near = near(name).into_iter().map(|notation| notation.name).collect();
                Err(TargetError::Unknown { name: name.to_owned(), near })
            }
        }
    }

    /// All targets but the portable form of PGN: the notations, then `PGN` and `VGN`.
    pub fn all() -> impl Iterator<Item = Target> {
        REGISTRY.iter().copied().map(Target::Notation).chain([Target::Pgn, Target::Vgn])
    }

    /// The text targets, in an order for people: notations of moves, the formats, notations of boards, and old
    /// versions.
    pub fn of_text() -> impl Iterator<Item = Target> {
        let all = Target::all().chain([Target::Portable]);
        let mut targets: Vec<Target> = all.filter(|target| !target.is_binary()).collect();
        targets.sort_by_key(Target::rank);
        targets.into_iter()
    }

    fn rank(&self) -> usize {
        let most_used = [&SAN, &MCN, &FCN, &LAN, &UCI];
        match self {
            Target::Notation(notation) => match most_used.iter().position(|row| row == notation) {
                Some(place) => place,
                None if notation.newer.is_some() => most_used.len() + 2,
                None => most_used.len() + 1,
            },
            Target::Pgn | Target::Portable | Target::Vgn => most_used.len(),
        }
    }

    /// The name, as in messages and on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Target::Notation(notation) => notation.name,
            Target::Pgn => "PGN",
            Target::Portable => "portable PGN",
            Target::Vgn => "VGN",
        }
    }

    /// Whether the result is a PGN game in export format.
    pub fn exports(&self) -> bool {
        matches!(self, Target::Pgn | Target::Portable)
    }

    /// Whether the moves become a binary section.
    pub(super) fn is_binary(&self) -> bool {
        matches!(self, Target::Notation(notation) if notation.medium == Medium::Binary)
    }

    /// The full name followed by the short one, for people: `Friendly Coordinate Notation (FCN)`.
    pub fn full_name(&self) -> String {
        let title = match self {
            Target::Notation(notation) => notation.title,
            Target::Pgn => "Portable Game Notation",
            Target::Portable => return "PGN that every program reads alike".to_owned(),
            Target::Vgn => "Variable Game Notation",
        };
        format!("{title} ({})", self.name())
    }
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Unknown { name, near } if near.is_empty() => {
                let all: Vec<&str> = Target::all().map(|target| target.name()).collect();
                write!(f, "`{name}` is neither a notation nor a game format: expected one of {}", all.join(", "))
            }
            TargetError::Unknown { name, near } => {
                write!(f, "`{name}` is neither a notation nor a game format: did you mean {}?", near.join(" or "))
            }
        }
    }
}

impl std::error::Error for TargetError {}

/// Conversion of everything except half-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormatChange {
    /// Unchanged.
    Keep,
    /// VGN's form.
    Vgn,
    /// PGN's form.
    Pgn,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_without_case() {
        for (name, expected) in
            [("fcn", "FCN"), (" FCN2 ", "FCN"), ("sfen1", "SFEN1"), ("bccf2", "BCCF"), ("pgn", "PGN"), ("Vgn", "VGN")]
        {
            assert_eq!(Target::find(name).map(|target| target.name()), Ok(expected));
        }
    }

    #[test]
    fn unknown_targets_are_reported() {
        let message = |name| Target::find(name).expect_err(name).to_string();
        assert_eq!(message("FNC"), "`FNC` is neither a notation nor a game format: did you mean FCN?");
        assert_eq!(
            message("chess"),
            "`chess` is neither a notation nor a game format: expected one of SAN, LAN, UCI, MCN, FCN, FCN1, FEN, SFEN, \
             SFEN1, BCCF, BCCF1, BCFEN, BCFEN1, BITS12, BITS11, PGC, LEGALINDEX, BRENNER, BRENNER2, PGN, VGN"
        );
    }
}
