// What the server is asked about the lines in sight, and shown as decorations until the next answer.

import { LSPPlugin, type LSPClient } from "@codemirror/lsp-client";
import { Decoration, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";
import { position } from "./findings";

/** Lines above and below what is in sight. */
const AROUND = 20;

export abstract class DecorationsInSight<Answer> {
  decorations: DecorationSet = Decoration.none;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: object | undefined;

  /** @param rest How long scrolling and typing rest before the server is asked, in milliseconds. */
  constructor(
    protected readonly view: EditorView,
    private readonly method: string,
    private readonly rest: number,
  ) {
    this.later();
  }

  /** The decorations by an answer; undefined keeps those that are there. */
  protected abstract made(answer: Answer | null, client: LSPClient): DecorationSet | undefined;

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

  protected later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), this.rest);
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
      const answer = await client.request<object, Answer | null>(this.method, params);
      const made = this.asked === params && view.state.doc === doc ? this.made(answer, client) : undefined;
      if (made !== undefined) {
        this.decorations = made;
        view.dispatch({});
      }
    } catch {
      // The text has changed meanwhile: it is asked again.
    }
  }
}
