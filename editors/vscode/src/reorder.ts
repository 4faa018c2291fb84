// The keys that move lines move the variation at the cursor before or behind its neighbour (`vgn/moveItem`); elsewhere they
// move lines as before.

import * as vscode from "vscode";
import type { BaseLanguageClient, TextEdit } from "vscode-languageclient";

const DIRECTIONS = [
  { command: "vgn.moveUp", direction: "Up", lines: "editor.action.moveLinesUpAction" },
  { command: "vgn.moveDown", direction: "Down", lines: "editor.action.moveLinesDownAction" },
] as const;

/** The commands; `running` has the server, if it runs. */
export function reorderCommands(running: () => BaseLanguageClient | undefined): vscode.Disposable[] {
  return DIRECTIONS.map(({ command, direction, lines }) =>
    vscode.commands.registerTextEditorCommand(command, async (editor) => {
      if (!(await moved(running(), editor, direction))) {
        await vscode.commands.executeCommand(lines);
      }
    }),
  );
}

/** False where there is no variation to move. */
async function moved(client: BaseLanguageClient | undefined, editor: vscode.TextEditor, direction: string): Promise<boolean> {
  const { document, selection } = editor;
  if (client?.isRunning() !== true || !selection.isEmpty) {
    return false;
  }
  const { version } = document;
  const asked = {
    textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
    range: client.code2ProtocolConverter.asRange(selection),
    direction,
  };
  let edits: vscode.TextEdit[];
  try {
    edits = (await client.protocol2CodeConverter.asTextEdits(await client.sendRequest<TextEdit[]>("vgn/moveItem", asked))) ?? [];
  } catch {
    // The text has changed meanwhile.
    return true;
  }
  if (edits.length === 0) {
    return false;
  }
  return (
    document.version === version &&
    editor.edit((builder) => {
      for (const { range, newText } of edits) {
        builder.replace(range, newText);
      }
    })
  );
}
