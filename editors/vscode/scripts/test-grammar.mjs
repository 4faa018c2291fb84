// The grammar's tests: assertions in syntaxes/test/*.vgn, and whole files against their snapshots in
// syntaxes/test/snap. Snapshots are written only when asked for: `npm run test:grammar -- --update`.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { copyShared, extensionFolder } from "./copy.mjs";

const TESTS = "../../syntaxes/test/";
const update = process.argv.includes("--update");

function files(folder) {
  const names = readdirSync(new URL(`../${folder}`, import.meta.url)).filter((name) => /\.[vp]gn$/.test(name));
  if (names.length === 0) {
    throw new Error(`no tests in ${folder}`);
  }
  return names.map((name) => folder + name);
}

function run(tool, ...options) {
  const script = `node_modules/vscode-tmgrammar-test/dist/${tool}.js`;
  const { status } = spawnSync(process.execPath, [script, ...options], { cwd: extensionFolder, stdio: "inherit" });
  if (status !== 0) {
    process.exit(1);
  }
}

// The tools take the grammars from package.json.
copyShared();
run("unit", ...files(TESTS));

const snapshots = files(`${TESTS}snap/`);
// A missing snapshot would be written, and pass.
const missing = snapshots.filter((file) => !existsSync(new URL(`../${file}.snap`, import.meta.url)));
if (missing.length > 0 && !update) {
  console.error(`no snapshot of ${missing.join(", ")}`);
  process.exit(1);
}
run("snapshot", ...(update ? ["--updateSnapshot"] : ["--expandDiff"]), ...snapshots);
