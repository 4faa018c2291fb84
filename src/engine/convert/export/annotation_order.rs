//! The order of the tokens of an export: each half-move's NAGs directly behind it (PGN 8.2.4), and in the portable form its
//! comments before its variations, and the terminator last.

use std::collections::BTreeMap;

use crate::convert::losses::unread_half_moves::UnreadHalfMoves;
use crate::score::OutlineToken;
use crate::syntax::Token;

/// Where the annotations of a line's last half-move go: before the token with this index.
struct AnnotationPlace {
    /// `None` at the head of a line, and where half-moves cannot be read: there NAGs stay.
    nags: Option<usize>,
    comments: usize,
    /// Whether a comment, a variation or a number stands behind its NAGs.
    is_parted: bool,
    /// Whether something other than annotations stands behind its comments.
    is_displaced: bool,
    /// Whether a number is behind it: what follows may belong to the next half-move.
    is_numbered: bool,
}

impl AnnotationPlace {
    fn before(at: usize, is_played: bool) -> AnnotationPlace {
        AnnotationPlace {
            nags: is_played.then_some(at),
            comments: at,
            is_parted: false,
            is_displaced: false,
            is_numbered: false,
        }
    }
}

pub fn is_comment(item: &OutlineToken) -> bool {
    matches!(item.token, Token::BraceComment | Token::LineComment)
}

/// The tokens in the order in which they are written.
pub fn in_written_order<'o>(
    items: &[&'o OutlineToken],
    unread: &UnreadHalfMoves,
    is_portable: bool,
) -> Vec<&'o OutlineToken> {
    let mut lines = vec![AnnotationPlace::before(0, false)];
    // By the index before which they go: NAGs, and comments.
    let mut moved: BTreeMap<usize, [Vec<usize>; 2]> = BTreeMap::new();
    let mut stays = vec![true; items.len()];
    let mut terminator = None;
    for (at, item) in items.iter().enumerate() {
        match item.token {
            Token::VariationOpen => {
                if let Some(line) = lines.last_mut() {
                    (line.is_parted, line.is_displaced) = (true, true);
                }
                lines.push(AnnotationPlace::before(at + 1, false));
                continue;
            }
            Token::VariationClose if lines.len() > 1 => {
                lines.pop();
                continue;
            }
            _ => {}
        }
        let Some(line) = lines.last_mut() else { continue };
        match item.token {
            _ if unread.at(item.range.start).is_some() => *line = AnnotationPlace::before(at + 1, false),
            Token::Move => *line = AnnotationPlace::before(at + 1, true),
            Token::Nag | Token::CompositeNag | Token::Suffix => match line.nags {
                Some(place) if line.is_parted && !line.is_numbered => {
                    moved.entry(place).or_default()[0].push(at);
                    stays[at] = false;
                }
                Some(_) if !line.is_parted => (line.nags, line.comments) = (Some(at + 1), at + 1),
                _ => {}
            },
            _ if is_comment(item) => {
                line.is_parted = true;
                if is_portable && line.is_displaced {
                    moved.entry(line.comments).or_default()[1].push(at);
                    stays[at] = false;
                } else if !line.is_displaced {
                    line.comments = at + 1;
                }
            }
            token => {
                line.is_numbered |= matches!(token, Token::MoveNumber | Token::Periods);
                (line.is_parted, line.is_displaced) = (true, true);
                if is_portable && token == Token::Terminator && lines.len() == 1 {
                    terminator = Some(at);
                }
            }
        }
    }
    terminator.into_iter().for_each(|at| stays[at] = false);
    let mut written = Vec::with_capacity(items.len());
    for at in 0..=items.len() {
        let before = moved.get(&at).into_iter().flatten().flatten();
        written.extend(before.map(|from| items[*from]));
        written.extend(items.get(at).filter(|_| stays.get(at) == Some(&true)));
    }
    written.extend(terminator.map(|at| items[at]));
    written
}
