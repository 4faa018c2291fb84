//! One wrong sign inside a board that stands for a half-move (rule C6): `8/8(PPPP1PPP/RNBQKBNR b KQkq`, `8/8/4P }8/…`.
//! Whatever else the sign would begin or end, it is one finding.

use std::ops::Range;

use crate::lint::cause::{Cause, Key, OF_SHAPE};
use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::notation::{BoardError, BoardText, Codec};
use crate::replay::governing_tags::RANKS;
use crate::replay::judge::Judge;
use crate::syntax::results::TERMINATORS;

/// Maximum length in bytes of a board with its fields.
const LONGEST: usize = 120;

/// Maximum number of fields and marks of a board, with one blank too many.
const MOST_WORDS: usize = 8;

/// Maximum number of boards of a game that are searched for such a sign.
const MOST_TRIED: usize = 64;

/// Maximum number of signs that are suggested; if more are possible, none is probable.
const MOST_SUGGESTED: usize = 2;

/// The signs of boards and of their fields and marks.
const OF_BOARDS: &[u8] = b"/12345678pnbrqkPNBRQKwb-acdefghACDEFGH+#=x09~";

/// Signs for which another one may stand, first those that are most often alone between others.
const MEANT: &[u8] = b"/ 12345678wb-pnbrqkPNBRQK";

/// Findings of a sign that begins or ends something, which no board contains.
const OF_BRACKETS: [Code; 3] = [Code::UnclosedVariation, Code::UnopenedVariation, Code::UnclosedComment];

type BoardReader = fn(&str) -> Result<BoardText, BoardError>;

impl Judge<'_> {
    /// Joins the findings in each such board. Called after all findings have been made.
    pub(crate) fn fold_board_slips(&mut self) {
        let Codec::Boards { read, .. } = self.notation.codec else { return };
        if self.moves_unjudged {
            return;
        }
        let drafts = self.report.drafts().iter().filter(|draft| is_of_board(draft));
        let mut boards: Vec<(Range<usize>, bool)> = drafts
            .filter_map(|draft| {
                let board = board_around(self.text, draft.range.start as usize)?;
                Some((board, OF_BRACKETS.contains(&draft.code)))
            })
            .collect();
        boards.sort_by_key(|(board, _)| board.start);
        let several = boards.chunk_by(|(a, _), (b, _)| a == b).filter(|same| same.len() > 1 || same[0].1);
        let several: Vec<_> = several.map(|same| same[0].0.clone()).collect();
        for board in several.into_iter().take(MOST_TRIED) {
            self.fold_board_slip(board, read);
        }
    }

    fn fold_board_slip(&mut self, board: Range<usize>, read: BoardReader) {
        let written = &self.text[board.clone()];
        let Some((sign, intended)) = wrong_sign(written, read) else { return };
        let sign = board.start as u32 + sign.start as u32..board.start as u32 + sign.end as u32;
        let is_within = |draft: &Diagnostic| {
            (board.start..=board.end).contains(&(draft.range.start as usize)) && is_of_board(draft)
        };
        let within: Vec<Diagnostic> = self.report.drafts().iter().filter(|draft| is_within(draft)).cloned().collect();
        let key = |draft: &Diagnostic| (draft.code, draft.range.start, draft.range.end);
        let mut drafts: Vec<Key> = within.iter().map(key).collect();
        // Rights that this board seems to lack come back on the next one.
        if let Some(lost) = within.iter().find(|draft| draft.code == Code::BoardNotReachable) {
            let behind = |draft: &&Diagnostic| draft.range.start as usize > board.end && draft.code == lost.code;
            let next = self.report.drafts().iter().filter(behind).min_by_key(|draft| draft.range.start);
            drafts.extend(next.filter(|next| next.message == lost.message).map(key));
        }
        // The number behind a board in pieces does not fit.
        let behind = |draft: &&Diagnostic| draft.range.start as usize > board.end;
        let next = self.report.drafts().iter().filter(behind).min_by_key(|draft| draft.range.start);
        drafts.extend(next.filter(|next| next.code == Code::MoveNumber).map(key));
        self.report.account(&Cause::BoardSlip { drafts: &drafts });
        let shown = self.slice(&sign);
        let message = match &*intended {
            [one] if one.is_empty() => format!("the `{shown}` in this board is a character too many"),
            [one] if one == " " => format!("a blank belongs in the place of `{shown}` in this board"),
            [one] if one.starts_with(' ') => format!("a blank is missing before `{shown}` in this board"),
            [one, ..] if intended.len() <= MOST_SUGGESTED => {
                format!("`{shown}` is not a character of a board in {}: did you mean `{one}`?", self.notation.name)
            }
            _ => format!("`{shown}` is not a character of a board in {}", self.notation.name),
        };
        self.report_fixed(Code::InvalidMoveText, sign.clone(), message, || {
            let fix = |text: &String| match &**text {
                "" => Fix::choice(format!("remove the `{shown}`"), vec![Edit::delete(sign.clone())]),
                text => Fix::choice(format!("write `{text}`"), vec![Edit::replace(sign.clone(), text)]),
            };
            intended.iter().take(MOST_SUGGESTED).map(fix).collect()
        });
    }
}

