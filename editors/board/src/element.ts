// Elements of the page. Text of files goes in as text, never as markup.

type Child = Node | string;

/** An element with attributes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A button; `label` is its name for all, `sign` what it shows instead. */
export function button(
  label: string,
  sign: Node | string | undefined,
  act: () => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes });
  if (sign === undefined) {
    made.textContent = label;
  } else {
    made.append(element("span", { "aria-hidden": "true" }, sign));
    made.setAttribute("aria-label", label);
    made.title = label;
  }
  made.addEventListener("click", act);
  return made;
}

/** Sets an attribute only where it changes. */
export function set(on: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    on.removeAttribute(name);
  } else if (on.getAttribute(name) !== value) {
    on.setAttribute(name, value);
  }
}

/** Sets text only where it changes. */
export function say(on: Element, text: string): void {
  if (on.textContent !== text) {
    on.textContent = text;
  }
}
