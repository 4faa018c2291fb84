// Findings in the text: squiggles with their codes, explanations and fixes, as the server publishes them.

import { LSPPlugin, type LSPClient, type LSPClientExtension } from "@codemirror/lsp-client";
import { setDiagnostics, type Diagnostic as Squiggle } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Diagnostic, Position } from "vscode-languageserver-types";
import { element } from "../../../board/src/element";
import type { OpenFiles } from "../documents/workspace";
import { isVeiled } from "./veil";

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

export interface FindingActs {
  explain(code: string): void;
  fixes(view: EditorView, at: number): void;
  /** The list of a file has changed. */
  changed(): void;
}

interface Published {
  uri: string;
  version?: number;
  diagnostics: Diagnostic[];
}

/** Shows what is published of the files in front, and keeps it for the list. */
export function findings(files: () => OpenFiles, acts: FindingActs): LSPClientExtension {
  const publish = (_client: LSPClient, { uri, version, diagnostics }: Published): boolean => {
    const file = files().getFile(uri);
    // What is meant for an older text comes again for the present one.
    if (file === null || (version !== undefined && version !== file.version)) {
      return true;
    }
    file.findings = diagnostics;
    file.isJudged = true;
    if (file.view !== undefined) {
      show(file.view, diagnostics, acts);
    }
    acts.changed();
    return true;
  };
  return { notificationHandlers: { "textDocument/publishDiagnostics": publish } };
}

/** Puts the findings of a file under its text. */
export function show(view: EditorView, diagnostics: readonly Diagnostic[], acts: FindingActs): void {
  const plugin = LSPPlugin.get(view);
  const doc = plugin?.syncedDoc ?? view.state.doc;
  const squiggles: Squiggle[] = [];
  for (const finding of diagnostics) {
    const { range, severity, code, tags } = finding;
    const message = wordsOf(finding);
    const [start, end] = [offset(doc, range.start), offset(doc, range.end)];
    const from = plugin?.unsyncedChanges.mapPos(start) ?? start;
    const to = plugin?.unsyncedChanges.mapPos(end) ?? end;
    if (isVeiled(view.state, from)) {
      continue;
    }
    const name = String(code ?? "");
    squiggles.push({
      from,
      to: Math.max(from, to),
      severity: SEVERITIES[severity ?? 1] ?? "error",
      source: name,
      message,
      ...(tags?.includes(1) ? { markClass: "is-unnecessary" } : {}),
      renderMessage: () => element("span", {}, message, " ", element("span", { class: "code" }, name)),
      actions: [
        { name: "Fix…", apply: (view, from) => acts.fixes(view, from) },
        ...(name === "" ? [] : [{ name: "Explain", apply: () => acts.explain(name) }]),
      ],
    });
  }
  view.dispatch(setDiagnostics(view.state, squiggles));
}

/** The place in a text; the nearest one where it has no such place. */
export function offset(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) {
    return doc.length;
  }
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

/** The words of a finding; the server sends plain text. */
export function wordsOf({ message }: Diagnostic): string {
  return typeof message === "string" ? message : message.value;
}

export function position(doc: Text, at: number): Position {
  const { number, from } = doc.lineAt(at);
  return { line: number - 1, character: at - from };
}
