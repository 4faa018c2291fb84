// Fixes, refactorings and conversions at a place, as the server offers them.

import { LSPPlugin, type LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { CodeAction, Command, Diagnostic, Range } from "vscode-languageserver-types";
import type { OpenFiles } from "../documents/workspace";
import { choose } from "../panels/chooser";
import { applyEdit } from "../server/edits";
import { position } from "./findings";

export const FIX_ALL = "source.fixAll";

export class Actions {
  constructor(
    private readonly client: LSPClient,
    private readonly files: OpenFiles,
  ) {}

  /** Lets people choose among what is offered at a place of the text, or for what is selected. */
  async menu(view: EditorView, only?: string): Promise<string> {
    const offered = await this.at(view, only);
    if (offered.length === 0) {
      return "There is nothing to fix or to change here.";
    }
    const label = only === undefined ? "Fixes and changes at the cursor" : "Changes at the cursor";
    const action = await choose(
      label,
      offered.map((action) => ({
        title: action.title,
        detail: KINDS.find(([kind]) => action.kind?.startsWith(kind))?.[1] ?? "",
        value: action,
        ...(action.disabled === undefined ? {} : { disabled: action.disabled.reason }),
      })),
    );
    view.focus();
    if (action !== undefined) {
      await this.apply(action);
    }
    return "";
  }

  /** Applies all safe fixes of the file. */
  async fixAll(view: EditorView): Promise<string> {
    const [action] = await this.at(view, FIX_ALL);
    if (action === undefined) {
      return "There is nothing that can be fixed without a decision of yours.";
    }
    await this.apply(action);
    return "All safe fixes were applied: one step to undo.";
  }

  async apply(action: CodeAction): Promise<void> {
    const resolved =
      action.edit === undefined && action.command === undefined
        ? await this.client.request<CodeAction, CodeAction>("codeAction/resolve", action)
        : action;
    if (resolved.edit !== undefined) {
      applyEdit(this.client, this.files, resolved.edit);
    }
    if (resolved.command !== undefined) {
      await this.run(resolved.command);
    }
  }

  async run({ command, arguments: given = [] }: Command): Promise<unknown> {
    return this.client.request("workspace/executeCommand", { command, arguments: given });
  }

  private async at(view: EditorView, only?: string): Promise<CodeAction[]> {
    const plugin = LSPPlugin.get(view);
    const file = plugin === null ? null : this.files.getFile(plugin.uri);
    if (plugin === null || file === null) {
      return [];
    }
    this.client.sync();
    const { doc, selection } = view.state;
    const range: Range = { start: position(doc, selection.main.from), end: position(doc, selection.main.to) };
    const diagnostics = file.findings.filter(({ range: place }) => touches(place, range));
    const context: { diagnostics: Diagnostic[]; only?: string[] } = { diagnostics };
    if (only !== undefined) {
      context.only = [only];
    }
    const params = { textDocument: { uri: file.uri }, range, context };
    const offered = await this.client.request<object, (CodeAction | Command)[] | null>("textDocument/codeAction", params);
    return (offered ?? []).map((one) =>
      typeof one.command === "string" ? { title: one.title, command: one as Command } : (one as CodeAction),
    );
  }
}

const KINDS: readonly (readonly [string, string])[] = [
  ["quickfix", "Fix"],
  ["refactor.rewrite", "Rewrite"],
  ["refactor", "Refactoring"],
  ["source", "Whole file"],
];

function touches({ start, end }: Range, other: Range): boolean {
  const isBefore = (a: Range["start"], b: Range["start"]): boolean =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  return isBefore(start, other.end) && isBefore(other.start, end);
}
