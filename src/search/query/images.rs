//! The words `mirrored` and `reversed` behind what is looked for on a board.

use super::lexer::QueryWords;

/// Adds the images that the next words ask for: with left and right, and with the colours exchanged.
pub(super) fn add_images<T>(
    words: &mut QueryWords,
    sought: &mut Vec<T>,
    mirrored: impl Fn(&T) -> T,
    reversed: impl Fn(&T) -> T,
) {
    let (mut is_mirrored, mut is_reversed) = (false, false);
    loop {
        let images: Vec<T> = match () {
            () if !is_mirrored && words.take("mirrored") => {
                is_mirrored = true;
                sought.iter().map(&mirrored).collect()
            }
            () if !is_reversed && words.take("reversed") => {
                is_reversed = true;
                sought.iter().map(&reversed).collect()
            }
            () => return,
        };
        sought.extend(images);
    }
}
