// A game as a row of a list: who has played, how it ended, with which opening, and when.

const RESULTS: Record<string, string> = { "1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½" };

/** A game's row by its name and detail, as the server lists games, and by its tags, as they stand in the text. */
export function gameRow(name: string, detail: string, tags: string): { players: string; columns: string[] } {
  const [white, black, ...others] = name.split(" - ");
  const isPair = white !== undefined && black !== undefined && others.length === 0;
  // An event's name may have a comma, and stands first.
  const parts = detail.split(", ").reverse();
  const result = parts.find((part) => Object.hasOwn(RESULTS, part)) ?? "";
  const eco = parts.find((part) => /^[A-E]\d\d\b/.test(part))?.slice(0, 3) ?? "";
  const year = /\[\s*Date\s+"(\d{4})/.exec(tags)?.[1] ?? "";
  return {
    players: isPair ? `${surname(white)} – ${surname(black)}` : name,
    columns: [RESULTS[result] ?? "", eco, year].filter((part) => part !== ""),
  };
}

/** The surname of "Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen" and "Carlsen M."; other names stay whole. */
export function surname(name: string): string {
  const [before = "", after] = name.split(/\s*,\s*/, 2);
  if (after !== undefined) {
    return before;
  }
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  if (words.length === 2 && /^\p{L}\.?$/u.test(last)) {
    return words[0] ?? name;
  }
  const isName = words.every((word) => /^\p{L}[\p{L}\p{M}.'’-]*$/u.test(word));
  if (!isName || words.length < 2) {
    return name;
  }
  // What begins small belongs to the surname: "Loek van Wely".
  const begins = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word));
  return words.slice(begins > 0 ? begins : -1).join(" ");
}
