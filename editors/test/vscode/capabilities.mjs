// Whether every capability that the server advertises is used in VS Code: run by main.mjs before the window opens.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

/** Words by which the use of each is found in the files beside this one. */
const USES = {
  callHierarchyProvider: "Peek Call Hierarchy",
  codeActionProvider: "workbench.act(",
  codeLensProvider: 'picture("lens")',
  colorProvider: "colorpicker-color-decoration",
  completionProvider: "workbench.suggestions(",
  definitionProvider: "Go to Definition",
  diagnosticProvider: "workbench.problems()",
  documentFormattingProvider: "Format Document",
  documentHighlightProvider: "wordHighlight",
  documentLinkProvider: "detected-link",
  documentOnTypeFormattingProvider: "editor.formatOnType",
  documentRangeFormattingProvider: "Format Selection",
  documentSymbolProvider: "Focus on Outline View",
  executeCommandProvider: "vgn.cursor",
  foldingRangeProvider: "Fold All",
  hoverProvider: "workbench.hover(",
  implementationProvider: "Go to Implementations",
  inlayHintProvider: "With the hint that says what $16 means",
  inlineCompletionProvider: "Trigger Inline Suggestion",
  linkedEditingRangeProvider: "linked-editing-decoration",
  positionEncoding: "workbench.goTo(",
  referencesProvider: "Peek References",
  renameProvider: "rename-box",
  selectionRangeProvider: "Shift+Alt+ArrowRight",
  semanticTokensProvider: "Default Dark Modern",
  signatureHelpProvider: "Trigger Parameter Hints",
  textDocumentSync: "workbench.save(",
  typeDefinitionProvider: "Go to Type Definition",
  workspace: "codeServer.start(",
  workspaceSymbolProvider: "Control+T",
};

export function assertAllUsed(server) {
  const capabilities = { textDocument: { diagnostic: {}, inlineCompletion: {} } };
  const params = { processId: null, rootUri: null, capabilities };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const input = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const { stdout } = spawnSync(server, ["--stdio"], { input, encoding: "utf8", timeout: 30_000 });
  const [, length] = /Content-Length: (\d+)\r\n/.exec(stdout);
  const begins = stdout.indexOf("\r\n\r\n") + 4;
  const answer = Buffer.from(stdout.slice(begins)).subarray(0, Number(length)).toString();
  const advertised = Object.keys(JSON.parse(answer).result.capabilities);
  const scripts = readdirSync(import.meta.dirname).filter((name) => name !== "capabilities.mjs");
  const text = scripts.map((name) => readFileSync(`${import.meta.dirname}/${name}`, "utf8")).join("\n");
  // The requests about an engine have no front end here; tests/lsp_server uses them.
  const named = advertised.filter((name) => name !== "experimental");
  const unused = named.filter((name) => !(name in USES) || !text.includes(USES[name]));
  if (unused.length > 0) {
    throw new Error(`nothing in VS Code uses ${unused.join(", ")}`);
  }
  console.log(`capabilities: all ${named.length} are used`);
}
