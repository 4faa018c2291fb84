//! Comments: their places (rule C4), the commands in them, and the escape line (rule C5).

use std::ops::Range;

use shakmaty::Color;

use super::numbers::NumberRecord;
use crate::lint::{Code, Diagnostic, Edit, Event, Fix};
use crate::replay::after::{AfterCommand, CommentedMove, MoveName, after, misspelt_after, with_after};
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;
use crate::replay::judge::recovery::swallowed::SuspiciousComment;
use crate::replay::{check_game, commands};
use crate::syntax::Token;

/// Number of commands of one comment between checks for cancellation.
const COMMANDS: u32 = 1_000;

/// Maximum size in bytes of all copies of a fix that many comments share.
const MOST_COPIED: usize = 1 << 20;

const MISPLACED: &str = "in VGN a comment belongs before White's number or after Black's move and NAGs";

/// State of comments and escapes that later tokens need.
#[derive(Default)]
pub(crate) struct CommentState {
    /// Comments that contain `{`: the end of an earlier comment may be missing.
    pub suspicious: Vec<SuspiciousComment>,
    /// Lines with PGN's escape, judged after the tags are known.
    pub escapes: Vec<Range<u32>>,
    /// The last comment up to the end of its line that holds a terminator or a `)`.
    pub cutting: Option<Range<u32>>,
    /// The last token extended to the end of its line.
    pub after_line_comment: bool,
}

