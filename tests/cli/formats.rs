//! How findings are printed: places in every encoding and line end, and each format's own rules.

use crate::support::cli::{Folder, ROSTER, bad, good};
use serde_json::Value;

/// (line, column, offset) of the start and the end of the only stray text in these bytes.
fn places(bytes: &[u8]) -> [(u64, u64, u64); 2] {
    let folder = Folder::new();
    let run = folder.run_with(&["check", "--format", "json", "-"], bytes);
    let findings = run.findings();
    let finding = findings.iter().find(|finding| finding["code"] == "stray-text").expect("stray text");
    ["start", "end"].map(|point| {
        let number = |name: &str| finding[point][name].as_u64().expect("a number");
        (number("line"), number("column"), number("offset"))
    })
}

/// A game whose eighth line holds an accented letter before the stray text, with these line ends.
fn accented(line_end: &str) -> String {
    format!("{ROSTER}{{é}} 1. e4 <x> e5 *\n").replace('\n', line_end)
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|character| u8::try_from(u32::from(character)).expect("Latin-1")).collect()
}

#[test]
fn places_are_reckoned_in_the_files_own_bytes() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = accented(line_end);
        let at = text.find("<x>").expect("there") as u64;
        assert_eq!(places(text.as_bytes()), [(9, 11, at), (9, 14, at + 3)], "UTF-8 {line_end:?}");
        let bytes = latin1(&text);
        assert_eq!(places(&bytes), [(9, 11, at - 1), (9, 14, at + 2)], "Latin-1 {line_end:?}");
        let marked = format!("\u{feff}{text}");
        assert_eq!(places(marked.as_bytes()), [(9, 11, at + 3), (9, 14, at + 6)], "a mark {line_end:?}");
    }
}

#[test]
fn a_byte_order_mark_is_no_column() {
    assert_eq!(places("\u{feff}<x> *".as_bytes()), [(1, 1, 3), (1, 4, 6)]);
}

#[test]
fn a_later_game_is_placed_in_the_file() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = format!("{}\n{}", good(), accented("\n")).replace('\n', line_end);
        let at = text.find("<x>").expect("there") as u64;
        assert_eq!(places(text.as_bytes()), [(19, 11, at), (19, 14, at + 3)], "{line_end:?}");
    }
}

#[test]
fn games_on_one_line_share_it() {
    let [start, end] = places("{é} e4 * 1. <x> *".as_bytes());
    assert_eq!((start, end), ((1, 13, 13), (1, 16, 16)));
}

#[test]
fn one_encoding_finding_a_file_at_the_first_offending_bytes() {
    let folder = Folder::new();
    let text = latin1(&format!("{}{}{}", good(), good().replace("\"?\"", "\"Müller\""), accented("\n")));
    folder.write("a.pgn", &text);
    let run = folder.run(&["check", "--format", "json"]);
    let findings: Vec<Value> = run.findings().into_iter().filter(|f| f["code"] == "invalid-utf8").collect();
    assert_eq!(findings.len(), 1);
    let at = text.iter().position(|byte| *byte == 0xfc).expect("ü");
    assert_eq!(findings[0]["start"]["offset"], at);
    assert_eq!(findings[0]["game"], 2);
    assert_eq!(findings[0]["severity"], "information");
    assert_eq!(findings[0]["message"], "text that is not UTF-8 is read as ISO 8859-1");

    folder.write("a.pgn", [good().replace("\"?\"", "\"Br@ssel\"").replace('@', "\u{1}")].concat());
    let bytes: Vec<u8> = folder.read("a.pgn").into_iter().map(|byte| if byte == 1 { 0x81 } else { byte }).collect();
    folder.write("a.pgn", &bytes);
    let run = folder.run(&["check", "--format", "json"]);
    let message = run.findings().iter().find(|f| f["code"] == "invalid-utf8").map(|f| f["message"].clone());
    assert_eq!(message, Some("text that is not UTF-8 is read as code page 437".into()));
}

/// A guess that cannot be right is written nowhere: the file keeps its bytes.
#[test]
fn words_of_an_unknown_encoding_have_no_fix() {
    let folder = Folder::new();
    for name in [&b"\xca\xe0\xf0\xef\xee\xe2"[..], b"M\xc3\xbcller, O\x92Neill", b"Miko\xb3aj"] {
        let [before, after] = ["[White \"", "\"]\n\n1. e4 *\n"].map(str::as_bytes);
        let text = [before, name, after].concat();
        folder.write("a.pgn", &text);
        let run = folder.run(&["check", "--unsafe-fixes", "--allow", "missing-roster-tag", "--format", "json"]);
        let message = run.findings().iter().find(|f| f["code"] == "invalid-utf8").map(|f| f["message"].to_string());
        assert!(message.is_some_and(|message| message.contains("its words are probably others")));
        assert!(folder.read("a.pgn").windows(name.len()).any(|bytes| bytes == name), "{name:x?}");
    }
}

#[test]
fn json_objects_have_exactly_their_fields() {
    let folder = Folder::new();
    folder.write("bad.pgn", bad());
    let run = folder.run(&["check", "--format", "json", "bad.pgn"]);
    let keys = |value: &Value| -> Vec<String> {
        value.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
    };
    let finding = &run.findings()[0];
    assert_eq!(keys(finding), ["code", "end", "file", "game", "message", "severity", "start"]);
    assert_eq!(keys(&finding["start"]), ["column", "line", "offset"]);
    assert_eq!(
        keys(&run.summary()),
        ["errors", "files", "games", "half_moves", "hints", "information", "main_line_half_moves", "warnings"]
    );
    assert_eq!(run.summary()["half_moves"], run.summary()["main_line_half_moves"]);
}

