// Which games a filter keeps.

/** What is wrong in a game: how much of it is grave, and by which codes it is reported. */
export interface Found {
  errors: number;
  warnings: number;
  codes: ReadonlySet<string>;
}

/**
 * Whether a game's text has all that is typed. `errors`, `warnings` and `findings` keep those in which something is
 * reported, a diagnostic's code those in which it is.
 */
export function matches(filter: string, text: string, { errors, warnings, codes }: Found): boolean {
  const has = plain(text);
  const kinds: Record<string, boolean> = {
    errors: errors > 0,
    warnings: warnings > 0,
    findings: codes.size > 0,
  };
  const words = plain(filter).split(/\s+/);
  return words.every((word) => (Object.hasOwn(kinds, word) ? kinds[word] === true : codes.has(word) || has.includes(word)));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The answer of `vgn/findings`: by its number a game's errors and warnings, and places in `codes`. */
export interface Findings {
  games: number;
  judged: number;
  codes: readonly string[];
  found: readonly (readonly number[])[];
}

const NOTHING: Found = { errors: 0, warnings: 0, codes: new Set<string>() };

/** What is found in each of the games, by their numbers. */
export function foundIn({ codes, found }: Findings): (number: number) => Found {
  const games = new Map<number, Found>();
  for (const [number = 0, errors = 0, warnings = 0, ...places] of found) {
    games.set(number, { errors, warnings, codes: new Set(places.map((place) => codes[place] ?? "")) });
  }
  return (number) => games.get(number) ?? NOTHING;
}
