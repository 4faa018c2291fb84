// Half-moves as books, mails and programs write them: the move, and the signs that are glued to it.

/** A half-move once the signs around it are taken off. */
export interface HalfMove {
  /** As PGN reads it, `!` and `?` included. */
  move: string;
  /** NAGs for the signs behind it, and signs without one. */
  glyphs: string[];
  /** What a game has no place for: an evaluation, the mark of a note. */
  leftOut: string[];
  /** A comma or the like is behind it. */
  isPaused: boolean;
}

const FIGURINES: Readonly<Record<string, string>> = { "♔": "K", "♚": "K", "♕": "Q", "♛": "Q", "♖": "R", "♜": "R", "♗": "B", "♝": "B", "♘": "N", "♞": "N", "♙": "", "♟": "" };

// Pieces may have letters of other languages. A pawn on its last rank becomes a piece; behind other moves a letter is a sign.
const PAWN = "(?:[a-h][1-8]?[x:-]?)?[a-h][18](?:=?\\(?\\p{Lu}\\)?)?";
const CORE = `(?:[a-h][1-8][a-h][18][qrbn]|${PAWN}|(?:Кр|(?!Δ)\\p{Lu})?[a-h]?[1-8]?[x:-]?[a-h][1-8]|[a-h]x[a-h]|[A-Z]?@[a-h][1-8]|O-O(?:-O)?|0-0(?:-0)?)`;
const CHECK = "\\+\\+?|#|††?|‡|(?:(?:dbl|dis|disc|double)\\.?)?ch\\.?|mate";
const NAGS: Readonly<Record<string, number>> = {
  ...{ "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13 },
  ...{ "⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, N: 146 },
};
const GLYPH = "\\+/[-−–=]|[-−–=]/\\+|\\+[-−–=]|[-−–=]\\+|[=±∓∞⩲⩱□↑→⇆⨀⊕○⟳N]";
const EVALUATION = "[+−-]?\\d+\\.\\d+|#[+−-]?\\d+|[+−-]?M\\d+";
const NOTE = "\\[\\d+\\]|[¹²³⁰-⁹]+";
const SIGN = `${EVALUATION}|${GLYPH}|[!?]{1,2}|${NOTE}|e\\.?p\\.?`;

const HALF_MOVE = new RegExp(`^(?:\\.{2,}|…)?(${CORE})(${CHECK})??([!?]{0,2})((?:${SIGN})*)([.,;:]*)$`, "u");
const SIGNS = new RegExp(SIGN, "gu");
const ONE_GLYPH = new RegExp(`^(?:\\$\\d{1,3}|[!?]{1,2}|${GLYPH})$`, "u");
const ONE_EVALUATION = new RegExp(`^(?:${EVALUATION}|[+−-]#\\d+)$`, "u");
const LIKE = new RegExp(`^(?:${CORE}|[♔-♟])(?!\\P{L}?\\p{L}{3})|^[^\\s"∆Δ△∇⌓]{0,5}[a-h][x×]?[a-h]?[1-8](?:${CHECK}|${SIGN}|[.,;:])*$`, "u");
/** A half-move with all its signs, and a word that may be one, in characters. */
const LONGEST = 40;
const LONGEST_LIKE = 14;

/** A half-move, number or result without figurines and typographic signs. */
export function plain(word: string): string {
  const letters = word.replace(/[♔-♟]\ufe0e?/gu, (figurine) => FIGURINES[figurine.slice(0, 1)] ?? figurine);
  return letters.replace(/[×✕]/g, "x").replace("½-½", "1/2-1/2").replace(/(?<=[O0-9a-h])[–—‑](?=[O0-9a-h])/g, "-");
}

/** The half-move that a word is once well-known signs around it are taken off. */
export function halfMove(word: string): HalfMove | undefined {
  if (word === "Z0") {
    return { move: "--", glyphs: [], leftOut: [], isPaused: false };
  }
  const [, core, check = "", judged = "", signs = "", pause = ""] = word.length > LONGEST ? [] : (HALF_MOVE.exec(plain(word)) ?? []);
  if (core === undefined) {
    return undefined;
  }
  const mark = check.startsWith("+") || check.startsWith("#") ? check : /^(?:‡|mate)/.test(check) ? "#" : check === "" ? "" : "+";
  const parts = signs.match(SIGNS) ?? [];
  const glyphs = parts.filter(isGlyph);
  const leftOut = parts.filter((part) => !isGlyph(part) && !part.startsWith("e"));
  const become = core.replace(/^((?:[a-h][1-8]?[x:-]?)?[a-h][18])\(?(\p{Lu})\)?$/u, "$1=$2").replace(/=\((.)\)$/u, "=$1");
  return { move: `${become}${mark}${judged}`, glyphs: glyphs.map(written), leftOut, isPaused: pause !== "" };
}

/** Whether a word that is no half-move may be one that is misprinted, or has unknown signs. */
export function isLikeHalfMove(word: string): boolean {
  return word.length <= LONGEST_LIKE && LIKE.test(word);
}

export function isGlyph(word: string): boolean {
  return ONE_GLYPH.test(word);
}

export function isEvaluation(word: string): boolean {
  return ONE_EVALUATION.test(word);
}

/** A glyph as a game has it: its NAG, or the sign itself where the NAG depends on the side. */
export function written(glyph: string): string {
  const nag = NAGS[glyph.replace(/[−–]/g, "-")];
  return nag === undefined ? glyph : `$${nag}`;
}
