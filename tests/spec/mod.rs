//! The rules of VGN as this project reads it (`spec/vgn.md`), one test a rule, cited by number: small games with the
//! diagnostics that they earn.

mod clocks;
mod consequences;
mod definition;
mod early_ends;
mod ends;
mod faulty_tags;
mod files;
mod fixes;
mod found;
mod glyphs;
mod illegal_moves;
mod moves;
mod movetext;
mod one_cause;
mod other_text;
mod overstated;
mod piece_letters;
mod results;
mod slips;
mod superfluous_numbers;
mod tags;
mod unsaid;
mod variant_boards;
mod variants;
mod variation_numbers;
