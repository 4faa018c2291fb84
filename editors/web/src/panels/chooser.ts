// A list to choose from by typing: commands, fixes, games, what the server asks.

import { element, set } from "../../../board/src/element";

export interface Choice<Value> {
  title: string;
  detail?: string;
  value: Value;
  /** Why it cannot be chosen now. */
  disabled?: string;
}

/** So many are shown at once; the others come as the list is narrowed. */
const MOST = 200;

/** Lets people choose one; undefined where they do not. */
export function choose<Value>(label: string, choices: readonly Choice<Value>[]): Promise<Value | undefined> {
  const input = element("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "choices",
    "aria-autocomplete": "list",
    "aria-label": label,
    placeholder: label,
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { id: "choices", role: "listbox", "aria-label": label });
  const none = element("p", { class: "dim", role: "status" });
  const dialog = element("dialog", { class: "chooser", "aria-label": label }, input, list, none);
  document.body.append(dialog);
  let shown: Choice<Value>[] = [];
  let at = 0;

  const mark = (): void => {
    [...list.children].forEach((row, index) => set(row, "aria-selected", String(index === at)));
    set(input, "aria-activedescendant", shown.length === 0 ? undefined : `choice-${at}`);
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const narrow = (): void => {
    const words = input.value.toLowerCase().split(/\s+/);
    const fits = ({ title, detail = "" }: Choice<Value>): boolean =>
      words.every((word) => `${title} ${detail}`.toLowerCase().includes(word));
    const fitting = choices.filter(fits);
    shown = fitting.slice(0, MOST);
    at = 0;
    list.replaceChildren(
      ...shown.map(({ title, detail, disabled }, index) =>
        element(
          "li",
          { id: `choice-${index}`, role: "option", ...(disabled === undefined ? {} : { "aria-disabled": "true" }) },
          element("span", {}, title),
          element("span", { class: "dim" }, disabled ?? detail ?? ""),
        ),
      ),
    );
    const others = fitting.length - shown.length;
    none.textContent = shown.length === 0 ? "Nothing fits." : others > 0 ? `${others} more: type to narrow the list.` : "";
    mark();
  };

  return new Promise((done) => {
    let chosen: Value | undefined;
    const take = (index: number): void => {
      const choice = shown[index];
      if (choice !== undefined && choice.disabled === undefined) {
        chosen = choice.value;
        dialog.close();
      }
    };
    input.addEventListener("input", narrow);
    input.addEventListener("keydown", (event) => {
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
      const step = steps[event.key];
      if (step !== undefined) {
        event.preventDefault();
        const next = at + step;
        const { length } = shown;
        at = Math.abs(step) === 1 ? (next + length) % Math.max(length, 1) : Math.max(0, Math.min(next, length - 1));
        mark();
      } else if (event.key === "Enter") {
        event.preventDefault();
        take(at);
      }
    });
    list.addEventListener("click", ({ target }) => {
      const row = (target as Element).closest("li");
      take(row === null ? -1 : [...list.children].indexOf(row));
    });
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog) {
        dialog.close();
      }
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(chosen);
    });
    narrow();
    dialog.showModal();
    input.focus();
  });
}
