//! Tests of findings about repertoires.

use vgn_engine::lint::FileKind;

use super::*;
use crate::{GameSink, GameWalker};

fn walk<S: GameSink>(text: &str, sink: &mut S) {
    let mut walker = GameWalker::new(FileKind::Pgn);
    let mut at = 0;
    while let Some(end) = walker.game(text.as_bytes(), at, true, sink) {
        at = end;
    }
}

fn chapters(text: &str) -> Vec<StudyChapter> {
    let mut sink = ChapterSink::default();
    walk(text, &mut sink);
    sink.chapters
}

struct Study<'t> {
    text: &'t str,
    chapters: Vec<StudyChapter>,
    repertoire: Repertoire,
}

impl Study<'_> {
    fn of(text: &str, own: Color) -> Study<'_> {
        let chapters = chapters(text);
        let mut repertoire = Repertoire::default();
        chapters.iter().for_each(|chapter| repertoire.add(chapter, own));
        Study { text, chapters, repertoire }
    }

    fn shown(&self, id: RepertoireMoveId) -> String {
        let chapter = &self.chapters[id.chapter];
        let played = &chapter.moves[id.at];
        let game = &self.text[chapter.range.clone()];
        let dots = played.color.fold_wb(".", "...");
        format!("{}:{}{dots}{}", id.chapter + 1, played.number, &game[played.range.clone()])
    }

    fn findings(&self) -> Vec<String> {
        let told = self.repertoire.findings();
        let shown = told.iter().map(|finding| match finding {
            RepertoireFinding::Conflict { here, first } => {
                format!("{} but {}", self.shown(*here), self.shown(*first))
            }
            RepertoireFinding::Transposition { here, first } => {
                format!("{} as {}", self.shown(*here), self.shown(*first))
            }
            RepertoireFinding::Unanswered { here } => format!("{} open", self.shown(*here)),
            RepertoireFinding::Uncovered { .. } => String::new(),
        });
        shown.collect()
    }
}

#[test]
fn two_answers_of_the_own_side_contradict_each_other() {
    let text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. Bc4 Nc6) 2... Nc6 *\n\n1. e4 c5 2. c3 d5 3. exd5 *\n";
    assert_eq!(
        Study::of(text, Color::White).findings(),
        ["1:2.Bc4 but 1:2.Nf3", "1:2...Nc6 open", "1:2...Nc6 open", "2:2.c3 but 1:2.Nf3",]
    );
}

#[test]
fn answers_alone_tell_the_same_contradictions() {
    let text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. Bc4 Nc6) (2. Qh5? Nc6 3. Bc4) 2... Nc6 *\n\n1. e4 c5 2. c3 *\n";
    for own in Color::ALL {
        let study = Study::of(text, own);
        let mut search = ConflictSearch::new();
        let mut shown = Vec::new();
        for (number, chapter) in study.chapters.iter().enumerate() {
            let name = |at| RepertoireMoveId { chapter: number, at };
            let mut found = |at, first| shown.push(format!("{} but {}", study.shown(name(at)), study.shown(first)));
            search.take(&ChapterAnswers::of(chapter), own, name, &mut found);
        }
        let mut expected = study.findings();
        expected.retain(|line| line.contains(" but "));
        assert_eq!(shown, expected);
        assert!(!shown.is_empty());
    }
    let answers = ChapterAnswers::of(&chapters("1. e4 e5 2. Nf3 *")[0]);
    assert_eq!(answers.get(1).map(|answer| answer.text(b"1. e4 e5 2. Nf3 *")), Some("1... e5".to_owned()));
    assert_eq!(answers.get(1).map(|answer| answer.text(b"")), Some("1... e7e5".to_owned()));
}

#[test]
fn a_half_move_marked_as_bad_is_no_answer_and_nothing_behind_it_counts() {
    for mark in ["?", " $2", "??", "?!", " {x} $6"] {
        let text = format!("1. e4 e5 2. Nf3 (2. Qh5{mark} Nc6 3. Bc4 (3. Nf3 Nf6)) 2... Nc6 3. Bb5 *\n");
        assert_eq!(Study::of(&text, Color::White).findings(), [""; 0], "{mark}");
    }
    let judged = "1. e4 e5 2. Nf3 (2. Qh5? Nc6) 2... Nc6 <x> 3. Bb5 *\n";
    assert_eq!(Study::of(judged, Color::White).findings(), [""; 0]);
    let expected = "1. e4 e5? 2. Nf3 *\n\n1. e4 e5 2. d4 *\n";
    assert_eq!(Study::of(expected, Color::White).findings(), ["2:2.d4 but 1:2.Nf3"], "of the other side it counts");
}

