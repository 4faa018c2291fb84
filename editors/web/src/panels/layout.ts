// What stands where: the bar, the tabs, the text, the lists and the board.

import { button, element, set } from "../../../board/src/element";
import type { GameFile } from "../documents/game_file";
import type { ShownWork } from "../server/progress";

/** The parts between which a narrow page changes. */
export type Part = "text" | "findings" | "games" | "board";

export interface LayoutActs {
  command(name: string): void;
  file(file: GameFile): void;
  close(file: GameFile): void;
  part(part: Part): void;
}

const BUTTONS: readonly (readonly [name: string, label: string, hint: string])[] = [
  ["open", "Open", "Open files (Ctrl-O)"],
  ["save", "Save", "Save the file (Ctrl-S)"],
  ["fixAll", "Fix all", "Apply all safe fixes (Ctrl-Shift-X)"],
  ["convert", "Convert", "Convert to another notation"],
  ["link", "Link", "Copy a link that holds the text"],
  ["palette", "Commands", "All commands (F1 or Ctrl-Shift-P)"],
];

export class Layout {
  readonly text = element("div", { class: "text", id: "part-text" });
  readonly frame = element("iframe", { class: "board", title: "Chess board", src: "board/index.html" });
  private readonly tabs = element("div", { class: "tabs", role: "tablist", "aria-label": "Files" });
  private readonly place = element("span", { class: "place" });
  private readonly state = element("span", { class: "state dim" });
  private readonly engine = element("span", { class: "engine dim" });
  private readonly work = element("span", { class: "work", role: "status" });
  private readonly counts = { findings: element("span", { class: "count" }), games: element("span", { class: "count" }) };
  private cancel: (() => void) | undefined;
  private readonly parts = new Map<Part, HTMLButtonElement>();
  private readonly main: HTMLElement;

  constructor(
    page: HTMLElement,
    lists: { findings: HTMLElement; games: HTMLElement },
    notices: HTMLElement,
    private readonly acts: LayoutActs,
  ) {
    const buttons = BUTTONS.map(([name, label, hint]) =>
      button(label, undefined, () => acts.command(name), { title: hint, "data-command": name }),
    );
    const bar = element("header", { class: "bar" }, element("h1", {}, "vgn-lsp"), this.tabs, element("nav", { "aria-label": "Actions" }, ...buttons));
    const findings = section("findings", "Findings", this.counts.findings, lists.findings);
    const games = section("games", "Games", this.counts.games, lists.games);
    const board = element("section", { class: "part of-board", "aria-label": "Board" }, this.frame);
    const text = element("section", { class: "part of-text", "aria-label": "Text" }, this.text);
    this.main = element("main", { "data-part": "text" }, text, findings, games, board);
    const choice = element("nav", { class: "parts", "aria-label": "Parts" }, ...this.choices());
    const status = element("footer", { class: "status" }, this.place, this.engine, this.work, this.state);
    page.replaceChildren(bar, this.main, status, choice, notices);
    this.show("text");
  }

  /** Brings a part in front where only one has room. */
  show(part: Part): void {
    this.main.dataset["part"] = part;
    this.parts.forEach((one, name) => set(one, "aria-pressed", String(name === part)));
  }

  set hasBoard(on: boolean) {
    this.main.classList.toggle("is-without-board", !on);
  }

  /** The files that are open, and the one in front. */
  files(all: readonly GameFile[], front: GameFile | undefined): void {
    const focused = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(
      ...all.map((file) => {
        const isFront = file === front;
        const name = `${file.isChanged ? "• " : ""}${file.name}`;
        const tab = element("button", { type: "button", role: "tab", "aria-selected": String(isFront), "aria-controls": "part-text", tabindex: isFront ? "0" : "-1", title: file.isChanged ? "Not saved to a file" : "Saved" }, name);
        tab.addEventListener("click", () => this.acts.file(file));
        tab.addEventListener("auxclick", ({ button }) => button === 1 && this.acts.close(file));
        tab.addEventListener("keydown", ({ key }) => this.pressed(key, all, file));
        return tab;
      }),
    );
    const tab = this.tabs.querySelector<HTMLElement>("[aria-selected=true]");
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (focused) {
      tab?.focus();
    }
  }

  count(list: "findings" | "games", text: string): void {
    this.counts[list].textContent = text;
    const part = this.parts.get(list);
    if (part !== undefined) {
      part.textContent = `${list === "games" ? "Games" : "Findings"}${text === "" ? "" : ` ${text}`}`;
    }
  }

  tell(place: string, state: string): void {
    this.place.textContent = place;
    this.state.textContent = state;
  }

  /** What the engine thinks. */
  thinking(text: string): void {
    this.engine.textContent = text;
  }

  working(work: ShownWork | undefined): void {
    this.cancel = work?.cancel;
    if (work === undefined) {
      this.work.replaceChildren();
      return;
    }
    const { title, message, percentage, cancel } = work;
    // A button that is being pressed stays the same one.
    const made = this.work.querySelector(".cancel") ?? button("Cancel", undefined, () => this.cancel?.(), { class: "cancel" });
    const bar = this.work.querySelector("progress") ?? element("progress", { max: "100" });
    set(bar, "aria-label", title);
    if (percentage === undefined) {
      bar.removeAttribute("value");
    } else {
      set(bar, "value", String(percentage));
    }
    if (bar.parentNode !== this.work) {
      this.work.replaceChildren(bar, element("span", { class: "words" }), made);
    }
    made.toggleAttribute("hidden", cancel === undefined);
    const words = this.work.querySelector(".words");
    if (words !== null) {
      words.textContent = ` ${title} ${message} `;
    }
  }

  private pressed(key: string, all: readonly GameFile[], file: GameFile): void {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const other = all[all.indexOf(file) + step];
    if (key === "Delete") {
      this.acts.close(file);
    } else if (step !== 0 && other !== undefined) {
      this.acts.file(other);
    }
  }

  private choices(): HTMLElement[] {
    const names: readonly (readonly [Part, string])[] = [["text", "Text"], ["findings", "Findings"], ["games", "Games"], ["board", "Board"]];
    return names.map(([part, label]) => {
      const made = button(label, undefined, () => this.acts.part(part));
      this.parts.set(part, made);
      return made;
    });
  }
}

function section(name: string, title: string, count: HTMLElement, list: HTMLElement): HTMLElement {
  const heading = element("h2", {}, title, " ", count);
  return element("section", { class: `part of-${name}`, "aria-label": title }, heading, list);
}
