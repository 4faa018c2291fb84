//! Games that lose something only because of a fault in their text: a conversion reads what the safe fixes mend as the
//! fixes do.
//!
//! A game that loses nothing is converted as it stands.

use super::outcome::{Conversion, Export, Loss, Refusal};
use super::sections::StoredConversion;
use super::source_ranges::back;
use crate::lint::fixing::{Draft, settle};
use crate::lint::{Code, Context, Diagnostic, Edit, FileKind, Fix, Settings, Severity, apply};
use crate::replay::check_game;
use crate::syntax::games::games;

/// A result with a list of losses.
pub(super) trait Losing {
    fn losses(&mut self) -> &mut Vec<Loss>;

    /// What is written as it stands.
    fn remarks(&mut self) -> &mut [Loss] {
        &mut []
    }

    /// Makes what was made of the mended text one of the text before these edits.
    fn unmend(&mut self, _text: &str, edits: &[Edit]) {
        let carry = |loss: &mut Loss| loss.range = back(edits, &loss.range);
        self.losses().iter_mut().for_each(carry);
        self.remarks().iter_mut().for_each(carry);
    }
}

impl Losing for Export {
    fn losses(&mut self) -> &mut Vec<Loss> {
        &mut self.losses
    }

    fn remarks(&mut self) -> &mut [Loss] {
        &mut self.remarks
    }
}

impl Losing for StoredConversion {
    fn losses(&mut self) -> &mut Vec<Loss> {
        &mut self.losses
    }

    fn remarks(&mut self) -> &mut [Loss] {
        &mut self.remarks
    }
}

impl Losing for Conversion {
    fn losses(&mut self) -> &mut Vec<Loss> {
        &mut self.losses
    }

    fn unmend(&mut self, text: &str, edits: &[Edit]) {
        let mut draft = Draft::new(text);
        draft.apply(edits);
        draft.apply(&self.edits);
        self.edits = draft.into_edits();
        self.losses.iter_mut().for_each(|loss| loss.range = back(edits, &loss.range));
    }
}

/// The conversion of a text as it stands, or of the mended text if that loses less.
pub(super) fn least_losing<C: Losing>(
    text: &str,
    kind: FileKind,
    convert: impl Fn(&str) -> Result<C, Refusal>,
) -> Result<C, Refusal> {
    let mut as_it_stands = convert(text);
    if as_it_stands.as_mut().is_ok_and(|converted| converted.losses().is_empty()) {
        return as_it_stands;
    }
    let edits = mending(text, kind);
    if edits.is_empty() {
        return as_it_stands;
    }
    let Ok(mut mended) = convert(&apply(text, &edits)) else { return as_it_stands };
    mended.unmend(text, &edits);
    let left = mended.losses();
    let loses_less = match &mut as_it_stands {
        Ok(converted) => converted.losses().iter().any(|loss| !left.contains(loss)),
        Err(_) => true,
    };
    if loses_less { Ok(mended) } else { as_it_stands }
}

/// Maximum length of a game whose faults are mended, in bytes.
const LONGEST: usize = 1 << 20;

/// The safe fixes of the errors in a game that are signs of its movetext in another spelling.
fn mending(text: &str, kind: FileKind) -> Vec<Edit> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let settings = Settings::default();
    let context = Context::new(&settings, kind).with_fixes(true);
    let (edits, _) = settle(text, &|text| check_game(text, &context).diagnostics, &safe_fix);
    let count = |text: &str| games(text.as_bytes()).filter(|game| game.is_game).count();
    if count(&apply(text, &edits)) > count(text).max(1) { Vec::new() } else { edits }
}

/// Titles of fixes whose sign every conversion lists as lost: a stray period, and the backslash before a NAG.
const OF_LISTED_SIGNS: [&str; 2] = ["remove it", "remove the backslash"];

fn safe_fix(found: &Diagnostic) -> Option<&Fix> {
    let is_sign = found.severity == Severity::Error && matches!(found.code, Code::StrayText | Code::MoveNumber);
    found.fixes.iter().find(|fix| is_sign && fix.safe && !OF_LISTED_SIGNS.contains(&fix.title.as_str()))
}
