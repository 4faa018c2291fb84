// Games found in what was copied from a page or a book: moves stay, and what stands around them is told of.

import { wrapped } from "./move_list";
import { Reader, RESULT } from "./reader";
import { unquoted } from "./words";

export interface CleanedText {
  text: string;
  /** What is not in the text, in its order. */
  leftOut: string[];
}

/** So long a text is cleaned, in characters. */
const LONGEST = 2_000_000;
/** Fewer half-moves than this are words with a move in them. */
const FEWEST = 4;

const TAG = /^\s*\[\s*[A-Za-z]\w*\s+"(?:[^"\\]|\\.)*"\s*\]\s*$/;
/** The games in a text; undefined where it is all games already, or none. */
export function cleaned(pasted: string): CleanedText | undefined {
  if (pasted.length > LONGEST || /\[\s*(?:MoveFormat|GameFormat)\s/.test(pasted)) {
    return undefined;
  }
  const lines = pasted.replaceAll("\r\n", "\n").split(/[\n\r]/);
  const isTagged = (lines: readonly string[]): boolean => lines.filter((line) => TAG.test(line)).length > 1;
  if (isTagged(lines)) {
    return betweenTags(lines, false);
  }
  const bare = unquoted(lines);
  return isTagged(bare) ? betweenTags(bare, true) : bareMoves(bare, bare.some((line, at) => line !== lines[at]));
}

/** Of games with tags, what is behind their ends is left out, and what is before the first. */
function betweenTags(lines: readonly string[], isChanged: boolean): CleanedText | undefined {
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
  const isWhole = leftOut.length === 0 && !isChanged;
  return isWhole ? undefined : { text: `${kept.join("\n").replace(/\n{3,}/g, "\n\n").trim()}\n`, leftOut };
}

/** Of moves without tags, all that is no move, number, comment in braces or result is left out. */
function bareMoves(lines: readonly string[], isQuoted: boolean): CleanedText | undefined {
  const { games, halfMoves, isChanged, leftOut } = Reader.read(lines);
  if (halfMoves < FEWEST || (leftOut.length === 0 && !isChanged && !isQuoted)) {
    return undefined;
  }
  return { text: games.map(wrapped).join("\n"), leftOut: leftOut.sort((a, b) => a.line - b.line).map(({ text }) => text) };
}
