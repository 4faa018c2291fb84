// What is too large to be written or read as JSON while somebody types: texts of files, and lists of games.

import type { DocumentSymbol, Range } from "vscode-languageserver-types";

/** The identifiers of requests whose answers are lists of games. */
export const GAMES_ID = /"id":"games-\d+"/;

/** A document that is opened. */
export interface OpenedText {
  uri: string;
  languageId: string;
  version: number;
}

/** The games of a file, as columns. */
export interface GameColumns {
  id: string;
  /** Of each game the line in which it begins, and line and character of its name. */
  places: Uint32Array<ArrayBuffer>;
  /** A line each. */
  names: string;
  details: string;
  /** Why there is no list. */
  error?: string;
}

/** The parts of a text come one by one before the document that has it. A ping is answered between two pieces of work. */
export type ToWorker = string | { part: string } | { opened: OpenedText } | { ping: true };
export type FromWorker = string | GameColumns | { pong: true };

export interface GameRow {
  name: string;
  detail: string;
  /** The line in which it begins. */
  line: number;
  selectionRange: Range;
}

/** The games in an answer of the server. */
export function gameColumns(message: string): GameColumns {
  type Answer = { id: string; result?: DocumentSymbol[] | null; error?: { message: string } };
  const { id, result, error } = JSON.parse(message) as Answer;
  const games = result ?? [];
  const places = new Uint32Array(3 * games.length);
  games.forEach(({ range, selectionRange: { start } }, at) => places.set([range.start.line, start.line, start.character], 3 * at));
  const column = (texts: string[]): string => texts.map((text) => text.replaceAll("\n", " ")).join("\n");
  const names = column(games.map(({ name }) => name));
  const details = column(games.map(({ detail = "" }) => detail));
  return { id, places, names, details, ...(error === undefined ? {} : { error: error.message }) };
}

/** A list of games, of which a row is made when it is wanted. */
export class GameRows {
  private readonly names: readonly string[];
  private readonly details: readonly string[];

  constructor(private readonly columns?: GameColumns) {
    this.names = columns?.names.split("\n") ?? [];
    this.details = columns?.details.split("\n") ?? [];
  }

  get length(): number {
    return (this.columns?.places.length ?? 0) / 3;
  }

  at(row: number): GameRow | undefined {
    if (row < 0 || row >= this.length) {
      return undefined;
    }
    const [line = 0, start = 0, character = 0] = this.columns?.places.subarray(3 * row, 3 * row + 3) ?? [];
    const place = { line: start, character };
    return { name: this.names[row] ?? "", detail: this.details[row] ?? "", line, selectionRange: { start: place, end: place } };
  }

  all(): GameRow[] {
    return Array.from({ length: this.length }, (_, row) => this.at(row) as GameRow);
  }
}
