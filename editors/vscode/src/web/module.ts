// The server as a WebAssembly module in a worker of its own: the page of `vgn-lsp web` has the same.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { CONNECTION, type Launcher } from "../server/client";
import { Lending } from "./lending";
import { WorkerReader, WorkerWriter } from "./messages";

/** One at a time: a client that is started again is another one. */
let lending: Lending | undefined;

export function moduleLauncher(extension: vscode.Uri): Launcher {
  const inside = (name: string): vscode.Uri => vscode.Uri.joinPath(extension, "dist", "web", name);
  return async (output, options) => {
    let bytes: Uint8Array;
    try {
      bytes = await vscode.workspace.fs.readFile(inside("vgn_lsp_web.wasm"));
    } catch (error) {
      const missing = "This extension has no server for the web in it: install the extension that is made for the web.";
      output.error(`${missing} (${String(error)})`);
      void vscode.window.showErrorMessage(missing);
      return "vgn-lsp is missing";
    }
    output.info(`Starting the server within the page (${(bytes.length / 1e6).toFixed(1)} MB)`);
    // Asked once more where a worker has died: each start has a worker of its own.
    const start = async () => {
      const worker = new Worker(inside("worker.js").toString(true), { name: "vgn-lsp" });
      worker.postMessage(bytes);
      return { reader: new WorkerReader(worker), writer: new WorkerWriter(worker) };
    };
    const client = new LanguageClient(...CONNECTION, start, options);
    lending?.dispose();
    lending = new Lending(client, output);
    return client;
  };
}
