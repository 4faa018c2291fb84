//! Compressed files are read as the text within.

use std::io::Write;

use crate::support::cli::{Folder, Run, bad, good, unended};

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("written");
    encoder.finish().expect("written")
}

fn bzip2(text: &str) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text.as_bytes()).expect("written");
    encoder.finish().expect("written")
}

fn zstandard(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 1).expect("compressed")
}

fn xz(text: &str) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).expect("an encoder");
    encoder.write_all(text.as_bytes()).expect("written");
    encoder.finish().expect("written")
}

type Compress = fn(&str) -> Vec<u8>;

const ALL: [(&str, Compress); 4] = [("gz", gzip), ("bz2", bzip2), ("zst", zstandard), ("xz", xz)];

/// An archive whose members are stored as they are.
fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, text) in members {
        let (mut entry, config) = archive.new_file(name).start().expect("begun");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes()).expect("written");
        let (_, descriptor) = writer.finish().expect("written");
        entry.finish(descriptor).expect("written");
    }
    archive.finish().expect("written");
    bytes
}

/// A file of more than a block, with findings in it.
fn text() -> String {
    let some = [good().repeat(5), bad(), good().replace("e4 e5", "e4   e5"), unended()].concat();
    some.repeat(1_500)
}

/// What a run has printed, without the name of the file.
fn told(run: &Run, name: &str) -> (Option<i32>, String) {
    (run.code, run.stdout.replace(name, "FILE"))
}

#[test]
fn every_command_that_reads_reads_the_text_within() {
    let folder = Folder::new();
    let text = text();
    folder.write("games.pgn", &text);
    for (extension, compress) in ALL {
        let name = format!("games.pgn.{extension}");
        folder.write(&name, compress(&text));
        for args in [
            &["check", "--format", "json"] as &[&str],
            &["check", "--statistics"],
            &["convert", "--to", "FCN"],
            &["fmt", "--check"],
            &["textconv"],
        ] {
            let [plain, packed] = ["games.pgn", &name].map(|file| told(&folder.run(&[args, &[file]].concat()), file));
            assert!(!plain.1.is_empty(), "{args:?}");
            assert!(plain == packed, "{args:?} {name}");
        }
        let [plain, packed] = [text.as_bytes(), &compress(&text)]
            .map(|input| told(&folder.run_with(&["check", "--format", "concise", "-"], input), "-"));
        assert!(plain == packed, "{name}");
    }
}

#[test]
fn files_are_found_in_folders_and_archives() {
    let folder = Folder::new();
    folder.write("in/a.pgn.gz", gzip(&bad()));
    folder.write("in/b.vgn.zst", zstandard(&bad()));
    folder.write("in/notes.txt.gz", gzip("no games"));
    folder.write("in/c.zip", zip(&[("one.pgn", &bad()), ("deep/two.pgn", &(good() + &bad())), ("read.me", "text")]));
    folder.write("in/d.zip", zip(&[("read.me", "text")]));
    let run = folder.run(&["check", "--format", "concise", "in"]);
    let places: Vec<&str> = run.stdout.lines().map(|line| line.split(": ").next().unwrap_or_default()).collect();
    let expected = ["in/a.pgn.gz:9:7", "in/b.vgn.zst:9:7", "in/c.zip/one.pgn:9:7", "in/c.zip/deep/two.pgn:18:7"];
    assert_eq!(places, expected, "{}", run.stderr);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let named = folder.run(&["check", "in/d.zip"]);
    assert_eq!(named.code, Some(2));
    assert!(named.stderr.contains("in/d.zip: no .pgn or .vgn file is in this archive"), "{}", named.stderr);
    // A copy under another name is an archive still.
    folder.write("download", zip(&[("one.pgn", &bad())]));
    let run = folder.run(&["check", "--format", "concise", "download"]);
    assert!(run.stdout.starts_with("download/one.pgn:9:7: error"), "{} {}", run.stdout, run.stderr);
}

#[test]
fn the_games_before_damage_are_reported() {
    let folder = Folder::new();
    let text = bad().repeat(20_000);
    for (extension, compress) in ALL {
        let whole = compress(&text);
        let name = format!("a.pgn.{extension}");
        let cut = whole.len() - 10;
        folder.write(&name, &whole[..cut]);
        let run = folder.run(&["check", "--format", "concise", &name]);
        assert_eq!(run.code, Some(2), "{name}");
        let fault = format!("data is cut off at byte {cut}: the file is not complete");
        assert!(run.stderr.contains(&format!("vgn-lsp: {name}: the file cannot be read to its end: its ")), "{name}");
        assert!(run.stderr.contains(&fault), "{name}: {}", run.stderr);
        assert!(extension == "xz" || run.stdout.lines().count() > 1_000, "{name}: {}", run.stderr);
        assert!(run.stdout.is_empty() || run.stdout.starts_with(&format!("{name}:9:7: ")), "{name}");
        let converted = folder.run(&["convert", "--to", "FCN", &name, "-o", "out.vgn"]);
        assert_eq!(converted.code, Some(2), "{name}");
        assert!(!folder.path("out.vgn").exists(), "{name}");
    }
}

#[test]
fn a_compressed_file_is_not_rewritten() {
    let folder = Folder::new();
    let name = "a.pgn.gz";
    let packed = gzip(&unended().replace("1. e4 e5", "1. e4   e5"));
    folder.write(name, &packed);
    for args in [&["check", "--fix", name] as &[&str], &["fmt", name], &["convert", "--to", "FCN", "--in-place", name]]
    {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        let sentence = "the file is compressed (gzip), and is only read: decompress it first";
        assert!(run.stderr.contains(sentence), "{args:?}: {}", run.stderr);
        assert_eq!(folder.read(name), packed, "{args:?}");
    }
    let shown = folder.run(&["check", "--fix", "--diff", name]);
    assert!(shown.stdout.contains("+1. e4   e5 *"), "{} {}", shown.stdout, shown.stderr);
    // What has nothing to change is read without a word.
    folder.write(name, gzip(&good()));
    for args in [&["check", "--fix", name] as &[&str], &["fmt", name]] {
        let run = folder.run(args);
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
    }
}
