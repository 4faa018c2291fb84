// Lines of `vgn-lsp check --format concise`, and findings that two have told.

export interface Told {
  path: string;
  /** From 0 on, as editors count. */
  line: number;
  column: number;
  severity: "error" | "warning" | "information" | "hint";
  code: string;
  message: string;
}

const LINE = /^(.+):(\d+):(\d+): (error|warning|information|hint)\[([^\]]+)\] (.*)$/;

/** The finding that a line tells, if it tells one. */
export function readFinding(text: string): Told | undefined {
  const [, path, line, column, severity, code, message] = LINE.exec(text) ?? [];
  if (path === undefined || code === undefined || message === undefined) {
    return undefined;
  }
  return {
    ...{ path, code, message, line: Math.max(0, Number(line) - 1), column: Math.max(0, Number(column) - 1) },
    severity: severity as Told["severity"],
  };
}

/** A finding, as far as it is known by. */
export interface Known {
  range: { start: { line: number } };
  code?: string | number | { value: string | number } | undefined;
}

/** The findings that others have not told: of several by one code on one line, those that are left over. */
export function beyond<Finding extends Known>(findings: readonly Finding[], others: readonly Known[]): Finding[] {
  const counts = new Map<string, number>();
  for (const other of others) {
    counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  }
  return findings.filter((finding) => {
    const count = counts.get(keyOf(finding)) ?? 0;
    counts.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}

function keyOf({ range, code }: Known): string {
  return `${range.start.line} ${String(typeof code === "object" ? code.value : code)}`;
}
