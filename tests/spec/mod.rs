//! The rules of VGN as this project reads it (`spec/vgn.md`), one test a rule, cited by number: small games with the
//! diagnostics that they earn.

mod attempts;
mod clocks;
mod consequences;
mod damaged_words;
mod definition;
mod doubled;
mod early_ends;
mod enclosed;
mod ends;
mod faulty_tags;
mod files;
mod found;
mod glued;
mod glyphs;
mod guesses;
mod habits;
mod half_read;
mod illegal_moves;
mod languages;
mod mixed_letters;
mod moves;
mod movetext;
mod near_letters;
mod one_cause;
mod overstated;
mod parted;
mod prose;
mod results;
mod small_letters;
mod swallowed;
mod tags;
mod variant_boards;
mod variants;
mod whole_slips;
mod words;
