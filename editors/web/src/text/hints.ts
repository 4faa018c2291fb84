// Hints within the text, as the server has them for what is in sight: glyphs of NAGs, times, another notation.

import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { InlayHint } from "vscode-languageserver-types";
import { offset, position } from "./findings";

/** How long scrolling and typing rest before hints are asked for, in milliseconds. */
const REST = 120;
const AROUND = 20;

/** Other hints are wanted. */
export const renewHints = StateEffect.define();

class HintWidget extends WidgetType {
  constructor(
    private readonly words: string,
    private readonly hasGap: readonly [before: boolean, after: boolean],
  ) {
    super();
  }

  override eq(other: HintWidget): boolean {
    return other.words === this.words && other.hasGap.join() === this.hasGap.join();
  }

  toDOM(): HTMLElement {
    const [before, after] = this.hasGap;
    const hint = document.createElement("span");
    hint.className = `inlay${before ? " is-apart" : ""}${after ? " is-before" : ""}`;
    hint.textContent = this.words;
    return hint;
  }
}

class Hints {
  decorations: DecorationSet = Decoration.none;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: object | undefined;

  constructor(private readonly view: EditorView) {
    this.later();
  }

  update(update: ViewUpdate): void {
    const isRenewed = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(renewHints)));
    if (update.docChanged) {
      this.decorations = this.decorations.map(update.changes);
    }
    if (update.docChanged || update.viewportChanged || isRenewed) {
      this.later();
    }
  }

  destroy(): void {
    clearTimeout(this.timer);
    this.asked = undefined;
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), REST);
  }

  private async ask(): Promise<void> {
    const { view } = this;
    const plugin = LSPPlugin.get(view);
    if (plugin === null) {
      return;
    }
    const { client } = plugin;
    await client.initializing;
    client.sync();
    const { doc } = view.state;
    const first = Math.max(1, doc.lineAt(view.viewport.from).number - AROUND);
    const last = Math.min(doc.lines, doc.lineAt(view.viewport.to).number + AROUND);
    const range = { start: position(doc, doc.line(first).from), end: position(doc, doc.line(last).to) };
    const params = { textDocument: { uri: plugin.uri }, range };
    this.asked = params;
    try {
      const found = await client.request<object, InlayHint[] | null>("textDocument/inlayHint", params);
      if (this.asked === params && view.state.doc === doc) {
        this.decorations = Decoration.set((found ?? []).map((hint) => this.made(hint)), true);
        view.dispatch({});
      }
    } catch {
      // The text has changed meanwhile: they are asked for again.
    }
  }

  private made({ position: place, label, paddingLeft, paddingRight }: InlayHint): Range<Decoration> {
    const words = typeof label === "string" ? label : label.map(({ value }) => value).join("");
    const widget = new HintWidget(words, [paddingLeft === true, paddingRight === true]);
    return Decoration.widget({ widget, side: 1 }).range(offset(this.view.state.doc, place));
  }
}

export const hints = ViewPlugin.fromClass(Hints, { decorations: (plugin) => plugin.decorations });
