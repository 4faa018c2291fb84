//! On how many boards of the main line a condition must hold.

use super::QueryError;
use super::lexer::{QueryTokenKind, QueryWords};

/// On how many boards a condition must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    /// On any.
    Ever,
    /// On all that are known, and there is one.
    Always,
    /// On this number of boards in a row.
    For(u32),
}

/// The words of windows.
pub(super) const WINDOW_WORDS: [&str; 3] = ["ever", "always", "for"];

impl Window {
    /// The window that comes next, if one does.
    ///
    /// # Errors
    ///
    /// If `for` has no number.
    pub fn read(words: &mut QueryWords) -> Result<Option<Window>, QueryError> {
        if words.take("ever") {
            return Ok(Some(Window::Ever));
        }
        if words.take("always") {
            return Ok(Some(Window::Always));
        }
        if !words.take("for") {
            return Ok(None);
        }
        let expected = "a number of half-moves, 1 or more";
        let token = words.value(expected)?;
        let number = token.text.parse().ok().filter(|number| *number > 0 && token.kind == QueryTokenKind::Word);
        number.map(|number| Some(Window::For(number))).ok_or_else(|| token.error(&format!("expected {expected}")))
    }
}

/// How far a condition has held in a game; `P` is a place in it.
#[derive(Clone, Debug)]
pub(super) struct WindowState<P> {
    boards: u32,
    /// Boards on which it has held in a row, up to the last one.
    run: u32,
    /// Where that row began.
    begin: Option<P>,
    has_failed: bool,
    /// Where the first row of the wanted length began.
    hit: Option<P>,
}

impl<P> Default for WindowState<P> {
    fn default() -> WindowState<P> {
        WindowState { boards: 0, run: 0, begin: None, has_failed: false, hit: None }
    }
}

impl<P: Clone> WindowState<P> {
    /// Whether no further board changes the answer.
    pub fn is_settled(&self, window: Window) -> bool {
        match window {
            Window::Ever | Window::For(_) => self.hit.is_some(),
            Window::Always => self.has_failed,
        }
    }

    /// Takes the next board.
    pub fn take(&mut self, window: Window, holds: bool, place: impl FnOnce() -> P) {
        self.boards += 1;
        if !holds {
            (self.run, self.begin, self.has_failed) = (0, None, true);
            return;
        }
        self.run += 1;
        if self.begin.is_none() {
            self.begin = Some(place());
        }
        let wanted = match window {
            Window::Ever => 1,
            Window::For(wanted) => wanted,
            Window::Always => return,
        };
        if self.run >= wanted && self.hit.is_none() {
            self.hit = self.begin.clone();
        }
    }

    /// Whether the condition holds, and if so, where.
    pub fn answer(&self, window: Window) -> Option<Option<P>> {
        match window {
            Window::Ever | Window::For(_) => self.hit.clone().map(Some),
            Window::Always => (self.boards > 0 && !self.has_failed).then_some(None),
        }
    }
}
