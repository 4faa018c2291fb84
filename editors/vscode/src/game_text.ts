// The text of a game that begins: its tags, with places to fill in.

/** The board of a text, if that is a FEN: eight ranks and the side to move; what is missing behind them is added. */
export function boardOf(text: string): string | undefined {
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
  return isBoard && isRest ? [board, turn, castling, passed, halves, number].join(" ") : undefined;
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
  return `${format.join("\n")}\n\n\$0 *\n`;
}
