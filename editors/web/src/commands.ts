// What can be done, by name: for the palette, the buttons and the keys.

export interface Command {
  name: string;
  title: string;
  /** As `event.key` names it, with `Ctrl-` (on a Mac the command key), `Shift-` and `Alt-` before it. */
  keys?: readonly string[];
  run(): unknown;
}

const isMac = navigator.platform.startsWith("Mac");

/** A key as people read it. */
export function keyName(key: string): string {
  const shown = key.length > 1 ? key.replace(/-(.)$/, (_, letter: string) => `-${letter.toUpperCase()}`) : key;
  return isMac ? shown.replace("Ctrl-", "⌘").replace("Alt-", "⌥").replace("Shift-", "⇧") : shown;
}

/** Runs commands by their keys, wherever the focus is; in the frame those that no board has. */
export function listenToKeys(commands: readonly Command[], frame: HTMLIFrameElement, run: (command: Command) => void): void {
  const byKey = new Map(commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)));
  const press = (event: KeyboardEvent, isInFrame: boolean): void => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const held = `${(isMac ? metaKey : ctrlKey) ? "Ctrl-" : ""}${shiftKey ? "Shift-" : ""}${altKey ? "Alt-" : ""}`;
    const name = held + (key.length === 1 ? key.toLowerCase() : key);
    const command = isInFrame && !/^(?:F1$|Ctrl-)/.test(name) ? undefined : byKey.get(name);
    // In a dialog keys are the dialog's.
    if (command !== undefined && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      event.stopPropagation();
      if (isInFrame) {
        window.focus();
      }
      run(command);
    }
  };
  window.addEventListener("keydown", (event) => press(event, false), { capture: true });
  frame.addEventListener("load", () => {
    frame.contentWindow?.addEventListener("keydown", (event) => press(event, true), { capture: true });
  });
}
