// A long list of which only the rows in sight exist.

import { element } from "../../../board/src/element";

/** The height of a row, in pixels: styles/page.css has the same. */
const HEIGHT = 30;
const SPARE = 8;

/** What a list shows: an array, or what makes its items when they are wanted. */
export interface Items<Item> {
  readonly length: number;
  at(index: number): Item | undefined;
}

export class Rows<Item> {
  readonly element: HTMLElement;
  private readonly inner = element("div", { class: "rows-inner" });
  private items: Items<Item> = [];
  private at = 0;

  constructor(
    label: string,
    private readonly drawn: (item: Item) => Node[],
    private readonly chosen: (item: Item) => void,
  ) {
    this.element = element("div", { class: "rows", role: "listbox", tabindex: "0", "aria-label": label }, this.inner);
    this.element.addEventListener("scroll", () => this.draw());
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.element.addEventListener("click", ({ target }) => {
      const row = (target as Element).closest<HTMLElement>("[data-at]");
      if (row !== null) {
        this.mark(Number(row.dataset["at"]));
        this.take();
      }
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(items: Items<Item>): void {
    this.items = items;
    this.at = Math.min(this.at, Math.max(0, items.length - 1));
    this.inner.style.height = `${items.length * HEIGHT}px`;
    this.draw();
  }

  /** Marks a row without going there. */
  mark(at: number, isToShow = false): void {
    this.at = at;
    if (isToShow) {
      const { element } = this;
      const top = at * HEIGHT;
      if (top < element.scrollTop || top + HEIGHT > element.scrollTop + element.clientHeight) {
        element.scrollTop = top - element.clientHeight / 2;
      }
    }
    this.draw();
  }

  private take(): void {
    const item = this.items.at(this.at);
    if (item !== undefined) {
      this.chosen(item);
    }
  }

  private press(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / HEIGHT) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step !== undefined && this.items.length > 0) {
      event.preventDefault();
      this.mark(Math.max(0, Math.min(this.items.length - 1, this.at + step)), true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.take();
    }
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - SPARE);
    const last = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + SPARE);
    const rows: HTMLElement[] = [];
    for (let at = first; at < last; at++) {
      const row = element("div", {
        class: "row",
        role: "option",
        id: `${this.element.ariaLabel}-${at}`.replaceAll(" ", "-"),
        "data-at": String(at),
        "aria-selected": String(at === this.at),
        "aria-posinset": String(at + 1),
        "aria-setsize": String(this.items.length),
      });
      row.append(...this.drawn(this.items.at(at) as Item));
      row.style.top = `${at * HEIGHT}px`;
      rows.push(row);
    }
    this.inner.replaceChildren(...rows);
    const selected = rows.find((row) => row.ariaSelected === "true");
    if (selected === undefined) {
      this.element.removeAttribute("aria-activedescendant");
    } else {
      this.element.setAttribute("aria-activedescendant", selected.id);
    }
  }
}