#[test]
fn text_shows_an_excerpt_and_colour_only_when_asked() {
    let folder = Folder::new();
    folder.write("bad.pgn", bad());
    let plain = folder.run(&["check"]);
    assert!(plain.stdout.starts_with("error[stray-text]: "), "{}", plain.stdout);
    assert!(
        plain.stdout.contains(" --> bad.pgn:9:7 (game 1)\n  |\n9 | 1. e4 <x> e5 *\n  |       ^^^"),
        "{}",
        plain.stdout
    );
    assert!(!plain.stdout.contains('\u{1b}'));
    assert!(folder.run(&["check", "--color", "always"]).stdout.contains('\u{1b}'));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = Folder::new();
    folder.write("bad.pgn", format!("{ROSTER}1. e4 <\u{1b}[31m\u{202e}> e5 *\n"));
    let run = folder.run(&["check", "--color", "never"]);
    assert!(!run.stdout.contains(['\u{1b}', '\u{202e}']), "{:?}", run.stdout);
}

#[test]
fn github_commands() {
    let folder = Folder::new();
    folder.write("a,b.pgn", bad());
    let run = folder.run(&["check", "--format", "github"]);
    let head = "::error file=a%2Cb.pgn,line=9,endLine=9,col=7,endColumn=10,title=stray-text::";
    assert!(run.stdout.starts_with(head), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 1);
}

#[test]
fn sarif_is_one_document_with_rules_results_and_faults() {
    let folder = Folder::new();
    folder.write("a b.pgn", format!("{}{}", bad(), bad()));
    let run = folder.run(&["check", "--format", "sarif", "a b.pgn", "missing.pgn"]);
    let log: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][1];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(2));
    let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.pgn");
    assert_eq!(place["region"]["startLine"], 18);
    assert_eq!(place["region"]["endColumn"], 10);
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let empty = folder.run_with(&["check", "--format", "sarif", "-"], b"");
    assert!(serde_json::from_str::<Value>(&empty.stdout).is_ok());
}

/// A name is bytes there: what a program opens is the name as it is.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8_is_found_by_its_uri() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"Sch\xe4fer\xff.pgn");
    std::fs::write(folder.path("").join(name), bad()).expect("written");
    let full = folder.path("").join(name);
    for (path, uri) in [
        (std::path::Path::new(name), "Sch%E4fer%FF.pgn".to_owned()),
        (&full, format!("file://{}/Sch%E4fer%FF.pgn", folder.path("").to_string_lossy().trim_end_matches('/'))),
    ] {
        let printed = |format: &str| {
            let output = folder.command().args(["check", "--format", format]).arg(path).output().expect("it ends");
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let sarif: Value = serde_json::from_str(&printed("sarif")).expect("JSON");
        let location = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], uri);
        let json: Value = serde_json::from_str(printed("json").lines().next().unwrap_or_default()).expect("JSON");
        assert_eq!(json["uri"], uri);
        assert!(json["file"].as_str().is_some_and(|file| file.ends_with("Sch\u{fffd}fer\u{fffd}.pgn")), "{json}");
    }
    // What is UTF-8 needs no other name.
    folder.write("a.pgn", bad());
    assert!(folder.run(&["check", "--format", "json", "a.pgn"]).findings()[0].get("uri").is_none());
}

/// The text after the edits of a fix, at the offsets that JSON gives.
fn edited(bytes: &[u8], fix: &Value) -> String {
    let mut after = Vec::new();
    let mut at = 0;
    for edit in fix["edits"].as_array().expect("edits") {
        let offset = |point: &str| edit[point]["offset"].as_u64().expect("a number") as usize;
        after.extend_from_slice(&bytes[at..offset("start")]);
        after.extend_from_slice(edit["replacement"].as_str().expect("a text").as_bytes());
        at = offset("end");
    }
    after.extend_from_slice(&bytes[at..]);
    String::from_utf8_lossy(&after).into_owned()
}

#[test]
fn json_has_each_fix_with_its_edits_in_the_file() {
    let folder = Folder::new();
    // A letter of two bytes, and a game before: places are those of the file.
    let text = format!("{}\n{}", good(), ROSTER.replace("[White \"?\"]", "[White \"é\"]") + "1. f3 e5 2. g4 Qh4# *");
    let run = folder.run_with(&["check", "--format", "json", "-"], text.as_bytes());
    let findings = run.findings();
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    let [fix] = finding["fixes"].as_array().expect("fixes").as_slice() else { panic!("{finding}") };
    assert_eq!((fix["title"].as_str(), fix["safe"].as_bool()), (Some("write `0-1`"), Some(false)));
    let expected = [good(), "\n".into(), text[good().len() + 1..].replace('*', "0-1")].concat();
    assert_eq!(edited(text.as_bytes(), fix), expected);
    let first = &fix["edits"][0];
    assert_eq!((first["start"]["line"].as_u64(), first["start"]["column"].as_u64()), (Some(17), Some(10)), "{first}");

    let run = folder.run_with(&["check", "--format", "json", "-"], format!("{ROSTER}1. e4 e5").as_bytes());
    let findings = run.findings();
    assert_eq!(findings[0]["fixes"][0]["safe"], true, "{findings:?}");
    assert_eq!(edited(format!("{ROSTER}1. e4 e5").as_bytes(), &findings[0]["fixes"][0]), format!("{ROSTER}1. e4 e5 *"));
}
