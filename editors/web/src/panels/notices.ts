// Sentences for people: said by screen readers, shown for a while, or until they are closed.

import { button, element } from "../../../board/src/element";

/** How long a sentence stays, in milliseconds. */
const STAY = 7_000;
/** So many are shown; the oldest goes. */
const MOST = 3;

export class Notices {
  readonly element = element("div", { class: "notices", role: "status", "aria-live": "polite" });

  /** Says a sentence. */
  say(text: string): void {
    this.add(text, false);
  }

  /** Says a sentence that stays until it is closed. */
  warn(text: string): void {
    this.add(text, true);
  }

  /** Says what has failed. */
  failed(error: unknown): void {
    const { message } = (error ?? {}) as { message?: unknown };
    this.warn(typeof message === "string" ? message : String(error));
  }

  private add(text: string, stays: boolean): void {
    const same = [...this.element.children].find((one) => one.firstChild?.textContent === text);
    same?.remove();
    const close = button("Close the message", "×", () => notice.remove());
    const notice = element("div", { class: stays ? "notice is-warning" : "notice" }, element("span", {}, text), close);
    this.element.append(notice);
    while (this.element.childElementCount > MOST) {
      this.element.firstChild?.remove();
    }
    if (!stays) {
      setTimeout(() => notice.remove(), STAY);
    }
  }
}
