// The words of a text with half-moves in it: what a line end or a blank has broken is whole, and what is glued is apart.

import { halfMove, isEvaluation } from "./half_move";

export interface Word {
  text: string;
  line: number;
}

const CLOCK = /^(?:\d+(?::\d\d)+(?:\.\d)?|\d+(?:\.\d+)?s)$/;
/** A row of a printed board, or its frame or its letters. */
const DIAGRAM = /^\s*(?:[1-8]?\s*[|│]?\s*(?:[KQRBNPkqrbnp♔-♟.·_*+□■-][\s|│]*){8}[|│]?\s*[1-8]?|[1-8]?\s*[+┌├└-][-─┬┼┴+\s]{8,}[+┐┤┘]?|[a-hA-H](?:\s+[a-hA-H]){7})\s*$/u;
const HYPHEN = /[-\u00ad‐‑–]$/;
const PIECE = "[♔-♟]\\ufe0e?";
const LONE_PIECE = new RegExp(`^${PIECE}$`, "u");
const RESULT = /^(?:1[-–—]0|0[-–—]1|½[-–—]½)$/;

const BLANK = /[\u00a0\u2000-\u200a\u202f]/g;
const UNSEEN = /[\u00ad\u200b-\u200d\ufeff]|\*\*/g;
/** Castling in which lines end. */
const CASTLING = /(?<![\p{L}\d-])([0OО])(?:\s*[-–—]\s*\1){1,2}(?![\p{L}\d-])/gu;
/** What is written otherwise in movetext, in this order. */
const SPELLINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<![\d.:/½])(?:½|1\/2)\s*[-–—:]\s*(?:½|1\/2)(?![\d.:/½])/g, "½-½"],
  [/(?<![\p{L}\d.:/½-])1\s*[-–—:]\s*0(?![\d.:/½]|\s*[-–—]\s*[01])/gu, "1-0"],
  [/(?<![\p{L}\d.:/½-])0\s*[-–—:]\s*1(?![\d.:/½])/gu, "0-1"],
  [/(?<![\p{L}\d-])([0OoО])\s*[-–—]\s*\1\s*[-–—]\s*\1(?![\p{L}\d-])/gu, "$1-$1-$1"],
  [/(?<![\p{L}\d-])([0OoО])\s*[-–—]\s*\1(?![\p{L}\d-])/gu, "$1-$1"],
  [/(?<![\p{L}\d-])[oО]-[oО]-[oО](?![\p{L}\d])/gu, "O-O-O"],
  [/(?<![\p{L}\d-])[oО]-[oО](?![\p{L}\d-])/gu, "O-O"],
  // A piece in parentheses is what a pawn has become.
  [new RegExp(`(?<![\\p{L}\\d])((?:[a-h][1-8]?[x:×-]?)?[a-h][18])\\((\\p{Lu}|${PIECE})\\)`, "gu"), "$1=$2"],
  // A figurine may stand apart from its square, if it is not the one that a pawn has become.
  [new RegExp(`(?<![a-h][18]|=)(${PIECE}) +(?=[a-hx×1-8])`, "gu"), "$1"],
  // So may the words of a check.
  [/(?<=[1-8QRBN♔-♟0O])(?: +| *(?:dbl|disc?|double)\.? *)ch\b\.?/g, "ch"],
  [/(?<=[1-8QRBN♔-♟0O]) +mate(?=\s*(?:[.,;)]|\d|$))/g, "mate"],
];
/** A number before its move without a blank. */
const NUMBERS = /(?<![\d.])(\d{1,3})(\.+|…)(?=[^\s\d.…]|0[-–]0)/g;

/** The lines of a text without the signs of a quoted mail. */
export function unquoted(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^\s*>[\s>]*/, ""));
}

/** The words of a text, and whether any is written otherwise than in it; `leave` is given what can be no move: rows of
 * diagrams, clocks, evaluations. */
