// What people choose: colours, pieces, what is shown, which way board and text follow each other.

import { button, element } from "./element";
import type { Settings } from "./messages";

export const DEFAULTS: Settings = {
  follow: "both",
  board: "brown",
  pieces: "cburnett",
  coordinates: true,
  animation: true,
  evaluation: true,
  illegal: false,
  readOnly: false,
  alone: false,
  title: "",
  engine: false,
  engineLines: 1,
};

type Choice = [name: string, label: string];

const CHOICES: { name: "follow" | "board" | "pieces"; label: string; choices: Choice[] }[] = [
  {
    name: "follow",
    label: "Follow",
    choices: [
      ["both", "Board and text follow each other"],
      ["text", "The board follows the text"],
      ["board", "The text follows the board"],
      ["off", "Neither follows"],
    ],
  },
  {
    name: "board",
    label: "Colours",
    choices: [
      ["brown", "Brown"],
      ["blue", "Blue"],
      ["green", "Green"],
      ["grey", "Grey"],
      ["contrast", "High contrast"],
    ],
  },
  {
    name: "pieces",
    label: "Pieces",
    choices: [
      ["cburnett", "Cburnett"],
      ["figurines", "Figurines of the system's font"],
      ["letters", "Letters"],
    ],
  },
];

const SWITCHES: ["coordinates" | "animation" | "evaluation" | "illegal", string][] = [
  ["coordinates", "Coordinates"],
  ["animation", "Animation"],
  ["evaluation", "Evaluation bar"],
  ["illegal", "Illegal moves too, where the game's notation records them"],
];

export class SettingsDialog {
  readonly element = element("dialog", { class: "settings", "aria-label": "Settings of the board" });

  constructor(private readonly changed: (name: keyof Settings, value: string | boolean) => void) {}

  open(settings: Settings): void {
    const rows: HTMLElement[] = [];
    // What would do nothing is not offered.
    const choices = CHOICES.filter(({ name }) => name !== "follow" || !settings.alone);
    const switches = SWITCHES.filter(([name]) => name !== "illegal" || !settings.readOnly);
    for (const { name, label, choices: offered } of choices) {
      const select = element("select");
      for (const [value, text] of offered) {
        const option = element("option", { value }, text);
        option.selected = settings[name] === value;
        select.append(option);
      }
      select.addEventListener("change", () => this.changed(name, select.value));
      rows.push(element("label", {}, element("span", {}, label), select));
    }
    for (const [name, label] of switches) {
      const box = element("input", { type: "checkbox" });
      box.checked = settings[name];
      box.addEventListener("change", () => this.changed(name, box.checked));
      rows.push(element("label", { class: "switch" }, box, element("span", {}, label)));
    }
    const close = button("Close", undefined, () => this.element.close());
    this.element.replaceChildren(element("h2", {}, "Settings"), ...rows, close);
    this.element.showModal();
  }
}

/** Keys, what they do, and what they need: an editor's text, or a text that can be written. */
const KEYS: [key: string, meaning: string, needs?: "text" | "writing" | "engine"][] = [
  ["← →", "the half-move before, the next one"],
  ["↑ ↓", "another variation at this place"],
  ["Home End", "the beginning, the end of the line"],
  ["Page Up", "out of a variation"],
  ["e4 Nf3 …", "a typed move: it is played after Enter", "writing"],
  ["n", "glyphs such as !? and ±", "writing"],
  [";", "the comment on this move", "writing"],
  ["q", "the squares: arrow keys, Enter, o for a circle, v for an arrow"],
  ["Menu", "what can be done with this half-move; also Shift+F10, or the right button on it in the list"],
  ["r", "turns the board"],
  ["t", "shows this place in the text", "text"],
  ["x", "the tree of the position: what was played here; arrow keys, and Enter plays a move"],
  ["l", "the engine, on and off", "engine"],
  ["w", "what does the other side threaten?", "engine"],
  ["y", "plays the engine's best move", "engine"],
  ["1 … 5", "writes this line of the engine into the text, as a variation", "engine"],
  ["v", "reads the engine's evaluation out, on and off", "engine"],
  ["m", "guess the moves of this game; i for a hint"],
  ["s", "settings"],
  ["Ctrl+Z", "takes back what was written last, where the editor can", "writing"],
  ["Right button", "draws circles and arrows; with Shift red, with Alt blue, with both yellow", "writing"],
];

export class HelpDialog {
  readonly element = element("dialog", { class: "help", "aria-label": "Keys" });

  open({ alone, readOnly, engine }: Settings): void {
    const list = element("dl");
    const has = { text: !alone, writing: !readOnly, engine };
    for (const [key, meaning] of KEYS.filter(([, , needs]) => needs === undefined || has[needs])) {
      list.append(element("dt", {}, key), element("dd", {}, meaning));
    }
    const close = button("Close", undefined, () => this.element.close());
    this.element.replaceChildren(element("h2", {}, "Keys"), list, close);
    this.element.showModal();
  }
}
