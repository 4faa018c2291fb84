// The text of a game that begins: its tags, with places to fill in.

/** A board to begin with. */
export interface Board {
  fen: string;
  /** The text says whose move it is. */
  isSideSaid: boolean;
  /** What no board of chess has, as clauses. */
  faults: string[];
}

/** The board of a text, if that is a FEN: eight ranks, and what may be missing behind them is added. */
export function boardOf(text: string): Board | undefined {
  const quoted = /^\s*\[\s*FEN\s+"([^"]*)"\s*\]\s*$/.exec(text)?.[1];
  const parts = (quoted ?? text).trim().split(/\s+/);
  const [board = "", turn = "w", castling = "-", passed = "-", halves = "0", number = "1"] = parts;
  const ranks = board.split("/");
  const isBoard = ranks.length === 8 && ranks.every((rank) => widthOf(rank) === 8);
  const isRest =
    parts.length <= 6 &&
    /^[wb]$/.test(turn) &&
    /^(-|[A-Ha-hKQkq]{1,4})$/.test(castling) &&
    /^(-|[a-h][36])$/.test(passed) &&
    /^\d+$/.test(halves) &&
    /^\d+$/.test(number);
  if (!isBoard || !isRest) {
    return undefined;
  }
  const fen = [board, turn, castling, passed, halves, number].join(" ");
  return { fen, isSideSaid: parts.length > 1, faults: faultsOf(ranks) };
}

/** The same board with the other side to move. */
export function withTurn(fen: string, turn: "w" | "b"): string {
  return fen.replace(/ [wb] /, ` ${turn} `);
}

function faultsOf(ranks: readonly string[]): string[] {
  const count = (sign: string, of: readonly (string | undefined)[] = ranks): number =>
    of.join("").split(sign).length - 1;
  const kings = ([["White", "K"], ["Black", "k"]] as const).flatMap(([side, sign]) => {
    const found = count(sign);
    return found === 1 ? [] : [`${side} has ${found === 0 ? "no king" : `${found} kings`}`];
  });
  const ends = [ranks[0], ranks[7]];
  return count("P", ends) + count("p", ends) > 0 ? [...kings, "a pawn stands on the first or the eighth rank"] : kings;
}

/** How many squares a rank has; not a number where it has other signs. */
function widthOf(rank: string): number {
  return [...rank].reduce(
    (sum, sign) => sum + (/[1-8]/.test(sign) ? Number(sign) : /[pnbrqkPNBRQK]/.test(sign) ? 1 : NaN),
    0,
  );
}

/** A game with the seven tags, as a snippet. */
export function gameSnippet(fen: string | undefined, isVgn: boolean, today: Date): string {
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join(".");
  const tags = [
    '[Event "${1:?}"]',
    '[Site "${2:?}"]',
    `[Date "\${3:${date}}"]`,
    '[Round "${4:-}"]',
    '[White "${5:?}"]',
    '[Black "${6:?}"]',
    '[Result "*"]',
    ...(fen === undefined ? [] : isVgn ? [`[SetUp "FEN:${fen}"]`] : ['[SetUp "1"]', `[FEN "${fen}"]`]),
  ];
  const format = isVgn ? ['[GameFormat "VGN:Variable Game Notation"]', ...tags] : tags;
  return `${format.join("\n")}\n\n\$0*\n`;
}
