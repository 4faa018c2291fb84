//! Every feature about a place answers in every text notation, in PGN and VGN games, in the main line and in variations,
//! and beside what is broken.

use std::ops::Range;

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::format::{Formatter, Layout, Surroundings};
use vgn_lsp::ide::actions::{conversions, refactorings};
use vgn_lsp::ide::completion::{CompletionItem, CompletionQuery, completion, inline};
use vgn_lsp::ide::{
    BoardStyle, CursorStep, FoldStyle, Goto, HighlightKind, HintKinds, OpenGame, StandaloneGame, TreeCache,
    board_colours, cursor_info, destinations, folds, game_lens, game_symbol, highlights, hover, inlay_hints,
    linked_results, links, mistakes, name_at, occurrences, on_type, position_key_at, position_moves, selections,
    semantic_tokens, signatures, step, symbol_children,
};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::replay::{FastPass, Resolved, ResolvedMove, resolve_game};

const GAME: &str = r#"[Event "A match"]
[Site "https://example.org/1"]
[Date "2024.01.01"]
[Round "1"]
[White "Anderssen"]
[Black "Morphy"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 $14 (2... d6 {[%clk 0:05:00] http://a.example} 3. d4 exd4
(3... Bg4 4. dxe5) 4. Nxd4) 3. Bb5 a6 $2 {[%csl Gd4] [%cal Gd2d4] a word} 4. Ba4 Nf6 *
"#;

/// What is broken beside the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    Nothing,
    Tag,
    Bracket,
    Comment,
}

impl Broken {
    const ALL: [Broken; 4] = [Broken::Nothing, Broken::Tag, Broken::Bracket, Broken::Comment];

    fn of(self, game: &str, first_pair: &Range<u32>) -> String {
        match self {
            Broken::Nothing => game.to_owned(),
            Broken::Tag => game.replacen("\"1\"]", "\"1]", 1),
            Broken::Bracket => {
                let (before, behind) = game.split_at(first_pair.end as usize);
                format!("{before} ){behind}")
            }
            Broken::Comment => {
                let (before, _) = game.rsplit_once('*').expect("a terminator");
                format!("{before}{{left open\n")
            }
        }
    }
}

/// A half-move of the game, by what names it in every notation.
#[derive(Clone, Copy, Debug)]
struct Named {
    depth: u32,
    ply: u32,
    /// In FCN and in SAN: a hover says it in one of them.
    spelt: [&'static str; 2],
    /// The half-move that brought the piece there, or that the variation replaces.
    comes_from: Option<(u32, u32)>,
    next: (u32, u32),
}

const PLACES: [Named; 3] = [
    Named { depth: 0, ply: 6, spelt: ["Bb5-a4", "Ba4"], comes_from: Some((0, 4)), next: (0, 7) },
    Named { depth: 1, ply: 5, spelt: ["Pe5-d4xP", "exd4"], comes_from: Some((0, 1)), next: (1, 6) },
    Named { depth: 2, ply: 5, spelt: ["Bc8-g4", "Bg4"], comes_from: Some((1, 5)), next: (2, 6) },
];

fn find(resolved: &Resolved, (depth, ply): (u32, u32)) -> &ResolvedMove {
    let found = resolved.moves.iter().find(|half_move| (half_move.depth, half_move.ply) == (depth, ply));
    found.unwrap_or_else(|| panic!("no half-move {ply} at depth {depth}"))
}

/// A game, and what holds for one of its half-moves.
struct Site<'a> {
    text: &'a str,
    context: Context<'a>,
    open: StandaloneGame<'a>,
    resolved: &'a Resolved,
    named: Named,
    broken: Broken,
    failed: Vec<(String, String)>,
}

impl Site<'_> {
    fn hold(&mut self, feature: &str, holds: bool, what: impl std::fmt::Debug) {
        if !holds {
            self.failed.push((feature.to_owned(), format!("{what:?}")));
        }
    }

    fn slice(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }

    fn all(&mut self) {
        let here = find(self.resolved, (self.named.depth, self.named.ply)).clone();
        self.about_the_half_move(&here);
        self.about_its_position(&here);
        self.written(&here);
        self.about_the_game();
    }

    fn about_the_half_move(&mut self, here: &ResolvedMove) {
        let place = here.range.start;
        let said = hover(&self.open, place, BoardStyle::Ascii);
        let is_said = said.as_ref().is_some_and(|said| {
            said.range == here.range && self.named.spelt.iter().any(|spelt| said.content.to_plain().contains(spelt))
        });
        self.hold("hover", is_said, said);
        let found = highlights(&self.open, place);
        let is_found = found.iter().any(|it| it.kind == HighlightKind::Moves && it.range == here.range);
        self.hold("highlight", is_found, found);
        let grown = selections(&self.open, &[place]).remove(0);
        let most = 3 + self.named.depth as usize;
        self.hold("selection", grown.first() == Some(&here.range) && grown.len() >= most, &grown);
        let depth = self.named.depth;
        let painted = semantic_tokens(self.text, here.range.clone(), &[], &|| false);
        let is_painted = painted.iter().any(|it| it.range.start == place && it.shade.0 & (1 << depth) != 0);
        self.hold("semantic tokens", is_painted, painted);
        let from = self.named.comes_from.map(|from| find(self.resolved, from).range.clone());
        let found = destinations(&self.open, place, Goto::Definition);
        self.hold("definition", found == from.into_iter().collect::<Vec<_>>(), found);
        let found = destinations(&self.open, place, Goto::Opening);
        self.hold("type definition", found.len() == 1, found);
        let (parent, child) = (find(self.resolved, (0, 3)), find(self.resolved, (1, 3)));
        let found = destinations(&self.open, parent.range.start, Goto::Variations);
        self.hold("implementation", found == [child.range.clone()], found);
        let cursor = cursor_info(&self.open, place, 600);
        let last = cursor.as_ref().and_then(|cursor| cursor.half_move.as_ref());
        let is_there = last.is_some_and(|last| (last.depth, last.ply) == (depth, self.named.ply));
        self.hold("cursor", is_there && cursor.as_ref().is_some_and(|cursor| cursor.fen().is_some()), &cursor);
        let next = step(self.text, place, CursorStep::NextMove, &|| false, || self.open.resolved());
        self.hold("step", next == Some(find(self.resolved, self.named.next).range.clone()), next);
        let left = step(self.text, place, CursorStep::LeaveVariation, &|| false, || self.open.resolved());
        self.hold("leave", left.is_some() == (depth > 0), left);
        let refactored = refactorings(self.text, &self.context, place..place, |_| true);
        let titles: Vec<&str> = refactored.iter().map(|action| action.title.as_str()).collect();
        let has = |word: &str| titles.iter().any(|title| title.to_lowercase().contains(word));
        self.hold("refactorings", !titles.is_empty() && (depth == 0 || has("promote")), &titles);
    }

    fn about_its_position(&mut self, here: &ResolvedMove) {
        let Some((position, _)) = position_key_at(&self.open, here.range.start) else {
            return self.hold("references", false, "no position");
        };
        let mut fast_pass = FastPass::default();
        let found = occurrences(GAME, position, &self.context, &mut fast_pass).unwrap_or_default();
        let plain = resolve_game(GAME, &self.context);
        let same = find(&plain, (self.named.depth, self.named.ply));
        self.hold("references", found.contains(&same.range), found);
        let around = position_moves(GAME, position, &self.context, &mut fast_pass);
        let has_both = around.as_ref().is_some_and(|around| !around.into.is_empty() && !around.out.is_empty());
        self.hold("call hierarchy", has_both, around.map(|around| (around.into.len(), around.out.len())));
    }

    fn written(&mut self, here: &ResolvedMove) {
        let place = here.range.start;
        let list = completion(&CompletionQuery::alone(self.text, place, self.context)).unwrap_or_default();
        let wanted = self.slice(&here.range).to_owned();
        let replaced = |item: &CompletionItem| self.slice(&item.range).to_owned();
        let begins = |item: &CompletionItem| item.filter.as_ref().unwrap_or(&item.text).starts_with(&replaced(item));
        let all_begin = list.items.iter().all(begins);
        self.hold("completion's filters", all_begin, &list.items);
        let has = list.items.iter().any(|item| item.text == wanted);
        self.hold("completion", has, list.items.iter().map(|item| item.text.as_str()).collect::<Vec<_>>());
        let word = wanted.chars().next().expect("a half-move is no empty text");
        let cut = format!("{}{word}", &self.text[..place as usize]);
        let list = completion(&CompletionQuery::alone(&cut, cut.len() as u32, self.context)).unwrap_or_default();
        self.hold("completion of a letter", list.items.iter().any(|item| item.text == wanted), list.items.len());
        let open = &self.text[..place as usize];
        let play = here.play.map(|play| vec![play]);
        let shown = inline(&CompletionQuery::alone(open, place, self.context), &|_| play.clone());
        self.hold("inline completion", shown.as_ref().is_some_and(|it| it.text.ends_with(&wanted)), shown);
        let braced = format!("{open}{{");
        let closed = on_type(&CompletionQuery::alone(&braced, place + 1, self.context), '{');
        self.hold("typing", closed.as_ref().is_some_and(|closed| closed.text == "}"), closed);
        let at = self.text.find("[%clk 0:").expect("a clock") + "[%clk 0:".len();
        let form = signatures(self.text, at as u32, self.context.kind, &|| false);
        let field = form.as_ref().and_then(|form| form.forms[form.active].field);
        self.hold("signature", field == Some(1), form);
        let gap = format!("{open}  {}", &self.text[place as usize..]);
        let mut formatter = Formatter::with_edits();
        let lines = here.range.start + 2..here.range.end + 2;
        let laid = formatter.game(&gap, Surroundings::none(), &self.context, &Layout::default(), Some(&lines));
        let is_laid = laid.as_ref().is_some_and(|laid| apply(&gap, &laid.edits(&gap)) == laid.text());
        // Beside what is broken its line stays as it is.
        let stays = matches!(self.broken, Broken::Bracket | Broken::Comment);
        self.hold("range formatting", is_laid || stays, laid.map(|laid| laid.into_text()));
    }

    fn about_the_game(&mut self) {
        let whole = 0..self.text.len() as u32;
        let hints = inlay_hints(self.text, whole, &HintKinds::default(), &|| false, || self.open.resolved());
        self.hold("inlay hints", hints.iter().any(|hint| hint.label == "⩲"), hints);
        let style = FoldStyle { whole_lines: true, goes_on: false };
        self.hold("folding", folds(self.text, style, &mut TreeCache::default(), &|| false).len() >= 2, "");
        let symbol = game_symbol(self.text, "", true, 1, || None);
        self.hold("symbols", symbol.as_ref().is_some_and(|it| it.name.contains("Anderssen")), symbol);
        let children = symbol_children(self.text, &|| false);
        self.hold("symbols below", children.iter().any(|child| child.is_variation), children);
        let lens = game_lens(self.text, &|| false, || self.open.resolved());
        self.hold("lens", lens.as_ref().is_some_and(|lens| lens.contains("Ruy Lopez")), lens);
        self.hold("links", links(self.text).len() == 2, links(self.text));
        self.hold("colours", board_colours(self.text).len() == 2, board_colours(self.text).len());
        let named = self.text.find("Anderssen").and_then(|at| name_at(self.text, at as u32));
        self.hold("rename", named.as_ref().is_some_and(|named| named.2 == "Anderssen"), named);
        let wrong = mistakes(self.text, &|| false, || self.open.resolved());
        self.hold("mistakes", wrong == [find(self.resolved, (0, 5)).range.clone()], wrong);
        let to = if self.resolved.notation == Some(&vgn_lsp::notation::FCN) {
            &vgn_lsp::notation::SAN
        } else {
            &vgn_lsp::notation::FCN
        };
        self.hold("conversions", !conversions(self.text, &self.context, to).is_empty(), "");
        let linked = self.text.rfind('*').and_then(|at| linked_results(&self.open, at as u32));
        // A VGN game has its result in words.
        let may_link = self.broken != Broken::Comment && self.text.contains("[Result \"*\"]");
        self.hold("linked editing", linked.is_some() || !may_link, linked);
    }
}

