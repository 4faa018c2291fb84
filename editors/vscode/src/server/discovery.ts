// Where the server is. Knows nothing of the editor, so that it can be tested without one.

import { statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { inWords } from "./executable";
import { probe, type System } from "./probe";

/** All that the search depends on. */
export interface Surroundings extends System {
  /** What the user set as the server's path; empty where nothing is set. */
  configured: string;
  /** The extension's folder. */
  extension: string;
  /** The user's home folder. */
  home: string;
  /** The first folder of the workspace, if there is one. */
  workspace: string | undefined;
  /** The variable PATH. */
  path: string;
  /** The variables that the server gets. */
  env: NodeJS.ProcessEnv;
}

export interface Server {
  program: string;
  version: string;
  /** Why servers that go before this one are not taken, a sentence each. */
  passedOver: string[];
  /** The extension's folder holds a server that is not this one. */
  hidesOwn: boolean;
}

/** One plain sentence that says why no server is taken, though the extension's folder may hold one (`hidesOwn`). */
export interface NoServer {
  missing: string;
  hidesOwn: boolean;
}

export type Found = Server | NoServer;

/**
 * Looks for the server: where the settings say, in the extension, on the PATH, and where cargo installs.
 *
 * A configured path that leads nowhere is an error: another server than the one that was asked for would be a surprise.
 * Of the others the first that runs here is taken.
 */
export async function findServer(around: Surroundings): Promise<Found> {
  const name = around.platform === "win32" ? "vgn-lsp.exe" : "vgn-lsp";
  const own = join(around.extension, "server", name);
  const configured = around.configured.trim();
  if (configured !== "") {
    const program = expand(configured, around);
    const hidesOwn = program !== own && isFile(own);
    if (!isFile(program)) {
      const missing = `The setting vgn.server.path names ${program}, which is not a file: correct or clear it.`;
      return { missing, hidesOwn };
    }
    const found = await probe(program, around, around.env);
    return "version" in found
      ? { program, version: found.version, passedOver: [], hidesOwn }
      : { missing: `${found.failure}: ${found.remedy ?? "correct or clear the setting vgn.server.path"}.`, hidesOwn };
  }
  const onPath = around.path.split(delimiter).filter((folder) => isAbsolute(folder));
  const folders = [...onPath, join(around.home, ".cargo", "bin")];
  const others = [...new Set(folders.map((folder) => join(folder, name)))];
  const passedOver: string[] = [];
  for (const program of [own, ...others].filter(isFile)) {
    const found = await probe(program, around, around.env);
    if ("version" in found) {
      return { program, version: found.version, passedOver, hidesOwn: false };
    }
    const remedy = program === own ? "install the extension that is made for this system" : "install vgn-lsp anew";
    passedOver.push(`${found.failure}: ${found.remedy ?? remedy}.`);
  }
  const none =
    `This extension has no server for ${inWords(around.platform, [around.machine])} in it, and vgn-lsp is neither on ` +
    "the PATH nor in ~/.cargo/bin: install it.";
  return { missing: passedOver[0] ?? none, hidesOwn: false };
}

/** `~` is the home folder, `${workspaceFolder}` the workspace's; other paths start from the workspace. */
function expand(path: string, { home, workspace }: Surroundings): string {
  const start = workspace ?? home;
  const named = path.replaceAll("${workspaceFolder}", start).replaceAll("${userHome}", home);
  const whole = named === "~" || /^~[/\\]/.test(named) ? join(home, named.slice(1)) : named;
  return resolve(start, whole);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
