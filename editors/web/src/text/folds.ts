// Folds of games, comments and variations, as the server finds them once typing rests.

import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { LSPPlugin } from "@codemirror/lsp-client";
import { type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { FoldingRange } from "vscode-languageserver-types";
import { offset } from "./findings";

/** How long typing rests before folds are asked for, in milliseconds; longer in large files. */
const REST = 400;
const LARGE = 4 * 1024 * 1024;

type Places = ReadonlyMap<number, { from: number; to: number }>;

const setPlaces = StateEffect.define<{ doc: Text; places: Places }>();

/** Folds by the line in which they begin; those of another text are dropped. */
const places = StateField.define<Places>({
  create: () => new Map(),
  update: (value, transaction) => {
    for (const effect of transaction.effects) {
      if (effect.is(setPlaces) && effect.value.doc === transaction.newDoc) {
        return effect.value.places;
      }
    }
    return transaction.docChanged ? new Map() : value;
  },
});

const asking = ViewPlugin.fromClass(
  class {
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly view: EditorView) {
      this.later();
    }

    update({ docChanged }: ViewUpdate): void {
      if (docChanged) {
        this.later();
      }
    }

    destroy(): void {
      clearTimeout(this.timer);
    }

    private later(): void {
      clearTimeout(this.timer);
      const isLarge = this.view.state.doc.length > LARGE;
      this.timer = setTimeout(() => void this.ask(), isLarge ? 5 * REST : REST);
    }

    private async ask(): Promise<void> {
      const plugin = LSPPlugin.get(this.view);
      if (plugin === null) {
        return;
      }
      plugin.client.sync();
      const { doc } = this.view.state;
      try {
        const params = { textDocument: { uri: plugin.uri } };
        const found = await plugin.client.request<object, FoldingRange[] | null>("textDocument/foldingRange", params);
        if (this.view.state.doc === doc) {
          this.view.dispatch({ effects: setPlaces.of({ doc, places: placesOf(doc, found ?? []) }) });
        }
      } catch {
        // The text has changed meanwhile.
      }
    }
  },
);

function placesOf(doc: Text, found: readonly FoldingRange[]): Places {
  const all = new Map<number, { from: number; to: number }>();
  for (const { startLine, startCharacter, endLine, endCharacter } of found) {
    if (startLine >= doc.lines || endLine <= startLine || all.has(startLine)) {
      continue;
    }
    const start = doc.line(startLine + 1);
    const from = startCharacter === undefined ? start.to : offset(doc, { line: startLine, character: startCharacter });
    const to = offset(doc, { line: endLine, character: endCharacter ?? Number.MAX_SAFE_INTEGER });
    if (from < to) {
      all.set(startLine, { from, to });
    }
  }
  return all;
}

export const folds: Extension = [
  places,
  asking,
  codeFolding(),
  foldGutter(),
  keymap.of(foldKeymap),
  foldService.of((state, lineStart) => {
    // An empty list is asked for every line in sight.
    const known = state.field(places);
    return known.size === 0 ? null : (known.get(state.doc.lineAt(lineStart).number - 1) ?? null);
  }),
];
