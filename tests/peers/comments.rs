//! Commands in comments: what chessops finds in them.

use vgn_lsp::replay::commands::commands;

use crate::peers::rows::rows;

#[test]
fn commands_that_chessops_reads() {
    let mut found = String::new();
    for row in rows() {
        let Some(peer) = row.peer.get("comment") else { continue };
        let ours: Vec<String> =
            commands(&row.text).map(|command| format!("{} {}", command.name, command.operands)).collect();
        let shapes = peer["shapes"].as_array().map_or(0, Vec::len);
        let theirs =
            format!("{shapes} shapes, emt {}, clk {}, eval {}", peer["emt"], peer["clock"], peer["evaluation"]);
        found += &format!("{:?}\n  they: {theirs}\n  we: {ours:?}\n", row.text);
    }
    expect_test::expect![[r#"
        "prefix [%emt 1:02:03.4]"
          they: 0 shapes, emt 3723.4, clk null, eval null
          we: ["emt 1:02:03.4"]
        "[%csl[%eval 0.2] Ga1]"
          they: 0 shapes, emt null, clk null, eval {"pawns":0.2}
          we: ["eval 0.2"]
        "[%csl  Ga1] [%eval 0.20]"
          they: 0 shapes, emt null, clk null, eval {"pawns":0.2}
          we: ["csl Ga1", "eval 0.20"]
        "[%c[%csl [%csl Ga1[%csl Ga1][%[%csl Ga1][%cal[%csl Ga1]Ra1]"
          they: 3 shapes, emt null, clk null, eval null
          we: ["csl Ga1", "csl Ga1", "csl Ga1"]
        "[%c[%csl [%csl Ga1  [%  [%cal  Ra1] [%csl Ga1,Ga1,Ga1]"
          they: 3 shapes, emt null, clk null, eval null
          we: ["cal Ra1", "csl Ga1,Ga1,Ga1"]
        "[%csl Ga1][%cal Ra1h1,Gb1b8] foo [%clk 3:ê5: [%eval 450752] [%evaÿTæ<92>ÿÿ^?,7]"
          they: 3 shapes, emt null, clk null, eval null
          we: ["csl Ga1", "cal Ra1h1,Gb1b8", "eval 450752", "evaÿTæ<92>ÿÿ^?,7 "]
        "foo [%clk 3:ê5: [%eval 450752] [%evaÿTæ<92>ÿÿ^?,7] [%csl Ga1] [%cal Ra1h1,Gb1b8]"
          they: 3 shapes, emt null, clk null, eval null
          we: ["eval 450752", "evaÿTæ<92>ÿÿ^?,7 ", "csl Ga1", "cal Ra1h1,Gb1b8"]
    "#]]
    .assert_eq(&found);
}
