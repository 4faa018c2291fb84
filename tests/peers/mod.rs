//! The fixtures of other projects: what each of them expects, what is found here, and why they differ where they do.

mod boards;
mod comments;
mod compare;
mod differences;
pub mod rows;

use compare::Found;
use rows::rows;

/// Every difference has its reason, and every reason its difference.
#[test]
fn differences_are_on_purpose() {
    let mut unexplained = Vec::new();
    let mut used = vec![0; differences::REASONS.len()];
    for row in rows() {
        let found = Found::of(&row);
        for difference in compare::differences(&row, &found) {
            match differences::reason(&row, &found, &difference) {
                Some(n) => used[n] += 1,
                None => unexplained.push(format!("{} {:?} {difference}", row.project, row.name)),
            }
        }
    }
    assert!(unexplained.is_empty(), "differences without a reason: {unexplained:#?}");
    let unused: Vec<&str> =
        differences::REASONS.iter().zip(&used).filter(|(_, n)| **n == 0).map(|(reason, _)| reason.words).collect();
    assert!(unused.is_empty(), "reasons without a difference: {unused:#?}");
}

/// What is found here, a line a fixture: a change shows as a difference in this file.
#[test]
fn what_is_found_here() {
    let mut lines = String::new();
    for row in rows() {
        if row.peer.get("comment").is_none() && row.peer.get("board").is_none() && row.peer.get("epd").is_none() {
            lines += &format!("{} | {:?} | {}\n", row.project, row.name, Found::of(&row));
        }
    }
    expect_test::expect_file!["../data/peer/found.txt"].assert_eq(&lines);
}
