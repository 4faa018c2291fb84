// Examples to begin with. They have mistakes that can be found and fixed.

export interface Example {
  title: string;
  name: string;
  text: string;
}

const FIRST = `[Event "A club's evening"]
[Site "?"]
[Date "2024.02.30"]
[Round "1"]
[White "Ada"]
[Black "Blaise"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 {a well-known mistake}
(5... Na5 6. Bb5+ c6 7. dxc6 bxc6) 6. Nxf7 Kxf7 7. Qf3 Ke6 8. Nc3 Ncb4 9. a3 Nxc2
10. Kd1 Nxa1 11. Nxd5 Kd6 12. d4 Be6 13. Re1 b5 14. Rxe5 1-0
`;

const STUDY = `[Event "Notes: the Spanish"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Annotator "page 14"]

{Diagrams and colours of a study.} 1. e4 {[%csl Ge4][%cal Ge2e4]} 1... e5 2. Nf3 Nc6
3. Bb5 {[%clk 1:29:30]} 3... a6 $5 (3... Nf6 4. O-O Nxe4 5. d4 (5. Re1 Nd6) 5... Nd6)
4. Ba4 Nf6 5. 0-0 Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *
`;

const VGN = `[GameFormat "VGN"]
[MoveFormat "FCN"]
[White "Ada"]
[Black "Blaise"]

1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 *
`;

export const EXAMPLES: readonly Example[] = [
  { title: "A game with mistakes", name: "example.pgn", text: FIRST },
  { title: "A study with variations, clocks and arrows", name: "study.pgn", text: STUDY },
  { title: "A game in VGN", name: "example.vgn", text: VGN },
];