#[test]
fn another_order_of_moves_in_another_chapter_is_a_transposition() {
    let text = "1. d4 d5 2. c4 e6 3. Nf3 *\n\n1. Nf3 d5 2. d4 e6 3. c4 Nf6 4. Nc3 *\n";
    assert_eq!(Study::of(text, Color::Black).findings(), ["2:3.c4 as 1:3.Nf3", "2:4.Nc3 open"]);
    let one_chapter = "1. d4 d5 (1... e6 2. c4 d5) 2. c4 e6 3. Nc3 *\n";
    assert!(Study::of(one_chapter, Color::White).findings().iter().all(|line| !line.contains(" as ")));
}

#[test]
fn a_line_is_answered_by_any_chapter_and_by_mate() {
    let text = "1. e4 e5 *\n\n1. e4 e5 2. Nf3 *\n\n1. g4 e5 2. f3 Qh4# *\n";
    assert_eq!(Study::of(text, Color::White).findings(), ["3:1.g4 but 1:1.e4"]);
}

#[test]
fn common_moves_of_games_need_an_answer() {
    let study = Study::of("1. e4 e5 (1... c6) 2. Nf3 *\n", Color::White);
    let games =
        "1. e4 e5 2. Nf3 Nf6 *\n\n".repeat(3) + &"1. e4 c5 2. Nf3 *\n\n".repeat(2) + "1. e4 c6 *\n\n1. e4 a6 *\n";
    let wanted = study.repertoire.wanted_positions();
    let mut tally = WantedTally::new(&wanted);
    walk(&games, &mut tally);
    let found = study.repertoire.uncovered(&tally, ReplyThreshold { share: 0.2, games: 2 });
    let shown: Vec<String> = found
        .iter()
        .map(|finding| match finding {
            RepertoireFinding::Uncovered { place: Ok(place), reply } => {
                format!("{} {} {} of {}", study.shown(*place), reply.san, reply.games, reply.of)
            }
            _ => String::new(),
        })
        .collect();
    assert_eq!(shown, ["1:1.e4 c5 2 of 7", "1:2.Nf3 Nf6 3 of 3"]);
}

#[test]
fn whose_lines_they_are_is_seen() {
    let of = |text: &str| own_side::of_branches(chapters(text).iter().flat_map(StudyChapter::branching));
    assert_eq!(of("1. e4 e5 (1... c5 2. Nf3) (1... c6 2. d4) 2. Nf3 *"), Some(Color::White));
    assert_eq!(of("1. e4 (1. d4 d5) (1. c4 e5) 1... e5 *\n\n1. e4 e5 2. Nf3 Nc6 *"), Some(Color::Black));
    assert_eq!(of("1. e4 (1. d4) e5 (1... c5) *"), None);
    assert_eq!(of("1. e4 e5 *"), None);
    assert_eq!(own_side::of_name("my-White_lines.pgn"), Some(Color::White));
    assert_eq!(own_side::of_name("black and white.pgn"), None);
    assert_eq!(own_side::of_name("whitewash.pgn"), None);
    assert_eq!(chapters("[Orientation \"black\"]\n\n1. e4 *\n")[0].orientation, Some(Color::Black));
}

#[test]
fn no_answer_is_wanted_where_the_game_has_ended() {
    let ended = |fen: &str, line: &str| {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{line} *\n");
        Study::of(&text, Color::Black).findings()
    };
    assert_eq!(ended("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "1. Ra8#"), [""; 0], "mate");
    assert_eq!(ended("7k/8/8/6K1/8/8/8/5Q2 w - - 0 1", "1. Qf7"), [""; 0], "stalemate");
    assert_eq!(ended("7k/8/8/8/8/8/6p1/6K1 w - - 0 1", "1. Kxg2"), [""; 0], "kings alone");
    assert_eq!(ended("7k/8/8/8/8/8/6n1/6KN w - - 0 1", "1. Kxg2"), [""; 0], "a knight");
    assert_eq!(ended("7k/8/8/8/8/6p1/6n1/6K1 w - - 0 1", "1. Kxg2"), ["1:1.Kxg2 open"], "a pawn is left");
}
