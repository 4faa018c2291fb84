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

/** A finding on a line. */
export interface Finding {
  line: number;
  kind: "error" | "warning" | "other";
  code: string;
}

/** What is found from one line to another, of findings in the order of their lines. */
export function foundWithin(findings: readonly Finding[], first: number, end: number): Found {
  let [low, high] = [0, findings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (findings[middle]?.line ?? 0) < first ? [middle + 1, high] : [low, middle];
  }
  const found = { errors: 0, warnings: 0, codes: new Set<string>() };
  for (let one = findings[low]; one !== undefined && one.line < end; one = findings[++low]) {
    found.errors += Number(one.kind === "error");
    found.warnings += Number(one.kind === "warning");
    found.codes.add(one.code);
  }
  return found;
}
