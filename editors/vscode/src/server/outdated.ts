// What is said, and offered, where the server is older than the extension.

import * as vscode from "vscode";
import type { Server } from "./discovery";
import { howToInstall } from "./missing";
import { carryOut, USE_OWN, useOwnServer } from "./own";
import { isOlder, pairOf, saidOfOlder } from "./versions";

/** Where the pairs of versions are kept of which nothing more shall be said. */
const KNOWN = "vgn.knownOlderServers";
const NEVER = "Do Not Show Again";
/** What has been said in this window: a restart is no reason to say it again. */
const said = new Set<string>();

export async function reportOutdated(
  context: vscode.ExtensionContext,
  server: Server,
  output: vscode.LogOutputChannel,
): Promise<void> {
  const extension = String(context.extension.packageJSON.version);
  const known = context.globalState.get<string[]>(KNOWN, []);
  const pair = pairOf(server.version, extension);
  if (!isOlder(server.version, extension) || known.includes(pair) || said.has(pair)) {
    return;
  }
  said.add(pair);
  const message = saidOfOlder(server.program, server.version, extension, server.hidesOwn);
  output.warn(message);
  const offers: Record<string, () => Thenable<unknown>> = {
    ...(server.hidesOwn ? { [USE_OWN]: useOwnServer } : { "How to Install": howToInstall }),
    [NEVER]: () => context.globalState.update(KNOWN, [...known, pair]),
  };
  const chosen = await vscode.window.showWarningMessage(message, ...Object.keys(offers));
  await carryOut(chosen, offers);
}
