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

/** What a NAG shows: its glyph, or its number where it has none. */
export function nagText({ code, glyph }: HalfMove["nags"][number]): string {
  return glyph === "" ? `$${code}` : glyph;
}

/** SAN in words: `Nbxd7+` is "knight b takes d7, check"; an `ending` is said instead of the sign for it. */
export function sanInWords(san: string, ending: string | null = null): string {
  const told = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  const mark = ending === null ? told : `, ${ending}`;
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
  const glyphs = move.nags.map((nag) => GLYPHS[nag.glyph] ?? nagText(nag));
  const wrong = move.findings.filter(({ severity }) => severity === "error").map(({ message }) => `wrong: ${message}`);
  const illegal = move.illegal !== null && wrong.length === 0 ? [`illegal: ${move.illegal}`] : [];
  const said = [`${move.number}, ${move.color}: ${sanInWords(move.san, move.ending)}`, ...glyphs, ...wrong, ...illegal];
  return said.join(", ");
}

/** What stands on a square. */
export function squareInWords(square: string, man: Man | undefined): string {
  return man === undefined ? square : `${square}, ${man.color} ${NAMES[man.letter]}`;
}
