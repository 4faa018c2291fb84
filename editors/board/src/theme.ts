// Colours and looks, from the editor where it says them, else from the browser.

import type { Settings } from "./messages";

/** What people have chosen, as classes that the style sheet knows. */
export function applySettings(page: HTMLElement, { board, pieces }: Settings): void {
  page.dataset["board"] = /^[a-z]+$/.test(board) ? board : "brown";
  page.dataset["pieces"] = /^[a-z]+$/.test(pieces) ? pieces : "cburnett";
}

/** What the host says of its theme; without a word the browser's preference holds. */
export function applyTheme(page: HTMLElement, { dark, highContrast }: { dark: boolean; highContrast: boolean }): void {
  page.dataset["theme"] = dark ? "dark" : "light";
  page.classList.toggle("high-contrast", highContrast);
}

/** Whether nothing is to move. */
export function isStill(settings: Settings): boolean {
  return (
    !settings.animation ||
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.body.classList.contains("vscode-reduce-motion")
  );
}
