// "Open Board in the Browser": the server's own command, for the document in front.

import * as vscode from "vscode";

/** The server's command. Its argument is `{ textDocument, position }`. */
export const OPEN_IN_BROWSER = "vgn.openBoard";

/** The document in front and its cursor, as the server's command takes them. */
export function placeInFront(): unknown {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage("Open a file of chess games first: the board shows the game at the cursor.");
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: String(editor.document.uri) }, position: { line, character } };
}
