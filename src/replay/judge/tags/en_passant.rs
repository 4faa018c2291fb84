//! En passant squares of set-up boards that no double step can have made, and the probably intended ones.

use std::ops::Range;

use shakmaty::{CastlingMode, Color, File, Rank, Setup, Square};

use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::rules::{Position, Variant, impossible_en_passant};
use crate::syntax::tag_list::Tag;

/// An impossible en passant square in the tag, and the probably intended one, if any.
#[derive(Clone, Debug)]
pub(crate) struct MisspeltEnPassant {
    /// Place of the square in the text.
    range: Range<u32>,
    square: Square,
    intended: Option<Square>,
}

impl MisspeltEnPassant {
    fn message(&self) -> String {
        let square = self.square;
        let message = format!("no pawn can have just moved two squares past the en passant square {square}");
        match self.intended {
            Some(intended) => format!("{message}: did you mean {intended}?"),
            None => message,
        }
    }

    /// The choice of writing the intended square.
    fn fix(&self) -> Option<Fix> {
        let intended = self.intended?.to_string();
        let edits = vec![Edit::replace(self.range.clone(), intended.as_str())];
        Some(Fix::choice(format!("write `{intended}`"), edits))
    }
}

impl Judge<'_> {
    /// Removes an impossible en passant square from the board of the tag, and reports it.
    pub(crate) fn drop_impossible_en_passant(&mut self, tag: &Tag, setup: &mut Setup, variant: Variant) {
        let Some(square) = setup.ep_square.filter(|_| impossible_en_passant(setup, variant)) else { return };
        let raw = tag.raw(self.text);
        let found =
            raw.rfind(&format!(" {square}")).or_else(|| raw.rfind(&format!(" {}", square.to_string().to_uppercase())));
        let part = found.map_or(0..0, |at| at + 1..at + 3);
        let range = tag.part(self.text, part.clone());
        let intended = capturable_on_file(setup, square, variant);
        let misspelt = MisspeltEnPassant { range: range.clone(), square, intended };
        // A square that is possible for the other side may be the only sign that the side to move is wrong.
        let other_side = Setup { turn: !setup.turn, ..setup.clone() };
        let safe = intended.is_none() && impossible_en_passant(&other_side, variant);
        self.report.add_fixed(Code::ImpossibleEnPassant, range.clone(), misspelt.message(), || {
            let removal = Fix { title: "write `-`".to_owned(), edits: vec![Edit::replace(range, "-")], safe };
            let fixes = misspelt.fix().into_iter().chain([removal]);
            if part.is_empty() { Vec::new() } else { fixes.collect() }
        });
        self.rules.misspelt_en_passant = Some(misspelt);
        setup.ep_square = None;
    }

    /// Whether the game's first half-move is a capture en passant on a square that is possible, but is not the one in
    /// the tag. Then the square in the tag is the only fault.
    pub(crate) fn needs_intended_en_passant(&mut self, half_move: &Range<u32>) -> bool {
        let Some(misspelt) = self.rules.misspelt_en_passant.clone() else { return false };
        let Some(text) = self.read_text(self.slice(half_move)) else { return false };
        let Some(position) = self.line.position().filter(|_| self.line.ply == 0) else { return false };
        let setup = position.setup();
        let rank = if setup.turn == Color::White { Rank::Sixth } else { Rank::Third };
        let captures = |square: &Square| {
            let setup = Setup { ep_square: Some(*square), ..setup.clone() };
            if impossible_en_passant(&setup, position.variant()) {
                return false;
            }
            let position = Position::in_variant(setup, position.castling_mode(), position.variant());
            legal_play(&position, &text).and_then(|play| play.as_move()).is_some_and(|m| m.is_en_passant())
        };
        let others = File::ALL.into_iter().map(|file| Square::from_coords(file, rank));
        let Some(captured) = misspelt.intended.into_iter().chain(others).find(captures) else { return false };
        let misspelt = MisspeltEnPassant { intended: Some(captured), ..misspelt };
        let is_square = |code: Code, range: &Range<u32>| code == Code::ImpossibleEnPassant && *range == misspelt.range;
        if let Some(found) = self.report.drafts_mut().iter_mut().find(|found| is_square(found.code, &found.range)) {
            found.message = misspelt.message();
            // Without the square, the half-move would be illegal.
            if !found.fixes.is_empty() {
                found.fixes = misspelt.fix().into_iter().collect();
            }
        }
        true
    }
}

/// The square on the same file on which a pawn can capture en passant: the rank of the given one may be the slip.
fn capturable_on_file(setup: &Setup, square: Square, variant: Variant) -> Option<Square> {
    let rank = if setup.turn == Color::White { Rank::Sixth } else { Rank::Third };
    let intended = Square::from_coords(square.file(), rank);
    let setup = Setup { ep_square: Some(intended), ..setup.clone() };
    if intended == square || impossible_en_passant(&setup, variant) {
        return None;
    }
    let mode = CastlingMode::detect(&setup);
    Position::in_variant(setup, mode, variant).legal_en_passant()
}