fn is_of_board(draft: &Diagnostic) -> bool {
    let others = [Code::BoardNotReachable, Code::UnclosedComment, Code::EmptyVariation];
    draft.related.is_empty() && (OF_SHAPE.contains(&draft.code) || others.contains(&draft.code))
}

/// The one sign in the text that no board has, or the blank that divides one, and what it may stand for: nothing, if a
/// board is left without it. Without such a sign, the one that stands beside a missing blank, in its place, or is too
/// many. `None` if there is none.
fn wrong_sign(text: &str, read: BoardReader) -> Option<(Range<usize>, Vec<String>)> {
    let is_foreign = |c: char| !(c.is_ascii_whitespace() || c.is_ascii() && OF_BOARDS.contains(&(c as u8)));
    let foreign: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| is_foreign(*c)).take(2).collect();
    let places: Vec<Range<usize>> = match &*foreign {
        [(at, sign)] => std::iter::once(*at..at + sign.len_utf8()).collect(),
        [] => text.match_indices(' ').map(|(at, _)| at..at + 1).collect(),
        _ => return None,
    };
    let with = |place: &Range<usize>, sign: &str| {
        let whole = [&text[..place.start], sign, &text[place.end..]].concat();
        read(&whole.split_ascii_whitespace().collect::<Vec<_>>().join(" ")).is_ok()
    };
    let found = places.into_iter().find_map(|place| {
        if with(&place, "") {
            return Some((place, vec![String::new()]));
        }
        let signs = MEANT.iter().map(|sign| char::from(*sign).to_string()).filter(|sign| text[place.clone()] != **sign);
        let intended: Vec<String> = signs.filter(|sign| with(&place, sign)).collect();
        (!intended.is_empty()).then_some((place, intended))
    });
    if found.is_some() || !foreign.is_empty() {
        return found;
    }
    let signs =
        || text.char_indices().filter(|(_, c)| !c.is_ascii_whitespace()).map(|(at, c)| (at..at + c.len_utf8(), c));
    let one = |intended: fn(char) -> String| {
        signs().map(|(place, sign)| (place, intended(sign))).find(|(place, intended)| with(place, intended))
    };
    let beside = one(|sign| format!(" {sign}")).or_else(|| one(|_| " ".into())).or_else(|| one(|_| String::new()));
    beside.map(|(place, intended)| (place, vec![intended]))
}

/// The board around the offset, with its fields and marks: from a move number, or from the board before it, to the next
/// number, board, comment, NAG or terminator.
fn board_around(text: &str, at: usize) -> Option<Range<usize>> {
    let from = at.saturating_sub(2 * LONGEST);
    let from = (from..=at).find(|from| text.is_char_boundary(*from))?;
    let words = |from: usize| {
        let mut next = from;
        text[from..].split_inclusive(|c: char| c.is_ascii_whitespace()).map(move |word| {
            next += word.len();
            let bare = word.trim_end();
            (next - word.len()..next - word.len() + bare.len(), bare)
        })
    };
    // The last number that ends before the offset.
    let before = words(from).take_while(|(word, _)| word.end < at);
    let number = before.filter(|(_, bare)| is_number(bare.trim_start_matches('('))).last()?.0;
    let mut board = number.end..number.end;
    let (mut count, mut ranks) = (0, 0);
    for (word, bare) in words(number.end).filter(|(word, _)| !word.is_empty()) {
        let is_next = ranks >= RANKS - 1 && bare.contains('/');
        if is_next && word.start <= at {
            (board, count, ranks) = (word.clone(), 0, 0);
        }
        let ends = is_number(bare) || TERMINATORS.contains(&bare) || bare.starts_with(['{', ';', '$']);
        if ends || is_next && word.start > at || count == MOST_WORDS || word.end - board.start > LONGEST {
            break;
        }
        if count == 0 {
            board.start = word.start;
        }
        board.end = word.end;
        count += 1;
        ranks += bare.matches('/').count();
    }
    board.contains(&at).then_some(board)
}

/// Whether the word is a move number, in VGN's form.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches(".5").trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
