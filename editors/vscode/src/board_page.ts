// The page of a board's webview: the files of dist/board, under a strict content security policy.

import * as vscode from "vscode";

export function boardPage(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const file = (name: string): string =>
    String(webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", "board", name)));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data: blob:`,
    `font-src ${webview.cspSource} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Chess board</title>
    <link rel="stylesheet" href="${file("board.css")}" />
  </head>
  <body>
    <div id="board-app"></div>
    <script nonce="${nonce}" src="${file("board.js")}"></script>
  </body>
</html>`;
}