#[test]
fn every_feature_answers_in_every_notation_line_and_format_and_beside_what_is_broken() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let (mut tried, mut failed) = (0, Vec::new());
    // What is written for all programs breaks lines elsewhere.
    for target in Target::of_text().filter(|target| *target != Target::Portable) {
        let conversion = convert_game(GAME, &context, &target, None).expect("it can be converted");
        let written = apply(GAME, &conversion.edits);
        let is_vgn = written.contains("[GameFormat");
        // A PGN game may say its notation too.
        let as_pgn: String = written.split_inclusive('\n').filter(|line| !line.starts_with("[GameFormat")).collect();
        for (text, is_vgn) in [(written.clone(), is_vgn), (as_pgn, false)] {
            let whole = resolve_game(&text, &context);
            let first_pair = find(&whole, (0, 0)).range.start..find(&whole, (0, 1)).range.end;
            for broken in Broken::ALL {
                let text = broken.of(&text, &first_pair);
                let resolved = resolve_game(&text, &context);
                for named in PLACES {
                    let open = StandaloneGame::new(&text, context);
                    let (resolved, failed_here) = (&resolved, Vec::new());
                    let mut site = Site { text: &text, context, open, resolved, named, broken, failed: failed_here };
                    site.all();
                    tried += 1;
                    let place = format!("{} vgn={is_vgn} {broken:?} {named:?}", target.name());
                    failed.extend(
                        site.failed.into_iter().map(|(feature, what)| (feature, format!("{place}\n{what}\n{text}"))),
                    );
                }
            }
        }
    }
    assert!(tried > 200, "{tried}");
    // One of each feature is enough to see what is amiss.
    let mut shown: Vec<&(String, String)> = Vec::new();
    for it in &failed {
        if !shown.iter().any(|other| other.0 == it.0) {
            shown.push(it);
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{shown:#?}", failed.len());
}
