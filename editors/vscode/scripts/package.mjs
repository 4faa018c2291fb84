// Packages the extension: `node scripts/package.mjs` without a server, dist/vgn-lsp.vsix, and
// `node scripts/package.mjs TARGET SERVER --notices FILE [--out FILE]` for one system, with the server's file in it. FILE
// of --notices holds the licences of what is in the server, as `editors/packages/make.py notices` writes them. The target
// `web` takes the server's WebAssembly module, which editors/web/scripts/build-module.sh makes.

import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { transformSync } from "esbuild";
import { extensionFolder } from "./copy.mjs";
import { unfit } from "./targets.mjs";

const require = createRequire(import.meta.url);
const own = join(extensionFolder, "server");
const ownModule = join(extensionFolder, "dist/web/vgn_lsp_web.wasm");

async function main() {
  const options = { notices: { type: "string" }, out: { type: "string" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [target, server, ...rest] = positionals;
  if (rest.length > 0 || (target !== undefined && server === undefined)) {
    throw new Failure("Usage: node scripts/package.mjs [TARGET SERVER --notices FILE] [--out FILE]");
  }
  const { version } = JSON.parse(fs.readFileSync(join(extensionFolder, "package.json"), "utf8"));
  if (target !== undefined) {
    await checkServer(target, resolve(server), version);
    if (values.notices === undefined || !fs.existsSync(values.notices)) {
      throw new Failure(
        "The package would have the server without its licences: write them with `editors/packages/make.py notices TARGET " +
          "FILE`, TARGET being Rust's name for the system, and name FILE with --notices.",
      );
    }
  }
  for (const one of [own, ownModule]) {
    if (fs.existsSync(one)) {
      throw new Failure(`${one} is there already, and every package would hold it: move it away.`);
    }
  }
  const out = resolve(values.out ?? join(extensionFolder, "dist", target ? `vgn-lsp-${target}.vsix` : "vgn-lsp.vsix"));
  const notices = values.notices === undefined ? [] : ["--server-notices", resolve(values.notices)];
  execFileSync(process.execPath, ["scripts/build.mjs", "--minify", ...notices], { cwd: extensionFolder, stdio: "inherit" });
  const half = `${out}.part`;
  const clear = () => {
    fs.rmSync(half, { force: true });
    if (target !== undefined) {
      fs.rmSync(own, { recursive: true, force: true });
      fs.rmSync(ownModule, { force: true });
    }
  };
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]]) {
    process.once(signal, () => {
      clear();
      process.exit(code);
    });
  }
  try {
    fs.mkdirSync(dirname(out), { recursive: true });
    if (target === "web") {
      fs.copyFileSync(resolve(server), ownModule);
    } else if (target !== undefined) {
      fs.mkdirSync(own);
      const inside = join(own, target.startsWith("win32-") ? "vgn-lsp.exe" : "vgn-lsp");
      fs.copyFileSync(resolve(server), inside);
      // A package keeps it, and an artifact of GitHub does not.
      fs.chmodSync(inside, 0o755);
    }
    const { createVSIX } = require("@vscode/vsce");
    const how = { dependencies: false, rewriteRelativeLinks: false, ...(target && { target }) };
    await createVSIX({ cwd: extensionFolder, packagePath: half, ...how });
    fs.renameSync(half, out);
    console.log(`${out} (${(fs.readFileSync(out).length / 1e6).toFixed(2)} MB)`);
  } catch (error) {
    throw error.syscall ? new Failure(`${out} is not written (${error.code}): name another place with --out.`) : error;
  } finally {
    clear();
  }
}

/** Fails with a sentence unless the file is a server for the target, of the extension's version where it runs here. */
async function checkServer(target, server, version) {
  const head = Buffer.alloc(4096);
  try {
    const file = fs.openSync(server);
    fs.readSync(file, head);
    fs.closeSync(file);
  } catch (error) {
    throw new Failure(`The server ${server} cannot be read (${error.code}): build it first.`);
  }
  // The extension itself asks the same of a server before it starts it.
  const source = fs.readFileSync(join(extensionFolder, "src/server/executable.ts"), "utf8");
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  const { contentOf, inWords } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const fault = unfit(target, contentOf(head), inWords);
  if (fault !== undefined) {
    throw new Failure(fault.replace("FILE", server));
  }
  const manifest = fs.readFileSync(fileURLToPath(new URL("../../../Cargo.toml", import.meta.url)), "utf8");
  const ofProject = /^\[workspace\.package\]\nversion = "(.*)"/m.exec(manifest)?.[1];
  if (ofProject !== version) {
    throw new Failure(`Cargo.toml has version ${ofProject}, and package.json of the extension ${version}: make them one.`);
  }
  if (target === `${process.platform}-${process.arch}`) {
    const { stdout, error } = spawnSync(server, ["--version"], { encoding: "utf8", timeout: 30_000 });
    if (stdout?.trim() !== `vgn-lsp ${version}`) {
      const answer = error?.message ?? JSON.stringify(stdout.split("\n")[0]);
      throw new Failure(`${server} should be vgn-lsp ${version}, and to --version it answers ${answer}: build it anew.`);
    }
  }
}

/** One sentence for whoever called. */
class Failure extends Error {}

main().catch((error) => {
  console.error(error instanceof Failure || error.code?.startsWith("ERR_PARSE_ARGS") ? error.message : error);
  process.exitCode = 1;
});
