//! Rows of the catalogue: half-moves and glyphs compared with the evaluations that an engine has written into the game.
//! They are off unless the configuration sets their severity.

use std::ops::Range;

use shakmaty::Color;

use crate::lint::Severity::{Information, Warning};
use crate::lint::{
    Check, CheckFunction, Code, EvaluationValue, Event, EventFilter, Events, Family, Findings, GameFilter, GameFormat,
    Lint, Memory, MistakeGrade, MistakeThresholds, PositionEvaluation, TagFilter,
};

pub(crate) static GLYPH_CONTRADICTS_EVALUATION: Lint = Lint {
    code: Code::GlyphContradictsEvaluation,
    name: "glyph-contradicts-evaluation",
    family: Family::Evaluations,
    severity: Warning,
    fix: false,
    summary: "A glyph says the opposite of the evaluation behind the same half-move.",
    explanation: r#"The half-move has an evaluation by an engine, `[%eval 0.36]` in pawns from White's side, and a glyph
that cannot go with it: one that says that a side stands better (`$14` to `$21`) although by the
evaluation it stands worse by half a pawn or more, or `!` or `!!` on a half-move that is a blunder
by the evaluations before and after it. Either the glyph or the evaluation belongs to another
half-move, or the engine knows better.

It is reported in PGN games, if the configuration or the command line sets its severity."#,
    wrong: "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 $18 {[%eval -3.2]} *\n",
    right: "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 $19 {[%eval -3.2]} *\n",
    check: check(GLYPHS),
};

pub(crate) static MISSED_MATE: Lint = Lint {
    code: Code::MissedMate,
    name: "missed-mate",
    family: Family::Evaluations,
    severity: Information,
    fix: false,
    summary: "Before the half-move its side could force mate, and behind it it cannot.",
    explanation: r#"By the evaluation before this half-move (`[%eval #3]`) its side mates in a known number of moves; by
the one behind it there is no such mate any more. The side may still be winning.

It is reported in PGN games, if the configuration or the command line sets its severity."#,
    wrong: "1. e4 {[%eval 0.3]} g5 {[%eval 0.9]} 2. d4 {[%eval 0.9]} f6 {[%eval #1]} 3. Nf3 {[%eval 2.1]} *\n",
    right: "1. e4 {[%eval 0.3]} g5 {[%eval 0.9]} 2. d4 {[%eval 0.9]} f6 {[%eval #1]} 3. Qh5# 1-0\n",
    check: check(MATES),
};

pub(crate) static BLUNDER_WITHOUT_GLYPH: Lint = Lint {
    code: Code::BlunderWithoutGlyph,
    name: "blunder-without-glyph",
    family: Family::Evaluations,
    severity: Information,
    fix: false,
    summary: "By the evaluations the half-move is a blunder, and no glyph says so.",
    explanation: r#"The evaluations before and behind this half-move differ by 0.3 of the winning chances or more, on
lichess's scale from -1 to 1, on which a pawn ahead is 0.18. Such half-moves have `??` (`$4`) in
annotated games. `vgn-lsp annotate` writes the glyphs. A half-move with any of `!`, `?`, `!!`, `??`,
`!?` and `?!` is not reported.

It is reported in PGN games, if the configuration or the command line sets its severity."#,
    wrong: "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} Ke7 {[%eval 9.5]} *\n",
    right: "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} Ke7 $4 {[%eval 9.5]} *\n",
    check: check(BLUNDERS),
};

const fn check(memory: fn() -> Box<dyn Memory>) -> Check {
    let events = Events::HALF_MOVE
        .and(Events::GLYPH)
        .and(Events::COMMENT)
        .and(Events::VARIATION)
        .and(Events::VARIATION_END)
        .and(Events::END);
    // In VGN a comment behind Black's half-move may belong to White's (rule C4).
    let games = GameFilter::Of(GameFormat::Pgn);
    Check::Of { wants: EventFilter { events, tags: TagFilter::None, games }, run: CheckFunction::Stateful(memory) }
}

const GLYPHS: fn() -> Box<dyn Memory> = || Box::new(EvaluatedLines::new(contradictions));
const MATES: fn() -> Box<dyn Memory> = || Box::new(EvaluatedLines::new(missed_mate));
const BLUNDERS: fn() -> Box<dyn Memory> = || Box::new(EvaluatedLines::new(unmarked_blunder));

/// What a half-move is compared with.
struct EvaluatedPly {
    range: Range<u32>,
    color: Color,
    before: Option<PositionEvaluation>,
    after: Option<PositionEvaluation>,
    /// Numbers of NAGs, with their places.
    glyphs: Vec<(u32, Range<u32>)>,
}

/// The line that is read.
#[derive(Default)]
struct EvaluatedLine {
    /// The evaluation of its first position.
    first: Option<PositionEvaluation>,
    last: Option<EvaluatedPly>,
}

