import assert from "node:assert/strict";
import { test } from "node:test";
import { isOlder, pairOf, saidOfOlder } from "../src/server/versions";

test("versions are compared as numbers, and what comes before a release is older than it", () => {
  assert.equal(isOlder("0.9.0", "0.10.0"), true);
  assert.equal(isOlder("0.10.0", "0.9.0"), false);
  assert.equal(isOlder("0.1.0", "0.1.0"), false);
  assert.equal(isOlder("1.0.0-rc.1", "1.0.0"), true);
  assert.equal(isOlder("unknown", "1.0.0"), false);
});

test("what is not shown again holds for one pair of versions", () => {
  assert.notEqual(pairOf("0.1.0", "0.2.0"), pairOf("0.1.0", "0.3.0"));
  assert.notEqual(pairOf("0.1.0", "0.3.0"), pairOf("0.2.0", "0.3.0"));
});

test("the sentence names both versions and what helps", () => {
  assert.match(saidOfOlder("/usr/bin/vgn-lsp", "0.1.0", "0.2.0", false), /vgn-lsp 0\.1\.0.*\(0\.2\.0\).*: install vgn-lsp 0\.2\.0\.$/);
  assert.match(saidOfOlder("/old/vgn-lsp", "0.1.0", "0.2.0", true), /: use the server in the extension\.$/);
});
