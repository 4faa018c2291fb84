// What is to be guessed on the board is hidden in the text beside it.

import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** Tags that say how a game ends. */
const TELLING = /^\s*\[\s*(?:Result|Termination|PlyCount)\s+"/;
const WORDS = "Hidden while its moves are guessed on the board.";

/** A game, and from where on it is hidden. */
export interface VeiledGame {
  from: number;
  to: number;
  hidden: number;
}

/** Hides the rest of a game; `undefined` shows it again. */
export const layVeil = StateEffect.define<VeiledGame | undefined>();

class Curtain extends WidgetType {
  constructor(private readonly words: string) {
    super();
  }

  override eq(other: Curtain): boolean {
    return other.words === this.words;
  }

  toDOM(): HTMLElement {
    const curtain = document.createElement("span");
    curtain.className = "veil";
    curtain.textContent = this.words;
    return curtain;
  }
}

const field = StateField.define<VeiledGame | undefined>({
  create: () => undefined,
  update: (value, { effects, changes }) => {
    const laid = effects.find((effect) => effect.is(layVeil));
    if (laid?.is(layVeil) === true) {
      return laid.value;
    }
    return value === undefined || changes.empty
      ? value
      : { from: changes.mapPos(value.from), hidden: changes.mapPos(value.hidden), to: changes.mapPos(value.to) };
  },
  provide: (veil) => EditorView.decorations.compute([veil, "doc"], (state) => curtains(state)),
});

function curtains(state: EditorState): DecorationSet {
  const veiled = state.field(field);
  if (veiled === undefined) {
    return Decoration.none;
  }
  const { doc } = state;
  const { from, hidden, to } = veiled;
  const all: Range<Decoration>[] = [];
  for (let at = from; at < Math.min(hidden, doc.length); ) {
    const line = doc.lineAt(at);
    if (TELLING.test(line.text) && line.to <= hidden) {
      all.push(Decoration.replace({ widget: new Curtain("…") }).range(line.from, line.to));
    }
    at = line.to + 1;
  }
  const end = Math.min(to, doc.length);
  if (hidden < end) {
    all.push(Decoration.replace({ widget: new Curtain(WORDS) }).range(hidden, end));
  }
  return Decoration.set(all);
}

/** Whether a place cannot be seen. */
export function isVeiled(state: EditorState, at: number): boolean {
  const veiled = state.field(field, false);
  return veiled !== undefined && at >= veiled.hidden && at <= veiled.to;
}

/** The game of which something is hidden. */
export function veiledGame(state: EditorState): VeiledGame | undefined {
  return state.field(field, false);
}

export const veil: Extension = field;
