// Renaming players, events and sites: the server says what stands at the cursor and what is to be written; a field below
// the text has the whole name.

import { getDialog, showDialog, type EditorView } from "@codemirror/view";
import type { Position, Range, WorkspaceEdit } from "vscode-languageserver-types";

const NOTHING = "Players, events and sites can be renamed, by their names in tags: put the cursor on one.";
const FIELD = "cm-rename";

export interface RenamingActs {
  request<Result>(method: string, params: object): Promise<Result>;
  /** Writes all of an edit, or nothing: then it fails with a sentence. */
  apply(edit: WorkspaceEdit): void;
}

/** Asks for the new name of what is at a place, and writes it; the answer is a sentence for people. */
export async function rename(view: EditorView, uri: string, position: Position, acts: RenamingActs): Promise<string> {
  const place = { textDocument: { uri }, position };
  const found = await acts.request<{ range: Range; placeholder: string } | null>("textDocument/prepareRename", place);
  if (found === null) {
    return NOTHING;
  }
  const { placeholder } = found;
  const newName = await asked(view, placeholder);
  if (newName === undefined || newName === placeholder) {
    return "";
  }
  const edit = await acts.request<WorkspaceEdit | null>("textDocument/rename", { ...place, newName });
  if (edit === null) {
    return NOTHING;
  }
  acts.apply(edit);
  const counts = (edit.documentChanges ?? []).flatMap((change) => ("edits" in change ? [change.edits.length] : []));
  const places = counts.reduce((sum, count) => sum + count, 0);
  const where = `${places === 1 ? "once" : `${places} times`}${counts.length > 1 ? `, in ${counts.length} files` : ""}`;
  return `“${placeholder}” is now “${newName}”: written ${where}.`;
}

/** The name that people type; undefined where they do not. */
async function asked(view: EditorView, name: string): Promise<string | undefined> {
  const open = getDialog(view, FIELD);
  if (open !== null) {
    open.dom.querySelector("input")?.select();
    return undefined;
  }
  const input = { name: "name", value: name, size: String(Math.max(20, Math.min(60, name.length + 5))) };
  const { close, result } = showDialog(view, { label: "New name", input, focus: true, submitLabel: "Rename", class: FIELD });
  getDialog(view, FIELD)?.dom.querySelector("input")?.select();
  const form = await result;
  view.dispatch({ effects: close });
  view.focus();
  const field = form?.elements.namedItem("name");
  return field instanceof HTMLInputElement ? field.value : undefined;
}
