#!/usr/bin/env node
// Starts the program of the platform package that npm has installed beside this one.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

function fail(sentence) {
  console.error(`vgn-lsp: ${sentence}`);
  process.exit(2);
}

function platform() {
  const name = `${process.platform}-${process.arch}`;
  // A Linux without the GNU C library, such as Alpine.
  const isMusl = process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return isMusl ? `${name}-musl` : name;
}

function program() {
  const optional = Object.keys(require("./package.json").optionalDependencies);
  const name = `@vgn-lsp/${platform()}`;
  if (!optional.includes(name)) {
    const known = optional.map((each) => each.split("/")[1]).join(", ");
    fail(`there is no program for ${platform()}, only for ${known}: build it with \`cargo install vgn-lsp\`.`);
  }
  try {
    return require.resolve(`${name}/${process.platform === "win32" ? "vgn-lsp.exe" : "vgn-lsp"}`);
  } catch {
    return fail(
      `the package ${name}, which holds the program, is not installed: run \`npm install vgn-lsp\` again on this machine, ` +
        "without --omit=optional and without node_modules from another machine.",
    );
  }
}

const path = program();
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
// The terminal sends an interrupt to both, and the program decides when it ends; other signals are handed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => fail(`${path} cannot be started (${error.code}): install the package again.`));
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