/// Follows the evaluations of a game, and judges each half-move once all that belongs to it has been read.
struct EvaluatedLines {
    /// The main line and the open variations.
    lines: Vec<EvaluatedLine>,
    judge: fn(&EvaluatedPly, &mut Findings<'_>),
}

impl EvaluatedLines {
    fn new(judge: fn(&EvaluatedPly, &mut Findings<'_>)) -> EvaluatedLines {
        EvaluatedLines { lines: vec![EvaluatedLine::default()], judge }
    }

    fn judge_last(&mut self, findings: &mut Findings<'_>) -> Option<EvaluatedPly> {
        let last = self.lines.last_mut()?.last.take()?;
        (self.judge)(&last, findings);
        Some(last)
    }
}

impl Memory for EvaluatedLines {
    fn observe(&mut self, event: &Event<'_>, findings: &mut Findings<'_>) {
        match event {
            Event::HalfMove { range, color, .. } => {
                let last = self.judge_last(findings);
                let Some(line) = self.lines.last_mut() else { return };
                let before = last.map_or(line.first, |last| last.after);
                let (range, color) = (range.clone(), *color);
                line.last = Some(EvaluatedPly { range, color, before, after: None, glyphs: Vec::new() });
            }
            Event::Glyph(range) => {
                let number = number(findings.game().slice(range));
                if let (Some(number), Some(last)) = (number, self.lines.last_mut().and_then(|line| line.last.as_mut()))
                {
                    last.glyphs.push((number, range.clone()));
                }
            }
            Event::Comment(range) => {
                let found = PositionEvaluation::of_comment(findings.game().slice(range));
                let is_main = self.lines.len() == 1;
                let Some(line) = self.lines.last_mut() else { return };
                match &mut line.last {
                    Some(last) => last.after = last.after.or(found),
                    None if is_main => line.first = line.first.or(found),
                    None => {}
                }
            }
            Event::Variation(_) => {
                let first = self.lines.last().and_then(|line| line.last.as_ref()?.before);
                self.lines.push(EvaluatedLine { first, last: None });
            }
            Event::VariationEnd(_) if self.lines.len() > 1 => {
                self.judge_last(findings);
                self.lines.pop();
            }
            Event::End => {
                while !self.lines.is_empty() {
                    self.judge_last(findings);
                    self.lines.pop();
                }
            }
            _ => {}
        }
    }
}

impl EvaluatedPly {
    fn is_blunder(&self) -> bool {
        let (Some(before), Some(after)) = (self.before, self.after) else { return false };
        let lost = before.winning_chances() - after.winning_chances();
        MistakeThresholds::USUAL.grade(self.color.fold_wb(lost, -lost)) == Some(MistakeGrade::Blunder)
    }
}

/// Pawns by which a side that is said to stand better must stand worse.
const CLEARLY: f64 = 0.5;

fn contradictions(ply: &EvaluatedPly, findings: &mut Findings<'_>) {
    let Some(after) = ply.after else { return };
    let white = match after.value {
        EvaluationValue::Pawns(pawns) => pawns,
        EvaluationValue::Mate { winner, .. } => winner.fold_wb(f64::INFINITY, f64::NEG_INFINITY),
    };
    for (number, range) in &ply.glyphs {
        let contradiction = match number {
            14 | 16 | 18 | 20 if white <= -CLEARLY => "White stands better",
            15 | 17 | 19 | 21 if white >= CLEARLY => "Black stands better",
            1 | 3 if ply.is_blunder() => "the half-move is good",
            _ => continue,
        };
        let message = || format!("the glyph says that {contradiction}, and the evaluation is {after}");
        findings.report(range.clone(), message, Vec::new);
    }
}

fn missed_mate(ply: &EvaluatedPly, findings: &mut Findings<'_>) {
    let mates = |evaluation: PositionEvaluation| match evaluation.value {
        EvaluationValue::Mate { moves, winner } if winner == ply.color => Some(moves),
        _ => None,
    };
    let (Some(before), Some(after)) = (ply.before, ply.after) else { return };
    if let (Some(moves), None) = (mates(before), mates(after)) {
        let message = || format!("there was a mate in {moves}, and behind this half-move the evaluation is {after}");
        findings.report(ply.range.clone(), message, Vec::new);
    }
}

fn unmarked_blunder(ply: &EvaluatedPly, findings: &mut Findings<'_>) {
    let (Some(before), Some(after)) = (ply.before, ply.after) else { return };
    if ply.is_blunder() && !ply.glyphs.iter().any(|(number, _)| (1..=6).contains(number)) {
        let message = || format!("a blunder by the evaluations, from {before} to {after}, without a glyph");
        findings.report(ply.range.clone(), message, Vec::new);
    }
}

/// The number of a NAG, or of a suffix.
fn number(glyph: &str) -> Option<u32> {
    match glyph {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        nag => nag.strip_prefix('$')?.parse().ok(),
    }
}
