//! Tests of an index in a folder.

use std::path::{Path, PathBuf};

use super::*;
use crate::index::{IndexedGames, SegmentBuilder, one_by_one};
use crate::{GameWalker, SoughtPosition};

const STAMP: StoredStamp = StoredStamp { size: 1, modified: 2, changed: 3 };

fn builder(texts: &[&str]) -> SegmentBuilder {
    let mut builder = SegmentBuilder::default();
    for text in texts {
        let mut games = IndexedGames::default();
        let mut walker = GameWalker::default();
        let mut at = 0;
        while let Some(end) = walker.game(text.as_bytes(), at, true, &mut games) {
            at = end;
        }
        builder.add(games);
    }
    builder
}

fn file(name: &str, segment: u64, first: u32, games: u32) -> CatalogueFile {
    CatalogueFile {
        path: name.to_owned(),
        member: None,
        stamp: STAMP,
        read_at: 9,
        hash: 7,
        games: u64::from(games),
        of_variants: 0,
        is_compressed: false,
        parts: vec![IndexedPart { segment, first, games, end: 1000 }],
    }
}

/// Two files in one segment: of each the games, 20 and 3.
fn written(folder: &Path) -> u64 {
    let (mut writer, faults) = StoreWriter::open(folder).expect("a writer");
    assert!(faults.is_empty());
    let segment = writer.add_segment(builder(&[&"1. e4 e5 *\n\n".repeat(20), &"1. d4 *\n\n".repeat(3)]), one_by_one);
    let segment = segment.expect("a segment");
    writer.add_file(file("/a.pgn", segment, 0, 20));
    writer.add_file(file("/b.pgn", segment, 20, 3));
    writer.commit(&[]).expect("committed");
    segment
}

/// Games that reach a position: counted, and to be counted.
fn games(reader: &StoreReader, moves: &str, order: &[Option<usize>]) -> Result<(u64, usize), StoreFault> {
    let sought =
        if moves.is_empty() { SoughtPosition::initial() } else { SoughtPosition::after_moves(moves).expect("moves") };
    let answer = reader.explore(sought.key(), order)?;
    Ok((answer.sums.iter().map(|sums| sums.total.games).sum(), answer.candidates.len()))
}

#[test]
fn what_is_written_is_read_by_file() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(StoreReader::open(folder.path()).is_err_and(|fault| fault.is_absent()));
    written(folder.path());
    let reader = StoreReader::open(folder.path()).expect("an index");
    let of = |member: Option<&str>| reader.file(&("/b.pgn".to_owned(), member.map(str::to_owned)));
    assert_eq!((of(None), of(Some("x"))), (Some(1), None));
    for (order, initial, pawn) in [
        ([Some(0), Some(1)], (23, 0), (0, 3)),
        ([Some(1), Some(0)], (23, 0), (0, 3)),
        ([Some(0), None], (20, 0), (0, 0)),
        ([None, Some(0)], (3, 0), (0, 3)),
        ([None, None], (0, 0), (0, 0)),
    ] {
        assert_eq!(games(&reader, "", &order).expect("an answer"), initial, "{order:?}");
        assert_eq!(games(&reader, "1. d4", &order).expect("an answer"), pawn, "{order:?}");
    }
    let answer = reader.explore(SoughtPosition::initial().key(), &[None, Some(0)]).expect("an answer");
    assert_eq!(answer.best.iter().map(|game| (game.file, game.start)).collect::<Vec<_>>(), [(1, 0), (1, 8), (1, 17)]);
}

#[test]
fn one_process_writes_and_others_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let segment = written(folder.path());
    let reader = StoreReader::open(folder.path()).expect("an index");
    let (mut writer, _) = StoreWriter::open(folder.path()).expect("a writer");
    assert!(matches!(StoreWriter::open(folder.path()), Err(StoreFault::Busy(_))));
    assert!(matches!(remove_store(folder.path()), Err(StoreFault::Busy(_))));
    let other = writer.add_segment(builder(&["1. c4 *\n"]), one_by_one).expect("a segment");
    writer.add_file(file("/a.pgn", other, 0, 1));
    // Nothing is valid yet.
    assert_eq!(StoreReader::open(folder.path()).expect("an index").files().len(), 2);
    writer.retain(|file| file.path != "/b.pgn");
    writer.commit(&[]).expect("committed");
    assert!(!folder.path().join(format!("{segment:016x}.vgnseg")).exists());
    // The reader keeps what it has opened.
    assert_eq!(games(&reader, "", &[Some(0), Some(1)]).expect("an answer"), (23, 0));
    let reader = StoreReader::open(folder.path()).expect("an index");
    assert_eq!(games(&reader, "", &[Some(0)]).expect("an answer"), (0, 1));
    drop(writer);
    remove_store(folder.path()).expect("removed");
    assert!(!folder.path().exists());
}

#[test]
fn what_a_killed_writer_leaves_is_removed_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    written(folder.path());
    let left =
        ["0123456789abcdef.vgnseg", "0123456789abcdef.vgnseg.tmp", "manifest.tmp"].map(|name| folder.path().join(name));
    let others =
        ["game.pgn", "x.vgnseg", "manifest.txt", "fedcba9876543210.vgnseg"].map(|name| folder.path().join(name));
    for (path, text) in left.iter().zip(["VGNSEG\n\x03 and more", "VGN", ""]) {
        std::fs::write(path, text).expect("written");
    }
    for path in &others {
        std::fs::write(path, "x").expect("written");
    }
    let (writer, faults) = StoreWriter::open(folder.path()).expect("a writer");
    assert!(faults.is_empty() && writer.files().len() == 2);
    assert!(left.iter().all(|path| !path.exists()));
    assert!(others.iter().all(|path| path.exists()));
}

