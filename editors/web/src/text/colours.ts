// Colours by meaning: the server's semantic tokens of what is in sight.

import { LSPPlugin } from "@codemirror/lsp-client";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { offset, position } from "./findings";

/** How long scrolling and typing rest before colours are asked for, in milliseconds. */
const REST = 30;
/** Lines above and below what is in sight. */
const AROUND = 20;

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

class Colours {
  decorations: DecorationSet = Decoration.none;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: object | undefined;

  constructor(private readonly view: EditorView) {
    this.later();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) {
      this.decorations = this.decorations.map(update.changes);
    }
    if (update.docChanged || update.viewportChanged) {
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
    const legend = (client.serverCapabilities as { semanticTokensProvider?: { legend: Legend } } | null)
      ?.semanticTokensProvider?.legend;
    try {
      const tokens = await client.request<object, { data: number[] } | null>("textDocument/semanticTokens/range", params);
      if (this.asked === params && view.state.doc === doc && tokens !== null && legend !== undefined) {
        this.decorations = this.made(tokens.data, legend);
        view.dispatch({});
      }
    } catch {
      // The text has changed meanwhile: it is asked again.
    }
  }

  private made(data: number[], { tokenTypes, tokenModifiers }: Legend): DecorationSet {
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
