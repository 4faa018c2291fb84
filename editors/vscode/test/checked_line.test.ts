// Findings of a check that the server has told, and those that it has not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beyond, readFinding } from "../src/check/line";

test("a line of the check tells a finding", () => {
  assert.deepEqual(readFinding("a b/c:d.pgn:12:5: error[illegal-move] `Ke3` is illegal: [x] of e1."), {
    path: "a b/c:d.pgn",
    line: 11,
    column: 4,
    severity: "error",
    code: "illegal-move",
    message: "`Ke3` is illegal: [x] of e1.",
  });
  assert.equal(readFinding("3 files, 60 errors"), undefined);
});

test("of findings on one line by one code those are left that others have not told", () => {
  const at = (line: number, code: string | { value: string }) => ({ range: { start: { line } }, code });
  const found = [at(1, "a"), at(1, "a"), at(1, "b"), at(2, "a")];
  assert.deepEqual(beyond(found, []), found);
  assert.deepEqual(beyond(found, [at(1, { value: "a" })]), [at(1, "a"), at(1, "b"), at(2, "a")]);
  assert.deepEqual(beyond(found, [...found, at(9, "c")]), []);
});
