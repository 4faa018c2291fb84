// Half-moves and squares in words, for those who hear them.

import { NAMES, type Letter, type Man } from "./fen";
import type { HalfMove } from "./messages";

const GLYPHS: Record<string, string> = {
  "!": "good move",
  "?": "mistake",
  "!!": "brilliant move",
  "??": "blunder",
  "!?": "interesting move",
  "?!": "dubious move",
};

function name(letter: string): string {
  return NAMES[letter.toLowerCase() as Letter] ?? letter;
}

/** SAN in words: `Nbxd7+` is "knight b takes d7, check". */
export function sanInWords(san: string): string {
  const mark = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const bare = san.replace(/[+#]+$/, "");
  if (/^[O0]-[O0]-[O0]$/.test(bare)) {
    return `castles long${mark}`;
  }
  if (/^[O0]-[O0]$/.test(bare)) {
    return `castles short${mark}`;
  }
  const parts = /^([KQRBNP]?)([a-h]?[1-8]?)(@|x)?([a-h][1-8])(?:=([KQRBN]))?$/.exec(bare);
  if (parts === null) {
    return san;
  }
  const [, piece = "", from = "", sign, to = "", promotion] = parts;
  const words = [piece === "" ? "" : name(piece), from, sign === "x" ? "takes" : sign === "@" ? "dropped on" : "", to];
  const became = promotion === undefined ? "" : `, becomes a ${name(promotion)}`;
  return words.filter((word) => word !== "").join(" ") + became + mark;
}

/** A half-move with its number, in words. */
export function moveInWords(move: HalfMove): string {
  const glyphs = move.nags.map(({ glyph }) => GLYPHS[glyph] ?? glyph).filter((glyph) => glyph !== "");
  const wrong = move.findings.filter(({ severity }) => severity === "error").map(({ message }) => `wrong: ${message}`);
  const illegal = move.illegal !== null && wrong.length === 0 ? [`illegal: ${move.illegal}`] : [];
  const said = [`${move.number}, ${move.color}: ${sanInWords(move.san)}`, ...glyphs, ...wrong, ...illegal];
  return said.join(", ");
}

/** What stands on a square. */
export function squareInWords(square: string, man: Man | undefined): string {
  return man === undefined ? square : `${square}, ${man.color} ${NAMES[man.letter]}`;
}
