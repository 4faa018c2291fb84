// Hints within the text, as the server has them for what is in sight: glyphs of NAGs, times, another notation.

import { StateEffect, type Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { InlayHint } from "vscode-languageserver-types";
import { offset } from "./findings";
import { DecorationsInSight } from "./in_sight";

/** How long scrolling and typing rest before hints are asked for, in milliseconds. */
const REST = 120;

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

class Hints extends DecorationsInSight<InlayHint[]> {
  constructor(view: EditorView) {
    super(view, "textDocument/inlayHint", REST);
  }

  override update(update: ViewUpdate): void {
    super.update(update);
    if (update.transactions.some(({ effects }) => effects.some((effect) => effect.is(renewHints)))) {
      this.later();
    }
  }

  protected override made(found: InlayHint[] | null): DecorationSet {
    return Decoration.set((found ?? []).map((hint) => this.hint(hint)), true);
  }

  private hint({ position: place, label, paddingLeft, paddingRight }: InlayHint): Range<Decoration> {
    const words = typeof label === "string" ? label : label.map(({ value }) => value).join("");
    const widget = new HintWidget(words, [paddingLeft === true, paddingRight === true]);
    return Decoration.widget({ widget, side: 1 }).range(offset(this.view.state.doc, place));
  }
}

export const hints = ViewPlugin.fromClass(Hints, { decorations: (plugin) => plugin.decorations });
