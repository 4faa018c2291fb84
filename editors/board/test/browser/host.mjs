// A host of the board without an editor: it holds one game as a tree, tells the board of it, and writes into it.

import { chessgroundDests } from "chessops/compat";
import { makeFen } from "chessops/fen";
import { ChildNode, makePgn, parseComment, parsePgn, startingPosition } from "chessops/pgn";
import { makeSanAndPlay, parseSan } from "chessops/san";
import { makeSquare, parseUci } from "chessops/util";

const GLYPHS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: "=", 14: "⩲", 16: "±", 18: "+−" };
/** So many half-moves are told at once. */
const PART = 4_000;
const COLORS = { G: "green", R: "red", Y: "yellow", B: "blue" };
const LETTERS = { green: "G", red: "R", yellow: "Y", blue: "B" };

export class Host {
  /** What was asked, in order. */
  asked = [];
  settings = { title: "games.pgn" };
  /** Tells where the editor's cursor is a little after each reveal, as an editor does that cannot tell why it moved. */
  echoes = false;
  /** Reveals that are not answered yet, and where the editor's cursor is: the host tells no older one. */
  revealing = 0;
  cursor = -1;
  /** How often the text has changed, and what it was before each step of the board. */
  version = 1;
  before = [];
  /** What fails so often, because the text changes while it is asked. */
  outdated = { method: "", times: 0 };
  /** Where the cursor is told to be once the first part of a game is there. */
  cursorOf = undefined;

  /** `send` tells the page a message. */
  constructor(pgn, send) {
    this.game = parsePgn(pgn)[0];
    this.send = send;
    this.number();
  }

  get pgn() {
    return makePgn(this.game);
  }

  receive({ id, method, params }) {
    this.asked.push({ method, params });
    if (method === "reveal" && this.echoes) {
      this.revealing++;
      setTimeout(() => {
        this.revealing--;
        this.cursor = params.move;
        this.answer({ id, method, params });
        setTimeout(() => this.revealing === 0 && this.goTo(this.cursor), 20);
      }, 10);
    } else {
      this.answer({ id, method, params });
    }
  }

  answer({ id, method, params }) {
    try {
      const { version } = params;
      const fails = method === this.outdated.method && this.outdated.times-- > 0;
      if (fails || (version !== undefined && version !== this.version)) {
        throw Object.assign(new Error("the document has changed meanwhile"), { code: -32801 });
      }
      const before = this.pgn;
      const result = this.answers[method](params);
      if (method === "play" || method === "playLine" || method === "annotate" || method === "rearrange") {
        this.before.push(before);
        this.version++;
      }
      this.send({ id, result: sparse(result) });
    } catch ({ message, code }) {
      this.send({ id, error: { message, code } });
    }
    if (method === "game") {
      this.send({ method: "settings", params: this.settings });
      if (this.cursorOf !== undefined && params.from === undefined) {
        this.goTo(this.cursorOf);
      }
    }
  }

  /** The text is another one, of which the page is told later. */
  change(pgn) {
    this.game = parsePgn(pgn)[0];
    this.version++;
    this.number();
  }

  /** The editor's cursor goes to a half-move. */
  goTo(move) {
    this.cursor = move;
    this.send({ method: "cursor", params: { game: 1, ...(move < 0 ? {} : { move }) } });
  }

  /** Gives each half-move its number, in the order of the text: a half-move, the variations on it, what follows it. */
  number() {
    this.nodes = [];
    this.start = startingPosition(this.game.headers).unwrap();
    const line = (parent, parentId, before, depth) => {
      for (;;) {
        const [main, ...others] = parent.children.map((node, at) => {
          const position = before.clone();
          const move = parseSan(position, node.data.san);
          if (move !== undefined) {
            position.play(move);
          }
          return { node, move, before, position, parentId, depth: depth + (at > 0 ? 1 : 0) };
        });
        if (main === undefined) {
          return;
        }
        main.id = this.nodes.push(main) - 1;
        for (const other of others) {
          other.id = this.nodes.push(other) - 1;
          line(other.node, other.id, other.position, other.depth);
        }
        ({ node: parent, position: before, id: parentId } = main);
      }
    };
    line(this.game.moves, -1, this.start, 0);
  }

  /** How often files are still being read when the tree is asked for. */
  reading = 0;

