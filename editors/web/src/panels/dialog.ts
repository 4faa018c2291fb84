// A page in a dialog, with buttons.

import { button, element } from "../../../board/src/element";

/** Shows a page; the answer is the button that was pressed, undefined where the page was only closed. */
export function showPage(title: string, page: Node, buttons: readonly string[] = []): Promise<string | undefined> {
  return new Promise((done) => {
    let pressed: string | undefined;
    const act = (name: string | undefined) => () => {
      pressed = name;
      dialog.close();
    };
    const close = button(buttons.length === 0 ? "Close" : "Cancel", undefined, act(undefined));
    // The page has a footer of its own: this is none of the page.
    const row = element("footer", { role: "group", "aria-label": "Answers" }, ...buttons.map((name) => button(name, undefined, act(name), { class: "main" })), close);
    const body = element("div", { class: "dialog-body", tabindex: "0", role: "group", "aria-label": title }, page);
    const dialog = element("dialog", { class: "page", "aria-labelledby": "dialog-title" });
    dialog.append(element("h2", { id: "dialog-title" }, title), body, row);
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(pressed);
    });
    document.body.append(dialog);
    dialog.showModal();
    (dialog.querySelector<HTMLElement>("footer .main") ?? close).focus();
  });
}
