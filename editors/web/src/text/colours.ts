// Colours by meaning: the server's semantic tokens of what is in sight.

import type { LSPClient } from "@codemirror/lsp-client";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from "@codemirror/view";
import { offset } from "./findings";
import { DecorationsInSight } from "./in_sight";

/** How long scrolling and typing rest before colours are asked for, in milliseconds. */
const REST = 30;

interface Legend {
  tokenTypes: string[];
  tokenModifiers: string[];
}

const marks = new Map<string, Decoration>();

function markOf(names: string): Decoration {
  let mark = marks.get(names);
  if (mark === undefined) {
    mark = Decoration.mark({ class: names });
    marks.set(names, mark);
  }
  return mark;
}

class Colours extends DecorationsInSight<{ data: number[] }> {
  constructor(view: EditorView) {
    super(view, "textDocument/semanticTokens/range", REST);
  }

  protected override made(tokens: { data: number[] } | null, client: LSPClient): DecorationSet | undefined {
    const { semanticTokensProvider } = (client.serverCapabilities ?? {}) as { semanticTokensProvider?: { legend: Legend } };
    return tokens === null || semanticTokensProvider === undefined
      ? undefined
      : this.coloured(tokens.data, semanticTokensProvider.legend);
  }

  private coloured(data: number[], { tokenTypes, tokenModifiers }: Legend): DecorationSet {
    const { doc } = this.view.state;
    const set = new RangeSetBuilder<Decoration>();
    let line = 0;
    let character = 0;
    for (let at = 0; at + 4 < data.length; at += 5) {
      const [lines = 0, characters = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
      character = lines === 0 ? character + characters : characters;
      line += lines;
      const from = offset(doc, { line, character });
      const to = Math.min(from + length, doc.length);
      if (from < to) {
        const modifiers = tokenModifiers.filter((_, bit) => ((bits >> bit) & 1) === 1);
        set.add(from, to, markOf([`t-${tokenTypes[type] ?? ""}`, ...modifiers.map((name) => `m-${name}`)].join(" ")));
      }
    }
    return set.finish();
  }
}

export const colours = ViewPlugin.fromClass(Colours, { decorations: (plugin) => plugin.decorations });
