// What can be done with a half-move: a menu at its place in the list.

import { button, element } from "./element";

export interface MenuItem {
  label: string;
  act(): void;
}

export class Menu {
  readonly element = element("div", { class: "menu", role: "menu", "aria-label": "This half-move" });
  private before: HTMLElement | undefined;

  constructor() {
    this.element.hidden = true;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.element.contains(relatedTarget as Node | null)) {
        this.element.hidden = true;
      }
    });
  }

  /** Opens at a place of the window; the keys go back to where they were. */
  open(items: readonly MenuItem[], left: number, top: number): void {
    if (this.element.hidden) {
      this.before = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    }
    const made = items.map(({ label, act }) =>
      button(label, undefined, () => this.done(act), { role: "menuitem", tabindex: "-1" }),
    );
    this.element.replaceChildren(...made);
    this.element.hidden = false;
    const { width, height } = this.element.getBoundingClientRect();
    this.element.style.left = `${Math.max(0, Math.min(left, innerWidth - width))}px`;
    this.element.style.top = `${Math.max(0, Math.min(top, innerHeight - height))}px`;
    made[0]?.focus();
  }

  private done(act: () => void): void {
    this.close();
    act();
  }

  private close(): void {
    this.element.hidden = true;
    this.before?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    // A button's own click, else nothing that the page does.
    event.stopPropagation();
    if (to !== undefined) {
      buttons.at(to % buttons.length)?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      this.close();
    } else {
      return;
    }
    event.preventDefault();
  }
}
