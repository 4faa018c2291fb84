//! What the documents say of the code is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn text_of(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))
        .unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The names in the first column of a document's tables: rows that begin with a name in backquotes.
fn first_column(document: &str) -> BTreeSet<String> {
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    rows.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn dependencies_are_listed_each_with_a_reason_and_a_licence() {
    let manifest: toml::Table = text_of("Cargo.toml").parse().expect("the manifest is TOML");
    let table = manifest["workspace"]["dependencies"].as_table().expect("a table");
    let is_own = |crate_row: &toml::Value| crate_row.get("path").is_some();
    let used: BTreeSet<String> = table.iter().filter(|(_, row)| !is_own(row)).map(|(name, _)| name.clone()).collect();
    let document = text_of("docs/dependencies.md");
    assert_eq!(first_column(&document), used);
    for row in document.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(cells.len() == 3 && cells.iter().all(|cell| !cell.is_empty()), "{row}");
    }
}

/// Words for pieces and fixes that a chess author who learned English at school would stop at.
fn odd_words(text: &str) -> Vec<&str> {
    const ODD: [&str; 7] = ["man", "men", "mend", "mends", "mended", "mending", "unmended"];
    let words = text.split(|c: char| !c.is_alphabetic() && c != '_');
    words.filter(|word| ODD.contains(&word.to_lowercase().as_str())).collect()
}

/// The strings of a source file, without its comments and its tests.
fn strings_of(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", "");
    code.replace("'\"'", "").split('"').skip(1).step_by(2).map(without_names).collect()
}

/// A string without what stands in its braces, which are names of the code.
fn without_names(string: &str) -> String {
    let parts = string.split('{').enumerate();
    parts.map(|(n, part)| part.split_once('}').filter(|_| n > 0).map_or(part, |(_, rest)| rest)).collect()
}

fn sources(below: &Path, into: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(below).expect("a folder is listed") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, into),
            false if path.extension().is_some_and(|extension| extension == "rs") => into.push(path),
            false => {}
        }
    }
}

#[test]
fn texts_for_people_speak_of_pieces_and_fixes() {
    assert_eq!(odd_words("a Man is mended, {men}"), ["Man", "mended", "men"]);
    assert_eq!(strings_of("// \"mend\"\nsay(\"no {man} on {}\", \"men\")"), ["no  on ", "men"]);
    let mut found = Vec::new();
    let documents = [
        "README.md",
        "docs/command-line.md",
        "docs/diagnostics.md",
        "docs/editors.md",
        "docs/notations.md",
        "docs/positions.md",
        "docs/rules.md",
        "docs/variants.md",
        "editors/vscode/README.md",
        "editors/vscode/package.json",
    ];
    for file in documents {
        found.extend(odd_words(&text_of(file)).iter().map(|word| format!("{file}: {word}")));
    }
    // Messages, titles of fixes, hovers and pages are strings of the code.
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    for file in files {
        let source = fs::read_to_string(&file).expect("a source is text");
        for string in strings_of(&source) {
            found.extend(odd_words(&string).iter().map(|word| format!("{}: {word} in {string:?}", file.display())));
        }
    }
    // What `--help` prints is the comments of the arguments.
    for line in text_of("src/cli/args.rs").lines().filter(|line| line.trim_start().starts_with("///")) {
        found.extend(odd_words(line).iter().map(|word| format!("{word} in {line}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The folders below `src`, as `replay/judge/`.
fn folders(below: &Path, prefix: &str, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(below).expect("a folder is listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            let name = format!("{prefix}{}/", path.file_name().unwrap_or_default().to_string_lossy());
            folders(&path, &name, into);
            into.insert(name);
        }
    }
}

#[test]
fn the_code_map_names_every_folder_and_no_other() {
    let mut there = BTreeSet::new();
    folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut there);
    // The map names rooms, and two crates are folders of rooms.
    let inside = |name: &str| {
        let rest = ["engine/", "server/"].iter().find_map(|of| name.strip_prefix(of)).unwrap_or(name);
        (!rest.is_empty() && !rest.starts_with("proptest-regressions")).then(|| rest.to_owned())
    };
    let there: BTreeSet<String> = there.iter().filter_map(|name| inside(name)).collect();
    let document = text_of("docs/architecture.md");
    let map = document.split("## Code map").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a code map");
    assert_eq!(first_column(map), there);
}

#[test]
fn every_file_that_the_documents_name_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in [
        "docs/architecture.md",
        "docs/style.md",
        "docs/fuzzing.md",
        "docs/performance.md",
        "docs/variants.md",
        "docs/notations.md",
        "docs/positions.md",
    ] {
        let text = text_of(document);
        // Outside fenced blocks, what stands in backquotes and has a folder of the project in front is a path.
        let prose: String = text.split("```").step_by(2).collect();
        for quoted in prose.split('`').skip(1).step_by(2) {
            let is_path = ["src/", "tests/", "benches/", "docs/", "fuzz/", "editors/", ".ci/"]
                .iter()
                .any(|top| quoted.starts_with(top));
            if is_path && !quoted.contains(['*', ' ', '<', '…']) {
                assert!(root.join(quoted).exists(), "{document} names {quoted}, which is not there");
            }
        }
    }
}

/// The rows of the table under a heading, as its cells.
fn table(document: &str, heading: &str) -> Vec<Vec<String>> {
    let section = document.split(heading).nth(1).unwrap_or_else(|| panic!("no {heading}"));
    let rows = section.lines().skip_while(|line| !line.starts_with("|---"));
    rows.skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

#[test]
fn the_proposal_for_variants_has_the_tables_of_the_code() {
    use vgn_lsp::variants::{LAST_NORMAL, RULES, UNSUPPORTED, VARIANTS, number};
    let document = text_of("docs/variants.md");
    let code = |text: &str| format!("`{text}`");
    let rules = |normal: bool| -> Vec<Vec<String>> {
        let of_kind = RULES.iter().filter(|rule| (rule.number <= LAST_NORMAL) == normal);
        of_kind.map(|rule| vec![code(&number(rule.number)), rule.text.to_owned()]).collect()
    };
    assert_eq!(table(&document, "### Rules of normal chess"), rules(true));
    assert_eq!(table(&document, "### Further rules"), rules(false));
    let chess960 = ["Chess960", "`0 -C -J 10 11`", "`0`"].map(str::to_owned);
    let mut found = table(&document, "## The variants");
    assert_eq!(found.remove(1)[..3], chess960);
    let variants: Vec<Vec<String>> = VARIANTS
        .iter()
        .map(|row| vec![row.name.to_owned(), code(row.rules), code(row.pieces), row.about.to_owned()])
        .collect();
    assert_eq!(found, variants);
    let unsupported: Vec<Vec<String>> =
        UNSUPPORTED.iter().map(|row| vec![row.name.to_owned(), row.why.to_owned()]).collect();
    assert_eq!(table(&document, "Known by name only"), unsupported);
}