  tree(fen) {
    const counts = (games, white, draws, black) => ({ games, white, draws, black });
    const move = (san, uci, rest) => ({ san, uci, ...rest, averageRating: 2512, lastYear: 2024 });
    const game = { white: "Carlsen, Magnus", black: "Müller, Jörg", whiteRating: 2850, blackRating: null };
    const best = [
      { ...game, result: "1-0", date: "2024.05.01", file: "a <b>file</b>.pgn" },
      { ...game, white: "", whiteRating: null, result: "*", date: "????.??.??" },
    ];
    const rest = { complete: this.reading-- <= 0, leftOut: false };
    if (fen.startsWith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")) {
      const moves = [
        move("e4", "e2e4", counts(120, 54, 36, 30)),
        move("d4", "d2d4", counts(70, 35, 25, 8)),
        move("Nf3", "g1f3", counts(20, 1, 18, 1)),
        { ...move("b3", "b2b3", counts(2, 0, 0, 0)), averageRating: null, lastYear: null },
      ];
      return { fen, ...counts(212, 90, 79, 39), moves, best, ...rest };
    }
    const opening = { eco: "B00", name: "King's Pawn Game" };
    const moves = [move("c5", "c7c5", counts(3, 0, 0, 3)), move("e5", "e7e5", counts(1, 0, 1, 0))];
    return { fen, opening, ...counts(4, 0, 1, 3), moves, best: best.slice(0, 1), ...rest };
  }

  /** It finds something at once. */
  thinks = true;

  /** Tells what an engine might have found at this depth; more of it, if it is given. */
  think(depth, more = {}) {
    const { id, fen, position, lines, threat } = this.search;
    const asked = position.clone();
    asked.turn = threat ? (position.turn === "white" ? "black" : "white") : position.turn;
    const moves = [...asked.allDests()].flatMap(([from, to]) => [...to].map((square) => ({ from, to: square })));
    const found = moves.slice(0, lines).map((move, at) => {
      const after = asked.clone();
      const [uci, san] = [[makeSquare(move.from) + makeSquare(move.to)], [makeSanAndPlay(after, move)]];
      for (let half = 0; half < 3; half++) {
        const [[from, to]] = [...after.allDests()].filter(([, to]) => to.nonEmpty());
        const next = { from, to: to.first() };
        uci.push(makeSquare(next.from) + makeSquare(next.to));
        san.push(makeSanAndPlay(after, next));
      }
      return { cp: 35 - 40 * at, depth, san, uci };
    });
    const told = { id, fen, engine: "Fake <b>1</b>", depth, nodes: 1_000 * depth ** 3, lines: found };
    this.send({ method: "engineInfo", params: { ...told, ...(threat ? { threat } : {}), ...more } });
  }

  answers = {
    game: ({ from = 0 }) => {
      const tags = [...this.game.headers].map(([name, value]) => ({ name, value }));
      // In parts, as the server tells long games.
      const total = this.nodes.length;
      const moves = this.nodes.slice(from, from + PART).map((one) => messageOf(one));
      const { range, comments, shapes } = { range: rangeOf(0), ...said(this.game.comments ?? []) };
      const start = makeFen(this.start.toSetup());
      return {
        ...{ version: this.version, game: 1, games: 1, range, tags, variant: null, start, orientation: "white" },
        ...{
          result: this.game.headers.get("Result") ?? null,
          opening: { eco: "C60", name: "Ruy Lopez", move: this.nodes.findIndex(({ node }) => node.data.san === "Bb5") },
          ending: null,
        },
        ...{ total, from, moves, comments, shapes, findings: [] },
      };
    },
    legal: ({ after }) => {
      const position = this.nodes[after]?.position ?? this.start;
      const dests = Object.fromEntries(chessgroundDests(position));
      return { dests: { ...dests }, promotions: ["q", "r", "b", "n"], drops: {} };
    },
    play: ({ after, move: text }) => {
      const position = (this.nodes[after]?.position ?? this.start).clone();
      const uci = /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(text) ? parseUci(text) : undefined;
      const move = uci ?? parseSan(position, text);
      if (move === undefined || !position.isLegal(move)) {
        throw new Error(`${text} is not a legal move here.`);
      }
      const parent = this.nodes[after]?.node ?? this.game.moves;
      const made = new ChildNode({ san: makeSanAndPlay(position, move) });
      parent.children.push(made);
      this.number();
      return { move: this.nodes.findIndex(({ node }) => node === made), edit: true };
    },
    annotate: ({ move, shapes, nags, comment }) => {
      const data = this.nodes[move]?.node.data ?? this.game;
      const before = said(data.comments ?? []);
      const text = comment ?? before.comments.join(" ");
      const drawn = shapes ?? before.shapes;
      const list = (name, some) => (some.length === 0 ? "" : `[%${name} ${some.join(",")}]`);
      const circles = drawn.filter(({ to }) => to === undefined).map(({ color, from }) => LETTERS[color] + from);
      const arrows = drawn
        .filter(({ to }) => to !== undefined)
        .map(({ color, from, to }) => LETTERS[color] + from + to);
      const whole = [list("csl", circles), list("cal", arrows), text].filter((part) => part !== "").join(" ");
      data.comments = whole === "" ? [] : [whole];
      data.nags = nags ?? data.nags;
      return {};
    },
    rearrange: ({ move, how }) => {
      const { node } = this.nodes[move];
      const parentOf = (child) => [this.game.moves, ...this.nodes.map(({ node }) => node)].find(({ children }) => children.includes(child));
      const [siblings, at] = [parentOf(node).children, parentOf(node).children.indexOf(node)];
      if (how === "deleteFromHere") {
        siblings.splice(at, 1);
      } else {
        // The line's first half-move.
        let first = node;
        while (parentOf(first).children[0] === first) {
          first = parentOf(first);
        }
        const { children } = parentOf(first);
        children.splice(children.indexOf(first), 1);
        if (how === "promote") {
          children.unshift(first);
        }
      }
      this.number();
      // The text's cursor goes with what is put elsewhere.
      this.goTo(0);
      return {};
    },
    playLine: ({ after, moves }) => {
      let [at, first] = [after, undefined];
      for (const uci of moves) {
        const position = (this.nodes[at]?.position ?? this.start).clone();
        const parent = this.nodes[at]?.node ?? this.game.moves;
        const san = makeSanAndPlay(position, parseUci(uci));
        let child = parent.children.find(({ data }) => data.san === san);
        if (child === undefined) {
          child = new ChildNode({ san });
          parent.children.push(child);
          first ??= child;
          this.number();
        }
        at = this.nodes.findIndex(({ node }) => node === child);
      }
      return { move: first === undefined ? at : this.nodes.findIndex(({ node }) => node === first), edit: first !== undefined };
    },
    engine: ({ on, move, lines, of }) => {
      if (!on) {
        this.search = undefined;
        return {};
      }
      const position = this.nodes[move]?.position ?? this.start;
      if (of === "threat" && position.isCheck()) {
        throw Object.assign(new Error("the king is in check, which is the threat"), { code: -32803 });
      }
      const fen = makeFen(position.toSetup());
      this.search = { id: (this.search?.id ?? this.searches ?? 0) + 1, fen, position, lines, threat: of === "threat" };
      this.searches = this.search.id;
      // News may come before the answer.
      if (this.thinks) {
        this.think(1);
      }
      return { id: this.search.id, fen };
    },
    explore: ({ fen }) => this.tree(fen),
    openGame: () => ({}),
    reveal: () => null,
    setting: () => ({}),
    pin: () => ({}),
    train: () => ({}),
    undo: () => {
      if (this.before.length === 0) {
        throw new Error("Nothing to take back.");
      }
      this.change(this.before.pop());
      return {};
    },
  };
}

