// Steps with the cursor: to games, half-moves, variations, findings and mistakes. The server knows where they lead
// (`vgn/step`).

import * as vscode from "vscode";
import type { BaseLanguageClient, Range } from "vscode-languageclient";

/** What the server steps to; each is a command `vgn.…` of the same name. */
const STEPS = [
  "nextGame",
  "previousGame",
  "nextMove",
  "previousMove",
  "nextVariation",
  "previousVariation",
  "leaveVariation",
  "nextFinding",
  "previousFinding",
  "nextMistake",
  "previousMistake",
] as const;

/** The commands; `running` has the server, if it runs. */
export function stepCommands(running: () => BaseLanguageClient | undefined): vscode.Disposable[] {
  const { registerTextEditorCommand } = vscode.commands;
  return STEPS.map((to) => registerTextEditorCommand(`vgn.${to}`, (editor) => void step(running(), editor, to)));
}

type To = (typeof STEPS)[number];

async function step(client: BaseLanguageClient | undefined, editor: vscode.TextEditor, to: To): Promise<void> {
  if (client?.isRunning() !== true) {
    return;
  }
  const { document, selection } = editor;
  const asked = {
    textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
    position: client.code2ProtocolConverter.asPosition(selection.active),
    to,
  };
  let found: Range | null;
  try {
    found = await client.sendRequest<Range | null>("vgn/step", asked);
  } catch {
    // The text has changed meanwhile.
    return;
  }
  if (found === null) {
    vscode.window.setStatusBarMessage(`There is no ${said(to)} here.`, 2_000);
    return;
  }
  const start = client.protocol2CodeConverter.asPosition(found.start);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** "next game", "previous half-move", "variation to leave". */
function said(to: To): string {
  if (to === "leaveVariation") {
    return "variation to leave";
  }
  return to.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`).replace("move", "half-move");
}
