// What happens, told to screen readers; and in sight where it is no success.

import { element } from "./element";

/** While one steps quickly only the last place is told, after this pause in milliseconds. */
const PAUSE = 150;

export class LiveRegion {
  readonly heard = element("div", { class: "heard", "aria-live": "polite", role: "status" });
  /** What holds for longer, where it covers nothing. */
  readonly standing = element("div", { class: "standing", role: "alert" });
  readonly seen = element("div", { class: "notice", role: "alert" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;

  tell(text: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.heard.textContent = text), PAUSE);
  }

  /** Something that people have asked to hear, at once. */
  read(text: string): void {
    clearTimeout(this.timer);
    this.heard.textContent = text;
  }

  /** A sentence that people see for a while. */
  notify(text: string): void {
    clearTimeout(this.hiding);
    this.seen.textContent = text;
    this.hiding = setTimeout(() => this.clear(), 6_000);
  }

  /** A sentence that people see as long as it holds; an empty one is none. */
  stand(text: string): void {
    if (this.standing.textContent !== text) {
      this.standing.textContent = text;
    }
  }

  clear(): void {
    clearTimeout(this.hiding);
    this.seen.textContent = "";
  }
}