impl Judge<'_> {
    pub(crate) fn comment(&mut self, token: Token, range: Range<u32>) {
        self.place_comment(token, range.clone());
        self.emit(Event::Comment(range));
    }

    #[inline(never)]
    fn place_comment(&mut self, token: Token, range: Range<u32>) {
        if token == Token::LineComment {
            self.record_line_comment(&range);
        }
        if token == Token::BraceComment {
            self.commands(&range);
            self.swallowed_game(&range);
            if memchr::memchr(b'{', &self.slice(&range).as_bytes()[1..]).is_some() {
                self.causes.inner_braces.push(range.start);
                if self.in_movetext {
                    let suspicious = self.suspicious_comment(range.clone());
                    self.comments.suspicious.push(suspicious);
                    self.line.suspicious_comment.get_or_insert(range.clone());
                }
            }
        }
        if self.in_movetext && self.is_vgn() && self.slice(&range)[1..].trim_start().starts_with('[') {
            self.command_after(&range);
        }
        if !self.in_movetext || self.line.preceding == PrecedingToken::Terminator {
            return;
        }
        self.line.has_content = true;
        match self.line.preceding {
            // It is unknown whose half-move the stray text after the number is: the comment stays in its place.
            PrecedingToken::Number if self.line.stray => return,
            PrecedingToken::Number => {
                match self.line.pending_number.as_ref().filter(|_| self.is_vgn()) {
                    Some(_) if self.line.played == 0 || self.line.color == Color::White => {
                        self.line.comments_after_number.push(range)
                    }
                    Some(_) => self.line.misplaced_comments.push(range),
                    None => {}
                }
                return;
            }
            // In a PGN game comments may be anywhere.
            PrecedingToken::Move | PrecedingToken::Glyph | PrecedingToken::Comment | PrecedingToken::Variation
                if self.line.color == Color::Black && self.line.played > 0 && self.is_vgn() =>
            {
                self.line.comments_after_white.push(range);
            }
            _ => {}
        }
        self.settle_glyphs();
        self.line.preceding = PrecedingToken::Comment;
    }

    /// Takes the pending number. Comments between the number of White's half-move, or of a line's first one, and the
    /// half-move belong to the half-move before the number: the fix moves them before the number.
    pub(crate) fn take_number(&mut self) -> Option<Range<u32>> {
        let number = self.line.pending_number.take()?;
        let after_number = std::mem::take(&mut self.line.comments_after_number);
        if !after_number.is_empty() {
            let mut moved = String::new();
            for range in &after_number {
                let text = self.slice(range);
                moved.extend([text, if text.starts_with(';') { self.line_end() } else { " " }]);
            }
            let put = Edit::insert(number.start, moved);
            let edits = [put].into_iter().chain(self.removals(&after_number)).collect();
            self.report_misplaced(&after_number, "before the number", edits);
        }
        Some(number)
    }

    /// Reports comments with one common fix that moves them all, so that their order is kept.
    fn report_misplaced(&mut self, comments: &[Range<u32>], to: &str, edits: Vec<Edit>) {
        let size: usize = edits.iter().map(|edit| size_of::<Edit>() + edit.text.len()).sum();
        let most = (MOST_COPIED / size.max(1)).max(1);
        let comment = if comments.len() == 1 { "comment" } else { "comments" };
        // A `;` with nothing behind it, or close to another token, may be a slip.
        let may_be_slip = |range: &Range<u32>| {
            let rest = self.slice(range).strip_prefix(';');
            rest.is_some_and(|rest| {
                rest.trim().is_empty() || !self.text[..range.start as usize].ends_with(char::is_whitespace)
            })
        };
        let safe = !comments.iter().any(may_be_slip);
        let fix = Fix { title: format!("move the {comment} {to}"), edits, safe };
        for (n, range) in comments.iter().enumerate() {
            self.report.add_fixed(Code::CommentPlacement, range.clone(), MISPLACED, || {
                if n < most { vec![fix.clone()] } else { Vec::new() }
            });
        }
    }

    /// Before a half-move: comments after White's half-move are misplaced if this one is Black's.
    pub(crate) fn comments_before_move(&mut self) {
        if self.line.comments_after_white.is_empty() {
            return;
        }
        if self.line.color == Color::Black && self.line.played > 0 {
            let waiting = std::mem::take(&mut self.line.comments_after_white);
            self.line.misplaced_comments.extend(waiting);
        } else {
            self.line.comments_after_white.clear();
        }
    }

    /// After Black's half-move and its glyphs: reports the misplaced comments, which belong here.
    pub(crate) fn settle_glyphs(&mut self) {
        if self.line.misplaced_comments.is_empty() || self.line.color == Color::Black {
            return;
        }
        self.settle_comments();
    }

    /// Reports the misplaced comments; they belong after the last half-move.
    pub(crate) fn settle_comments(&mut self) {
        let mut misplaced = std::mem::take(&mut self.line.misplaced_comments);
        if misplaced.is_empty() || !self.is_vgn() {
            return;
        }
        misplaced.sort_by_key(|range| range.start);
        let place = self.line.move_end;
        // By the wrong number of the last half-move both may have one name.
        let last = self.line.half_move_back(1);
        let before = self.line.nameable.before_last().filter(|before| (before.number, before.color) != last);
        let previous_move_end = self.line.previous_move_end;
        // Where a half-move that cannot be read ends is not certain.
        let is_unread = !self.line.is_known()
            && self.report.last_drafts().iter().any(|found| {
                found.code == Code::InvalidMoveText && (found.range.start..=found.range.end).contains(&place)
            });
        let mut moved: Vec<Option<String>> = Vec::with_capacity(misplaced.len());
        for range in &misplaced {
            let text = self.slice(range);
            // In its new place it names its half-move by a command, unless it already does.
            let commented = after(text).map(|after| after.named.and_then(|named| self.line.nameable.find(named)));
            let (text, keeps_meaning) = match (commented, before) {
                (None, Some(named)) if range.start >= previous_move_end => (with_after(text, named), true),
                (None, _) => (String::new(), false),
                (commented, _) => (text.to_owned(), commented == Some(Some(CommentedMove::BeforeLast))),
            };
            moved.push((keeps_meaning && place >= range.end && !is_unread).then(|| match text.strip_prefix(';') {
                Some(line) if !line.contains('}') => format!("{{{line} }}"),
                _ => text,
            }));
        }
        // A comment that stays keeps those before it in place.
        let mut first = moved.iter().rposition(Option::is_none).map_or(0, |last| last + 1);
        let mut edits = self.moved_on_lines(&misplaced[first..], &moved[first..], place);
        if edits.is_none() {
            let is_line = |text: &Option<String>| text.as_ref().is_some_and(|text| text.starts_with(';'));
            first = moved.iter().rposition(is_line).map_or(first, |last| first.max(last + 1));
            let put = moved[first..].iter().flatten().flat_map(|text| [" ", text]).collect::<String>();
            edits = Some(self.removals(&misplaced[first..]).into_iter().chain([Edit::insert(place, put)]).collect());
        }
        for range in &misplaced[..first] {
            self.report.add(Code::CommentPlacement, range.clone(), MISPLACED);
        }
        self.report_misplaced(&misplaced[first..], "after the move", edits.unwrap_or_default());
    }

    /// The edits that move comments after a half-move in their order, if at least one is a line comment that braces
    /// cannot hold: the text after it continues on the next line, if its meaning is the same there.
    fn moved_on_lines(&self, from: &[Range<u32>], moved: &[Option<String>], place: u32) -> Option<Vec<Edit>> {
        let is_line = |text: &String| text.starts_with(';');
        if !self.report.wants_fixes() || !moved.iter().flatten().any(is_line) {
            return None;
        }
        let line_end = self.line_end();
        let mut all = String::new();
        for text in moved.iter().flatten() {
            let (lead, end) =
                (if all.ends_with(line_end) { "" } else { " " }, if is_line(text) { line_end } else { "" });
            all.extend([lead, text, end]);
        }
        let rest = &self.text[place as usize..];
        let next = rest.trim_start_matches([' ', '\t']);
        let blanks = place + (rest.len() - next.len()) as u32;
        let put = match (all.strip_suffix(line_end), next.chars().next()) {
            (None, _) => Edit::insert(place, all),
            (Some(all), None | Some('\n' | '\r')) => Edit::insert(place, all),
            (Some(_), Some('%' | '[')) => return None,
            (Some(_), Some(_)) => Edit::replace(place..blanks, all),
        };
        Some(self.removals(from).into_iter().chain([put]).collect())
    }

    /// Records PGN's escape: an error in a VGN game, accepted in a PGN game (rule C5).
    pub(crate) fn escape(&mut self, range: Range<u32>) {
        self.comments.escapes.push(range);
    }

    pub(crate) fn judge_escapes(&mut self) {
        let escapes = std::mem::take(&mut self.comments.escapes);
        if !self.is_vgn() {
            return;
        }
        let moved =
            if self.report.wants_fixes() && !escapes.is_empty() { self.as_comments(&escapes) } else { Vec::new() };
        self.move_with_escapes(&moved);
        for range in escapes {
            let sign = range.start..range.start + 1;
            let found = moved.binary_search_by_key(&range.start, |d| d.range.start).ok();
            let place = found.and_then(|n| moved[n].fixes.first());
            let fix = match place {
                Some(fix) => Fix::safe("move it after the move as a comment", fix.edits.clone()),
                None => Fix::safe("write `;`", vec![Edit::replace(sign, ";")]),
            };
            let message = "VGN has no `%` escape: a line comment begins with `;`";
            self.report.add_fixed(Code::EscapeLine, range, message, || vec![fix]);
        }
    }

    /// Gives comments the fix of escapes that move to the same place, so that their order is kept.
    fn move_with_escapes(&mut self, moved: &[Diagnostic]) {
        let misplaced = |d: &&mut Diagnostic| d.code == Code::CommentPlacement;
        for diagnostic in self.report.drafts_mut().iter_mut().filter(misplaced) {
            if let Ok(n) = moved.binary_search_by_key(&diagnostic.range.start, |d| d.range.start) {
                diagnostic.fixes.clone_from(&moved[n].fixes);
            }
        }
    }

    /// The escapes that as comments would be misplaced, with the fixes that move them, in text order.
    fn as_comments(&self, escapes: &[Range<u32>]) -> Vec<Diagnostic> {
        let mut text = String::with_capacity(self.text.len());
        let mut done = 0;
        for range in escapes {
            text += &self.text[done..range.start as usize];
            text.push(';');
            done = range.start as usize + 1;
        }
        text += &self.text[done..];
        let mut found = check_game(&text, self.context).diagnostics;
        found.retain(|d| d.code == Code::CommentPlacement);
        found
    }

    /// Judges `[%after 3.]` at the comment's beginning, which names one of the two half-moves before it (rule C4).
    fn command_after(&mut self, comment: &Range<u32>) {
        let Some(found) = after(self.slice(comment)) else { return self.command_near_after(comment) };
        let line = &self.line.nameable;
        let which = found.named.and_then(|named| line.find(named));
        let intended = match which {
            Some(CommentedMove::Last) => line.last(),
            Some(CommentedMove::BeforeLast) => line.before_last(),
            None => None,
        };
        if let Some(intended) = intended {
            return self.number_named(comment, &found, intended);
        }
        let number = self.line.pending_number.as_ref().map(|number| self.slice(number));
        let is_doubtful = self.line.stray || !self.line.is_known() || self.line.suppositions.is_doubtful();
        if found.named.is_some() && (is_doubtful || number == Some(found.operands)) {
            // It may name the half-move that the stray text replaces, or a missing one.
            return;
        }
        let message = match found.named {
            None => format!("`[%after]` takes the number of a half-move such as 3. or 3.5, not `{}`", found.operands),
            Some(named) => match (line.before_last(), line.last()) {
                (Some(before), Some(last)) => {
                    format!("`[%after {named}]` names neither of the two half-moves before it, {before} and {last}")
                }
                (None, Some(last)) => format!("`[%after {named}]` does not name the half-move before it, {last}"),
                _ => format!("there is no half-move before `[%after {named}]` that it could name"),
            },
        };
        let range = comment.start + found.range.start as u32..comment.start + found.range.end as u32;
        // One of the two half-moves is of the named side.
        let of_side = |named: MoveName| {
            [line.before_last(), line.last()].into_iter().flatten().find(|it| it.color == named.color)
        };
        let intended = found.named.and_then(of_side).map(|named| format!("[%after {named}]"));
        self.report.add_fixed(Code::InvalidCommentCommand, range.clone(), message, || {
            let fix = |right: String| Fix::choice(format!("write `{right}`"), vec![Edit::replace(range, right)]);
            intended.map(fix).into_iter().collect()
        });
    }

    /// Reports a misspelt `[%after]`, as in `[%aftr 3.]`, `[after 3.]`, `[%after 3. x}`: the comment's half-move is
    /// unknown.
    fn command_near_after(&mut self, comment: &Range<u32>) {
        let Some(intended) = misspelt_after(self.slice(comment)) else { return };
        let range = comment.start + intended.range.start as u32..comment.start + intended.range.end as u32;
        let message = format!("`{}` is no command: did you mean `{}`?", self.slice(&range), intended.right);
        let title = format!("write `{}`", intended.right);
        self.report.add_fixed(Code::InvalidCommentCommand, range.clone(), message, || {
            // It determines the half-move of the comment.
            vec![Fix::choice(title, vec![Edit::replace(range, intended.right)])]
        });
    }

    /// Records the number in a command if it is not the correct one, so that the renumbering fix corrects it too.
    fn number_named(&mut self, comment: &Range<u32>, found: &AfterCommand<'_>, intended: MoveName) {
        if found.named == Some(intended) || !self.report.wants_fixes() {
            return;
        }
        let Some(at) = self.slice(comment)[..found.range.end].rfind(found.operands) else { return };
        let start = comment.start + at as u32;
        let range = start..start + found.operands.len() as u32;
        self.numbering.named.push(NumberRecord { range, number: intended.number, color: intended.color });
    }

    /// Judges `[%clk 1:23:45]` and the other commands with a common form.
    fn commands(&mut self, comment: &Range<u32>) {
        let mut since = 0;
        for command in commands::commands(self.slice(comment)) {
            since += 1;
            if since == COMMANDS {
                // A comment is one token of any length.
                if self.context.is_cancelled(self.text) {
                    return;
                }
                since = 0;
            }
            let Some(found) = commands::fault(command) else { continue };
            let range = comment.start + found.range.start as u32..comment.start + found.range.end as u32;
            self.report.add(Code::InvalidCommentCommand, range, found.message);
        }
        for found in commands::unclosed(self.slice(comment)) {
            let range = comment.start + found.range.start as u32..comment.start + found.range.end as u32;
            let end = range.end;
            self.report.add_fixed(Code::InvalidCommentCommand, range, found.message, || match found.is_open {
                true => vec![Fix::choice("insert `]`", vec![Edit::insert(end, "]")])],
                false => Vec::new(),
            });
        }
    }
}
