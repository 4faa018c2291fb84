// Choices above the board.

import { button, element } from "./element";
import { icon } from "./icon";

/** A list of choices above the board, such as what a pawn becomes. */
export function choices<Value>(
  label: string,
  offered: { label: string; sign: Node; value: Value }[],
  done: (value: Value | undefined) => void,
): HTMLElement {
  const box = element("div", { class: "choices", role: "dialog", "aria-modal": "true", "aria-label": label });
  for (const { label: name, sign, value } of offered) {
    const one = button(name, "", () => done(value));
    one.append(sign);
    box.append(one);
  }
  box.append(button("Cancel", icon("cancel"), () => done(undefined), { class: "cancel" }));
  box.addEventListener("keydown", (event) => {
    const buttons = [...box.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "Escape") {
      done(undefined);
    } else if (event.key === "ArrowRight" || event.key === "ArrowDown" || (event.key === "Tab" && !event.shiftKey)) {
      buttons[(at + 1) % buttons.length]?.focus();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowUp" || event.key === "Tab") {
      buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      // The button's own click.
      event.stopPropagation();
      return;
    } else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return box;
}