export function wordsOf(lines: readonly string[], leave: (word: Word) => void): { words: Word[]; isChanged: boolean } {
  const joined = whole(lines);
  let isChanged = joined.some((line, at) => line !== lines[at]?.trimEnd());
  const words: Word[] = [];
  let comment: string | undefined;
  /** Of the square brackets that are open, whether each has a variation. */
  let brackets: boolean[] = [];
  const bracketed = (sign: string, at: number, text: string): string => {
    if (sign === "[") {
      brackets.push(/^\[\s*\d{1,3}\s*(?:\.|…)/.test(text.slice(at)));
    }
    const isVariation = sign === "[" ? brackets.at(-1) : brackets.pop();
    isChanged ||= isVariation === true;
    return isVariation === true ? (sign === "[" ? "(" : ")") : sign;
  };
  for (const [line, content] of joined.entries()) {
    if (comment === undefined && DIAGRAM.test(content) && content.trim() !== "") {
      leave({ text: content.trim(), line });
      continue;
    }
    for (const part of content.match(/[{}]|[^{}]+/g) ?? []) {
      if (part === "{" && comment === undefined) {
        comment = "";
      } else if (part === "}" && comment !== undefined) {
        words.push({ text: `{${comment.trim()}}`, line });
        comment = undefined;
      } else if (comment !== undefined) {
        comment += part;
      } else {
        const seen = part.replace(/[[\]]/g, bracketed).replace(BLANK, " ").replace(UNSEEN, "");
        const spelt = SPELLINGS.reduce((spelt, [from, to]) => spelt.replace(from, to), seen);
        isChanged ||= spelt !== seen;
        for (const text of spelt.replace(NUMBERS, "$1$2 ").replace(/[()]/g, " $& ").split(/\s+/)) {
          const [, number, move = ""] = /^(\d{1,3})([♔-♟A-Za-h].*)$/u.exec(text) ?? [];
          if (CLOCK.test(text) || isEvaluation(text)) {
            leave({ text, line });
          } else if (number !== undefined && halfMove(move) !== undefined) {
            words.push({ text: number, line }, { text: move, line });
          } else if (text !== "") {
            words.push({ text, line });
          }
        }
      }
    }
    comment = comment === undefined ? undefined : `${comment} `;
    brackets = brackets.filter((isVariation) => isVariation);
  }
  const stray = strayParentheses(words);
  stray.forEach((at) => leave(words[at] as Word));
  return { words: words.filter((_, at) => !stray.has(at)), isChanged };
}

/** Parentheses without a partner, such as those of faces, except one before a half-move. */
function strayParentheses(words: readonly Word[]): ReadonlySet<number> {
  const open: number[] = [];
  const stray = new Set<number>();
  for (const [at, { text }] of words.entries()) {
    if (text === "(") {
      open.push(at);
    } else if (text === ")" && open.pop() === undefined) {
      stray.add(at);
    }
  }
  for (const at of open) {
    const next = words[at + 1]?.text ?? "";
    if (!/^\d/.test(next) && halfMove(next) === undefined) {
      stray.add(at);
    }
  }
  return stray;
}

/** Half-moves and results that a line end has broken are on the first of its lines. */
function whole(lines: readonly string[]): string[] {
  const castled = lines.join("\n").replace(CASTLING, (castling) => castling.includes("\n") ? castling.replace(/\s/g, "") + "\n".repeat(castling.split("\n").length - 1) : castling);
  const joined = castled.split("\n").map((line) => line.trimEnd());
  for (const [at, line] of joined.entries()) {
    const [, before = "", head = ""] = /^(.*(?:^|\s|\d\.|…|[([]))(\S+)$/.exec(line) ?? [];
    const [tail = ""] = /^\s*[^\s()[\]{}]+/.exec(joined[at + 1] ?? "") ?? [];
    const start = head.replace(HYPHEN, "");
    const isCheck = tail.trim() === "ch" || tail.trim() === "ch.";
    if (tail === "" || (start === head && !LONE_PIECE.test(head) && !isCheck)) {
      continue;
    }
    // A hyphen stays between two squares, two zeros and two O.
    const both = [...(/(?:[a-h][1-8]|[0-1O½])$/.test(start) ? [`${start}-${tail.trim()}`] : []), ...(halfMove(start) === undefined || isCheck ? [`${start}${tail.trim()}`] : [])];
    const fits = both.find((word) => halfMove(word) !== undefined || RESULT.test(word));
    if (fits !== undefined) {
      joined[at] = `${before}${fits}`;
      joined[at + 1] = (joined[at + 1] ?? "").slice(tail.length);
    }
  }
  return joined;
}
