// Where the server is. Knows nothing of the editor, so that it can be tested without one.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** All that the search depends on. */
export interface Surroundings {
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
  platform: NodeJS.Platform;
}

/** The server's program, or one plain sentence that says why there is none. */
export type Found = { program: string } | { missing: string };

/**
 * Looks for the server: where the settings say, in the extension, on the PATH, and where cargo installs.
 *
 * A configured path that leads nowhere is an error: another server than the one that was asked for would be a surprise.
 */
export function findServer(around: Surroundings): Found {
  const name = around.platform === "win32" ? "vgn-lsp.exe" : "vgn-lsp";
  const configured = around.configured.trim();
  if (configured !== "") {
    const program = expand(configured, around);
    return isProgram(program)
      ? { program }
      : { missing: `The setting vgn.server.path names ${program}, which is not a program that can be run.` };
  }
  const folders = [
    join(around.extension, "server"),
    ...around.path.split(delimiter).filter((folder) => isAbsolute(folder)),
    join(around.home, ".cargo", "bin"),
  ];
  const program = folders.map((folder) => join(folder, name)).find(isProgram);
  if (program !== undefined) {
    return { program };
  }
  return {
    missing:
      "The language server vgn-lsp is not installed: it is neither on the PATH nor in ~/.cargo/bin. " +
      "Install it with cargo, or set its path.",
  };
}

/** `~` is the home folder, `${workspaceFolder}` the workspace's; other paths start from the workspace. */
function expand(path: string, { home, workspace }: Surroundings): string {
  const start = workspace ?? home;
  const named = path.replaceAll("${workspaceFolder}", start).replaceAll("${userHome}", home);
  const whole = named === "~" || /^~[/\\]/.test(named) ? join(home, named.slice(1)) : named;
  return resolve(start, whole);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
