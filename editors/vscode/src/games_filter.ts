// Which games a filter keeps.

/** Whether a game's text has all that is typed; `errors` keeps those in which something is wrong. */
export function matches(filter: string, text: string, errors: number): boolean {
  const plain = (from: string): string => from.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const has = plain(text);
  return plain(filter)
    .split(/\s+/)
    .every((word) => (word === "errors" ? errors > 0 : has.includes(word)));
}
