// "Explain": the page of a diagnostic as VS Code's own Markdown preview shows it.

import * as vscode from "vscode";

/** The server's command that shows the page of a diagnostic. Its argument is the code. */
export const EXPLAIN = "vgn-lsp.explain";

/** Shows the page; gives whether it is shown. The preview is an extension of VS Code's, which can be turned off. */
export async function explain([code]: readonly unknown[]): Promise<boolean> {
  const page = vscode.Uri.from({ scheme: "vgn-explain", path: `/${String(code)}.md` });
  try {
    await vscode.commands.executeCommand("markdown.showPreview", page);
    return true;
  } catch {
    return false;
  }
}