function messageOf({ id, node, move, before, position, parentId, depth }) {
  const { san, nags = [], comments = [], startingComments = [] } = node.data;
  const { check, turn } = { check: move !== undefined && position.isCheck(), turn: before.turn };
  const squares =
    move === undefined ? [] : "from" in move ? [makeSquare(move.from), makeSquare(move.to)] : [makeSquare(move.to)];
  return {
    ...{ id, parent: parentId, depth, range: rangeOf(id), number: before.fullmoves, color: turn, san, text: san },
    ...{ fen: move === undefined ? null : makeFen(position.toSetup()), squares, check },
    nags: nags.map((code) => ({ code, glyph: GLYPHS[code] ?? "" })),
    before: said(startingComments).comments,
    ...said(comments),
    findings:
      move === undefined ? [{ severity: "error", code: "illegal-move", message: `\`${san}\` is not possible.` }] : [],
  };
}

/** Without what is empty, as the server leaves it out. */
function sparse(value) {
  if (Array.isArray(value)) {
    return value.map(sparse);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const isEmpty = ([key, one]) =>
    one === null || one === false || (Array.isArray(one) && one.length === 0 && key !== "moves" && key !== "tags");
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry) => !isEmpty(entry))
      .map(([key, one]) => [key, sparse(one)]),
  );
}

function rangeOf(line) {
  return { start: { line, character: 0 }, end: { line, character: 4 } };
}

/** What comments say: text, shapes, clock, evaluation. */
function said(texts) {
  const parsed = texts.map((text) => parseComment(text));
  const clock = parsed.find((one) => one.clock !== undefined)?.clock ?? null;
  const evaluation = parsed.find((one) => one.evaluation !== undefined)?.evaluation;
  const of =
    evaluation && ("pawns" in evaluation ? { cp: Math.round(100 * evaluation.pawns) } : { mate: evaluation.mate });
  return {
    comments: parsed.map(({ text }) => text).filter((text) => text !== ""),
    shapes: texts.flatMap((text) =>
      [...text.matchAll(/\[%c(?:sl|al) ([^\]]*)\]/g)].flatMap(([, list]) => list.split(",").map(shapeOf)),
    ),
    clock,
    spent: null,
    eval: of ?? null,
  };
}

function shapeOf(text) {
  const [color, from, to] = [COLORS[text[0]], text.slice(1, 3), text.slice(3, 5)];
  return to === "" ? { color, from } : { color, from, to };
}
