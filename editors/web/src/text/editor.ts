// The text: one view, which shows one file at a time.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import type { LSPClient } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import type { GameFile } from "../documents/game_file";
import { Restarted } from "../server/connection";
import { colours } from "./colours";
import { folds } from "./folds";
import { hints } from "./hints";
import { theme } from "./theme";
import { veil } from "./veil";

const wrapping = new Compartment();

export interface EditorEvents {
  changed(update: ViewUpdate): void;
  moved(update: ViewUpdate): void;
  pasted(event: ClipboardEvent, view: EditorView): boolean;
}

export class Editor {
  readonly view: EditorView;
  file: GameFile | undefined;
  private readonly scrolls = new WeakMap<GameFile, ReturnType<EditorView["scrollSnapshot"]>>();
  private wraps = true;

  constructor(
    parent: HTMLElement,
    private readonly client: LSPClient,
    private readonly events: EditorEvents,
    private readonly keys: Extension,
  ) {
    this.view = new EditorView({ parent });
  }

  /** Puts a file in front. */
  show(file: GameFile): void {
    if (this.file === file) {
      return;
    }
    this.leave();
    this.file = file;
    const state = file.state ?? this.state(file);
    this.view.setState(state);
    this.view.dispatch({ effects: wrapping.reconfigure(this.wraps ? EditorView.lineWrapping : []) });
    const scroll = this.scrolls.get(file);
    this.view.dispatch(scroll === undefined ? { scrollIntoView: true } : { effects: scroll });
  }

  /** Keeps the state of the file that is in front, before another one comes. */
  leave(): void {
    const { file } = this;
    if (file?.view !== undefined) {
      this.client.sync();
      file.state = this.view.state;
      this.scrolls.set(file, this.view.scrollSnapshot());
    }
    this.file = undefined;
  }

  /** No file is open. */
  empty(): void {
    this.leave();
    this.view.setState(EditorState.create({ extensions: [theme, EditorView.editable.of(false)] }));
  }

  wrap(on: boolean): void {
    this.wraps = on;
    if (this.file !== undefined) {
      this.view.dispatch({ effects: wrapping.reconfigure(on ? EditorView.lineWrapping : []) });
    }
  }

  /** Puts the cursor there, and brings it in sight. */
  goTo(anchor: number, head = anchor): void {
    const effects = EditorView.scrollIntoView(head, { y: "nearest", yMargin: 80 });
    this.view.dispatch({ selection: { anchor, head }, effects, userEvent: "select.go" });
  }

  private state(file: GameFile): EditorState {
    const { client, events } = this;
    return EditorState.create({
      doc: file.doc,
      selection: { anchor: file.cursor },
      extensions: [
        this.keys,
        EditorState.readOnly.of(file.binary !== undefined),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        folds,
        drawSelection(),
        dropCursor(),
        EditorState.allowMultipleSelections.of(true),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        lintGutter(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap]),
        wrapping.of([]),
        client.plugin(file.uri, file.languageId),
        colours,
        hints,
        veil,
        theme,
        // Hovers and completions of a worker that has died.
        EditorView.exceptionSink.of((error) => error instanceof Restarted || console.error(error)),
        EditorView.contentAttributes.of({ "aria-label": `Text of ${file.name}`, spellcheck: "false" }),
        EditorView.domEventHandlers({ paste: (event, view) => events.pasted(event, view) }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            events.changed(update);
          }
          if (update.selectionSet || update.docChanged) {
            events.moved(update);
          }
        }),
      ],
    });
  }
}