#[test]
fn files_of_others_are_refused_and_stay_as_they_are() {
    for (name, text) in [
        ("manifest", "a list of ships\n"),
        ("lock", "4711\n"),
        ("manifest.tmp", "a draft\n"),
        ("game.pgn", "1. e4 *\n"),
        ("notes", ""),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        let fault = StoreWriter::open(folder.path()).expect_err("refused");
        assert!(matches!(&fault, StoreFault::Foreign(file) if *file == path), "{fault}");
        assert!(remove_store(folder.path()).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("the text"), text);
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "{name}");
    }
    // Beside an index that was there before, a file is refused only if it has the name of one of the index.
    let folder = tempfile::tempdir().expect("a folder");
    written(folder.path());
    std::fs::write(folder.path().join("game.pgn"), "1. e4 *\n").expect("written");
    assert!(StoreWriter::open(folder.path()).is_ok());
    remove_store(folder.path()).expect("removed");
    let left = std::fs::read_dir(folder.path()).expect("the folder").flatten().map(|entry| entry.file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["game.pgn"]);
}

/// All answers of an index.
fn answers(folder: &Path) -> Result<Vec<(u64, usize)>, StoreFault> {
    let reader = StoreReader::open(folder)?;
    let order = [Some(0), Some(1)];
    ["", "1. e4", "1. e4 e5", "1. d4", "1. c4"].into_iter().map(|moves| games(&reader, moves, &order)).collect()
}

#[test]
fn whatever_byte_is_changed_it_is_noticed_or_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let segment = written(folder.path());
    let expected = answers(folder.path()).expect("answers");
    let paths: [PathBuf; 2] = [format!("{segment:016x}.vgnseg"), MANIFEST.into()].map(|name| folder.path().join(name));
    for path in paths {
        let bytes = std::fs::read(&path).expect("bytes");
        let mut noticed = 0;
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            std::fs::write(&path, &changed).expect("written");
            match answers(folder.path()) {
                Ok(found) => assert_eq!(found, expected, "byte {at} of {}", path.display()),
                Err(fault) => {
                    noticed += 1;
                    assert!(fault.to_string().contains("`vgn-lsp index`"), "{fault}");
                }
            }
        }
        assert!(noticed > bytes.len() / 2, "{noticed} of {}", bytes.len());
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).expect("written");
            assert!(answers(folder.path()).is_err(), "{length} bytes of {}", path.display());
        }
        std::fs::write(&path, &bytes).expect("written");
    }
    assert_eq!(answers(folder.path()).expect("answers"), expected);
}

#[test]
fn an_index_that_is_not_whole_is_made_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let segment = written(folder.path()).to_owned();
    let (manifest, segment) = (folder.path().join(MANIFEST), folder.path().join(format!("{segment:016x}.vgnseg")));
    let (old, mut bytes) = (std::fs::read(&manifest).expect("bytes"), std::fs::read(&segment).expect("bytes"));
    *bytes.last_mut().expect("a byte") ^= 1;
    std::fs::write(&segment, &bytes).expect("written");
    let (writer, faults) = StoreWriter::open(folder.path()).expect("a writer");
    assert!(writer.files().is_empty() && matches!(faults[..], [StoreFault::Damaged(_)]), "{faults:?}");
    drop(writer);
    let other = [&b"vgn-lsp index 1"[..], &old[15..]].concat();
    for (manifest_bytes, is_other) in [(&other[..], true), (b"vgn-lsp", false)] {
        std::fs::write(&manifest, manifest_bytes).expect("written");
        let fault = StoreReader::open(folder.path()).expect_err("no index");
        assert_eq!(matches!(fault, StoreFault::OtherVersion(_)), is_other, "{fault}");
        let (writer, faults) = StoreWriter::open(folder.path()).expect("a writer");
        assert!(writer.files().is_empty() && faults.len() == 1);
    }
}

#[test]
fn many_small_segments_are_worn() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut writer, _) = StoreWriter::open(folder.path()).expect("a writer");
    for number in 0..17 {
        assert!(writer.worn().is_empty());
        let segment = writer.add_segment(builder(&["1. e4 *\n\n1. d4 *\n\n1. c4 *\n"]), one_by_one).expect("a segment");
        writer.add_file(file(&format!("/{number}.pgn"), segment, 0, 3));
    }
    assert_eq!(writer.worn().len(), 17);
    writer.retain(|file| file.path == "/3.pgn");
    writer.commit(&[]).expect("committed");
    assert_eq!((writer.segments().len(), writer.worn().len()), (1, 0));
    writer.add_file(CatalogueFile {
        parts: vec![IndexedPart { games: 1, ..writer.files()[0].parts[0] }],
        ..file("/3.pgn", 0, 0, 1)
    });
    assert_eq!(writer.worn().len(), 1, "two of three games are gone");
}

#[test]
fn a_stamp_is_certain_when_its_time_is_past() {
    let second = 1_000_000_000;
    assert!(!STAMP.is_certain(second));
    assert!(STAMP.is_certain(3 * second));
    assert!(!StoredStamp { modified: 0, changed: 0, size: 1 }.is_certain(3 * second));
}
