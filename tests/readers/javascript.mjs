// javascript.mjs READER: the games of texts as a JavaScript library reads them. Each line of the standard input is a JSON
// string, a text; each line of the output is a JSON array, its games in the normal form of readers.py.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(`${process.env.READERS_NPM}/`);

const halfMove = (move, { before = [], nags = [], after = [], variations = [] } = {}) => ({
  move, before, nags, after, variations,
});
const given = (...texts) => texts.filter((text) => text !== undefined && text !== null && text !== "");
const unread = (error) => ({ tags: [], comments: [], moves: [], errors: [String(error.message ?? error).split("\n")[0]] });

// For libraries that read one game at a time: a game begins with its tag `Event`, and else with the text.
function parts(text) {
  const found = text.split(/^(?=[\uFEFF \t]*\[Event\s)/m);
  // What stands before the first game belongs to it.
  if (found.length > 1 && !/^[\uFEFF \t]*\[Event\s/.test(found[0])) found.splice(0, 2, found[0] + found[1]);
  return found.filter((part) => part.trim() !== "");
}
const byParts = (read) => (text) => parts(text).flatMap((part) => {
  try {
    return read(part);
  } catch (error) {
    return [unread(error)];
  }
});

async function chessops() {
  // Its CommonJS files cannot be required: the package calls them modules.
  const modules = `${process.env.READERS_NPM}/node_modules/chessops/dist/esm`;
  const { parsePgn, emptyHeaders, startingPosition } = await import(`${modules}/pgn.js`);
  const { parseSan, makeSan } = await import(`${modules}/san.js`);
  function line(node, position, errors) {
    const moves = [];
    // As its documentation has it, an illegal half-move ends the line.
    while (position && node.children.length > 0) {
      const [main, ...others] = node.children;
      const read = (child, at) => {
        const move = parseSan(at, child.data.san);
        if (!move) {
          errors.push(`illegal: ${child.data.san}`);
          return [];
        }
        const made = halfMove(makeSan(at, move), {
          before: child.data.startingComments, nags: child.data.nags, after: child.data.comments,
        });
        const next = at.clone();
        next.play(move);
        return [made, next];
      };
      const [made, next] = read(main, position);
      if (!made) break;
      made.variations = others.flatMap((other) => {
        const [first, behind] = read(other, position);
        return first ? [[first, ...line(other, behind, errors)]] : [];
      });
      moves.push(made);
      node = main;
      position = next;
    }
    return moves;
  }
  return (text) => parsePgn(text, emptyHeaders).map((game) => {
    const errors = [];
    const position = startingPosition(game.headers).unwrap((found) => found, (error) => void errors.push(String(error)));
    const moves = line(game.moves, position, errors);
    return { tags: [...game.headers], comments: game.comments ?? [], moves, errors };
  });
}

function chessJs() {
  const { Chess } = require("chess.js");
  return byParts((text) => {
    const chess = new Chess();
    chess.loadPgn(text);
    const comments = new Map(chess.getComments().map(({ fen, comment }) => [fen, comment]));
    const history = chess.history({ verbose: true });
    const moves = history.map((move) => halfMove(move.san, { after: given(comments.get(move.after)) }));
    const start = history[0]?.before ?? chess.fen();
    return [{ tags: Object.entries(chess.getHeaders()), comments: given(comments.get(start)), moves, errors: [] }];
  });
}

const commands = (values) => Object.entries(values ?? {}).map(([name, value]) => `[%${name} ${value}]`);

function kokopu() {
  const { pgnRead } = require("kokopu");
  const NAMES = {
    event: "Event", site: "Site", date: "Date", annotator: "Annotator", eco: "ECO", opening: "Opening",
    termination: "Termination", result: "Result", variant: "Variant", initialPosition: "FEN",
  };
  const said = (node) => given([...commands(node.tags), node.comment ?? ""].join(" ").trim());
  const line = (variation) => {
    const nodes = Array.isArray(variation) ? variation : variation.nodes;
    const moves = nodes.map((node) => (typeof node === "string" ? halfMove(node) : halfMove(node.notation, {
      nags: node.nags, after: said(node), variations: (node.variations ?? []).map(inner),
    })));
    return moves;
  };
  const inner = (variation) => {
    const moves = line(variation);
    if (moves.length === 0) return [halfMove("", { before: said(variation) })];
    moves[0].before = said(variation);
    return moves;
  };
  return (text) => {
    const database = pgnRead(text);
    return Array.from({ length: database.gameCount() }, (_, at) => {
      let game;
      try {
        game = database.game(at).pojo();
      } catch (error) {
        return unread(error);
      }
      const tags = Object.entries(game).filter(([name]) => name in NAMES).map(([name, value]) => [NAMES[name], value]);
      for (const [side, player] of [["White", game.white], ["Black", game.black]]) {
        if (player?.name !== undefined) tags.push([side, player.name]);
      }
      const main = game.mainVariation ?? [];
      return { tags, comments: said(main), moves: line(main), errors: [] };
    });
  };
}

function pgnParser() {
  const { parseGames } = require("@mliebelt/pgn-parser");
  const said = (comment) => {
    const { comment: text, colorArrows: cal, colorFields: csl, ...rest } = comment ?? {};
    return given([...commands({ ...rest, ...(csl && { csl }), ...(cal && { cal }) }), text ?? ""].join(" ").trim());
  };
  const line = (moves) => moves.map((move) => halfMove(move.notation.notation, {
    before: given(move.commentMove),
    nags: (move.nag ?? []).map((nag) => Number(nag.slice(1))),
    after: said({ ...move.commentDiag, comment: move.commentAfter }),
    variations: (move.variations ?? []).map(line),
  }));
  return byParts((text) => parseGames(text).map((game) => {
    const tags = Object.entries(game.tags ?? {}).filter(([name]) => name !== "messages");
    return {
      tags: tags.map(([name, value]) => [name, typeof value === "object" ? value?.value ?? "" : value]),
      comments: said(game.gameComment), moves: line(game.moves), errors: [],
    };
  }));
}

const read = await { lichess: chessops, "chess.js": chessJs, kokopu, "pgn-parser": pgnParser }[process.argv[2]]();
for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  let games;
  try {
    games = read(JSON.parse(text));
  } catch (error) {
    games = [unread(error)];
  }
  process.stdout.write(`${JSON.stringify(games)}\n`);
}
