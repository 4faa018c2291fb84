// Games found in what was copied from a page or a book: moves stay, and what stands around them is told of.

export interface CleanedText {
  text: string;
  /** What is not in the text, in its order. */
  leftOut: string[];
}

/** So long a text is cleaned, in characters. */
const LONGEST = 2_000_000;
/** Fewer half-moves than this are words with a move in them. */
const FEWEST = 4;
const WIDTH = 80;

const TAG = /^\s*\[\s*[A-Za-z]\w*\s+"(?:[^"\\]|\\.)*"\s*\]\s*$/;
const MOVE = /^(?:[A-Z]?[a-h]?[1-8]?[x:-]?[a-h][1-8](?:=?\(?[A-Z]\)?)?|[a-h]x[a-h]|[A-Z]?@[a-h][1-8]|O-O(?:-O)?|0-0(?:-0)?)(?:\+\+?|#)?[!?□]{0,2}$/;
const GLYPH = /^(?:\$\d{1,3}|[!?]{1,2}|[=±∓∞⩲⩱□+−-]|\+\/?[-−=]|[-−=]\/?\+|\+−|−\+)$/u;
const NUMBER = /^(\d{1,3})(\.*|…)$/;
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)$/;
const CLOCK = /^(?:\d+(?::\d\d)+(?:\.\d)?|\d+(?:\.\d+)?s)$/;
const EVALUATION = /^(?:[+−-]?\d+\.\d+|[+−-]?[#M]\d+)$/u;
/** A row of a printed board, or its frame or its letters. */
const DIAGRAM = /^\s*(?:[1-8]?\s*[|│]?\s*(?:[KQRBNPkqrbnp♔-♟.·_*+□■-][\s|│]*){8}[|│]?\s*[1-8]?|[1-8]?\s*[+┌├└-][-─┬┼┴+\s]{8,}[+┐┤┘]?|[a-hA-H](?:\s+[a-hA-H]){7})\s*$/u;

const FIGURINES: Readonly<Record<string, string>> = { "♔": "K", "♚": "K", "♕": "Q", "♛": "Q", "♖": "R", "♜": "R", "♗": "B", "♝": "B", "♘": "N", "♞": "N", "♙": "", "♟": "" };

interface Token {
  text: string;
  line: number;
}

/** The games in a text; undefined where it is all games already, or none. */
export function cleaned(pasted: string): CleanedText | undefined {
  if (pasted.length > LONGEST || /\[\s*(?:MoveFormat|GameFormat)\s/.test(pasted)) {
    return undefined;
  }
  const lines = pasted.replaceAll("\r\n", "\n").split(/[\n\r]/);
  return lines.filter((line) => TAG.test(line)).length > 1 ? betweenTags(lines) : bareMoves(lines);
}

/** Of games with tags, what is behind their ends is left out, and what is before the first. */
function betweenTags(lines: readonly string[]): CleanedText | undefined {
  const kept: string[] = [];
  const leftOut: string[] = [];
  let within = false;
  let isComment = false;
  for (const line of lines) {
    const isTag = !isComment && TAG.test(line);
    within ||= isTag;
    // Comments are part of a file also where no game is.
    const stays = within || isComment || line.trim() === "" || /^\s*[[;%{]/.test(line);
    (stays ? kept : leftOut).push(line);
    if (stays && !isTag) {
      isComment = (line.match(/[{}]/g)?.at(-1) ?? (isComment ? "{" : "}")) === "{";
      within = within && (isComment || !RESULT.test(line.trim().split(/\s+/).at(-1) ?? ""));
    }
  }
  return leftOut.length === 0 ? undefined : { text: `${kept.join("\n").replace(/\n{3,}/g, "\n\n").trim()}\n`, leftOut };
}

/** What a half-move, number or result is without figurines and typographic signs. */
function plain(token: string): string {
  const letters = token.replace(/[♔-♟]\ufe0e?/gu, (figurine) => FIGURINES[figurine.slice(0, 1)] ?? figurine);
  return letters.replace(/[×✕]/g, "x").replace(/½\s*[-–—]\s*½/, "1/2-1/2").replace(/(?<=[O0-9a-h])[–—‑](?=[O0-9a-h])/g, "-");
}

class MoveList {
  readonly games: string[][] = [];
  /** Words that stood together, with the line of the first. */
  readonly leftOut: Token[] = [];
  halfMoves = 0;
  /** Numbers were joined, or signs replaced. */
  isChanged = false;
  private moves: string[] = [];
  /** The half-moves of the game so far, and those before its first. */
  private ply = 0;
  private first = 0;
  private last = "";
  private depth = 0;
  private words: Token[] = [];

  /** Whether a number stands where a game, or a variation, has it. */
  isDue(number: number, isBlack: boolean): boolean {
    const due = Math.floor(this.ply / 2) + 1;
    const isTurn = (this.ply % 2 === 1) === isBlack;
    return this.depth > 0 || this.ply === 0 || (number === due && isTurn) || (number === 1 && !isBlack && this.ply > 1);
  }

  /** Whether a half-move is the last one once more, as books write it behind a remark. */
  isAgain(number: number, isBlack: boolean, move: string): boolean {
    const last = this.ply - 1;
    const isLast = last >= 0 && number === Math.floor(last / 2) + 1 && isBlack === (last % 2 === 1);
    return this.depth === 0 && isLast && move.replace(/[!?]+$/, "") === this.last;
  }

  number(number: number, isBlack: boolean): void {
    this.flush();
    if (this.depth === 0 && this.ply === 0) {
      this.ply = 2 * (number - 1) + Number(isBlack);
      this.first = this.ply;
    }
    if (this.depth === 0 && number === 1 && !isBlack && this.ply > 1) {
      this.end("*");
    }
    if (this.depth > 0 || !isBlack || this.moves.length === 0) {
      this.moves.push(isBlack ? `${number}...` : `${number}.`);
    }
  }

  move(move: string): void {
    this.flush();
    if (this.depth === 0) {
      if (this.ply % 2 === 0 && !/^\d+\.$/.test(this.moves.at(-1) ?? "")) {
        this.moves.push(`${this.ply / 2 + 1}.`);
      }
      this.ply += 1;
      this.last = move.replace(/[!?]+$/, "");
    }
    this.halfMoves += 1;
    this.moves.push(move);
  }

  other(text: string): void {
    this.flush();
    this.depth = Math.max(0, this.depth + (text === "(" ? 1 : text === ")" ? -1 : 0));
    this.moves.push(text);
  }

  end(result: string): void {
    this.flush();
    if (this.ply > this.first) {
      this.games.push([...this.moves, ...")".repeat(this.depth), result]);
    }
    this.moves = [];
    this.ply = this.first = 0;
    this.last = "";
    this.depth = 0;
  }

  leave(token: Token): void {
    if (this.words.length > 0 && this.words[0]?.line !== token.line) {
      this.flush();
    }
    this.words.push(token);
  }

  get hasMoves(): boolean {
    return this.ply > this.first;
  }

  get isWithin(): boolean {
    return this.depth > 0;
  }

  flush(): void {
    if (this.words.length > 0) {
      this.leftOut.push({ text: this.words.map(({ text }) => text).join(" "), line: this.words[0]?.line ?? 0 });
      this.words = [];
    }
  }
}

/** Of moves without tags, all that is no move, number, comment in braces or result is left out. */
function bareMoves(lines: readonly string[]): CleanedText | undefined {
  const list = new MoveList();
  const tokens = tokensOf(lines, list);
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const text = plain(token.text);
    const next = plain(tokens[at + 1]?.text ?? "");
    const [, digits, dots = ""] = NUMBER.exec(text) ?? [];
    const isMentioned = tokens[at - 1]?.line === token.line && isWord(tokens[at - 1]?.text ?? "");
    list.isChanged ||= text !== token.text;
    if (token.text.startsWith("{")) {
      list.other(token.text);
    } else if (digits !== undefined) {
      const isBlack = dots.length > 1 || dots === "…" || /^(?:\.\.|…)/.test(next);
      const follows = MOVE.test(next) || (MOVE.test(plain(tokens[at + 2]?.text ?? "")) && /^(?:\.+|…)$/.test(next));
      const number = Number(digits);
      if (follows && !isMentioned && MOVE.test(next) && list.isAgain(number, isBlack, next)) {
        at += 1;
        list.isChanged = true;
      } else if (follows && !isMentioned && list.isDue(number, isBlack)) {
        list.isChanged ||= dots === "";
        list.number(number, isBlack);
      } else {
        list.leave(token);
        // The moves of a line that is only spoken of are left out with it.
        while (follows && !list.isWithin && isOfMention(tokens[at + 1], token.line)) {
          list.leave(tokens[++at] as Token);
        }
      }
    } else if (RESULT.test(text) && list.hasMoves) {
      list.end(text);
    } else if (/^[()]$/.test(text) || (GLYPH.test(text) && list.hasMoves)) {
      list.other(text);
    } else if (/^(?:\.+|…)$/.test(text)) {
      list.isChanged = true;
    } else if (MOVE.test(text) && !isMentioned && !isAmidWords(tokens[at - 1], token, tokens[at + 1])) {
      list.move(text);
    } else {
      list.leave(token);
    }
  }
  list.end("*");
  const isWhole = list.leftOut.length === 0 && !list.isChanged;
  if (list.halfMoves < FEWEST || isWhole) {
    return undefined;
  }
  const leftOut = list.leftOut.sort((a, b) => a.line - b.line).map(({ text }) => text);
  return { text: list.games.map(wrapped).join("\n"), leftOut };
}

/** Whether a half-move behind it is spoken of, not played. */
function isWord(text: string): boolean {
  return /\p{L}{2}[^.:;!?)]*$/u.test(text) && !MOVE.test(plain(text)) && !text.startsWith("{");
}

/** Whether a half-move without a number stands in a sentence: "Inaccuracy. d5 was best." */
function isAmidWords(before: Token | undefined, { line }: Token, behind: Token | undefined): boolean {
  const isSaid = (token: Token | undefined): boolean => token?.line === line && /^\p{L}{2}/u.test(token.text) && !MOVE.test(plain(token.text));
  return isSaid(before) || (before?.line !== line && isSaid(behind));
}

function isOfMention(token: Token | undefined, line: number): boolean {
  const text = plain(token?.text ?? "");
  return token?.line === line && (MOVE.test(text) || GLYPH.test(text) || (NUMBER.test(text) && text.includes(".")));
}

/** The words of a text; rows of diagrams, clocks and evaluations are left out at once. */
function tokensOf(lines: readonly string[], list: MoveList): Token[] {
  const tokens: Token[] = [];
  let comment: string | undefined;
  for (const [line, content] of lines.entries()) {
    if (comment === undefined && DIAGRAM.test(content) && content.trim() !== "") {
      list.leftOut.push({ text: content.trim(), line });
      continue;
    }
    const spaced = content.replace(/[\u00a0\u2000-\u200a\u202f]/g, " ").replace(/[\u00ad\u200b-\u200d\ufeff]/g, "").replace(/½\s*[-–—]\s*½/g, "½-½");
    // A figurine may stand apart from its square, and a number before its move without a blank.
    const joined = spaced.replace(/([♔-♟]\ufe0e?) +(?=[a-hx×1-8])/gu, "$1").replace(/(?<![\d.])(\d{1,3})(\.+|…)(?=[^\s\d.…]|0[-–]0)/g, "$1$2 ");
    for (const part of joined.match(/[{}]|[^{}]+/g) ?? []) {
      if (part === "{" && comment === undefined) {
        comment = "";
      } else if (part === "}" && comment !== undefined) {
        tokens.push({ text: `{${comment.trim()}}`, line });
        comment = undefined;
      } else if (comment !== undefined) {
        comment += part;
      } else {
        const words = part.replace(/[()]/g, " $& ").split(/\s+/).filter((word) => word !== "");
        for (const word of words) {
          if (CLOCK.test(word) || EVALUATION.test(word)) {
            list.leftOut.push({ text: word, line });
          } else {
            tokens.push({ text: word, line });
          }
        }
      }
    }
    comment = comment === undefined ? undefined : `${comment} `;
  }
  return tokens;
}

function wrapped(words: readonly string[]): string {
  const lines = [""];
  const text = words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
  }
  return `${lines.join("\n")}\n`;
}
