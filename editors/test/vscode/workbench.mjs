// What a person does in VS Code's window, with waiting on what is seen instead of on time.

import { readFileSync } from "node:fs";

const PATIENCE = 30_000; // milliseconds

export class Workbench {
  constructor(page, pictures) {
    this.page = page;
    this.pictures = pictures;
  }

  /** Loads the window with a file opened; a load that does not come to the file's text, or another sign, is tried again. */
  async open(address, folder, file, sign = ".monaco-editor .view-line span") {
    const opened = [["openFile", `vscode-remote://${address}${folder}/${file}`]];
    const query = new URLSearchParams({ folder, payload: JSON.stringify(opened) });
    for (let attempt = 1; ; attempt++) {
      try {
        await this.page.goto(`http://${address}/?${query}`, { timeout: PATIENCE, waitUntil: "domcontentloaded" });
        await this.page.waitForSelector(sign, { timeout: PATIENCE });
        break;
      } catch (error) {
        if (attempt === 3) {
          throw error;
        }
        console.log(`the window did not come up (attempt ${attempt}): ${String(error).split("\n")[0]}`);
      }
    }
    for (const part of [".part.sidebar", ".part.auxiliarybar"]) {
      await this.#close(part);
    }
  }

  async #close(part) {
    const command = { ".part.sidebar": "View: Toggle Primary Side Bar Visibility" }[part];
    const shown = () => this.page.locator(part).isVisible();
    await this.until(`${part} to close`, async () => {
      if (await shown()) {
        await this.command(command ?? "View: Toggle Secondary Side Bar Visibility");
      }
      return !(await shown());
    });
  }

  /** Runs a command by its name in the palette. */
  async command(name) {
    await this.#quickInput("F1", `>${name}`);
  }

  /** Puts the cursor there, both counted from 1. */
  async goTo(line, column) {
    await this.#quickInput("Control+g", `:${line}:${column}`);
    await this.until(`the cursor at ${line}:${column}`, async () => {
      const shown = await this.page.locator("#status\\.editor\\.selection").innerText();
      return shown.includes(`Ln ${line}, Col ${column}`);
    });
  }

  /** Opens the box, writes into it, and takes what it offers; where something closes the box, all is done again. */
  async #quickInput(key, text) {
    const input = this.page.locator(".quick-input-widget .quick-input-box input").first();
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: text.replace(/^[>:]/, "") });
    const patience = { timeout: 3_000 };
    await this.until(`the box of ${key} with ${text}`, async () => {
      try {
        await this.page.keyboard.press(key);
        await input.waitFor({ state: "visible", ...patience });
        await input.fill(text, patience);
        if (text.startsWith(">")) {
          await row.first().waitFor(patience);
        }
        await this.page.keyboard.press("Enter");
        await input.waitFor({ state: "hidden", ...patience });
        return true;
      } catch {
        await this.page.keyboard.press("Escape");
        return false;
      }
    });
  }

  /** What the status bar says about problems, such as "Errors: 86". */
  async problems() {
    return (await this.page.locator("#status\\.problems a").getAttribute("aria-label")) ?? "";
  }

  /** The squiggles of a kind (`error`, `warning`, `info`, `hint`) that are in sight. */
  squiggles(kind) {
    return this.page.locator(`.monaco-editor .squiggly-${kind}`);
  }

  /** The hover at the cursor, once it holds the text. */
  async hover(text) {
    const box = this.page.locator(".monaco-hover:not(.hidden)", { hasText: text }).first();
    await this.until(`a hover with ${text}`, async () => {
      await this.page.keyboard.press("Control+K");
      await this.page.keyboard.press("Control+I");
      return box.waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
    });
    return box.innerText();
  }

  /** The labels of the list of suggestions, once it holds this one. */
  async suggestions(label) {
    const rows = this.page.locator(".suggest-widget.visible .monaco-list-row");
    const row = rows.filter({ has: this.page.locator(".label-name", { hasText: label }) }).first();
    await this.until(`a suggestion of ${label}`, async () => {
      if (await row.isVisible()) {
        return true;
      }
      await this.page.keyboard.press("Control+Space");
      return row.waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
    });
    return rows.locator(".label-name").allInnerTexts();
  }

  /** How much taller the shown hover's content is than its window, in pixels: 0 where nothing has to be scrolled to. */
  async hoverOverflow() {
    const contents = this.page.locator(".monaco-hover:not(.hidden) .monaco-hover-content").first();
    return contents.evaluate((element) => {
      const window = element.closest(".monaco-scrollable-element") ?? element.parentElement;
      return Math.max(0, element.scrollHeight - window.clientHeight);
    });
  }

  /** Chooses an action of the list at the cursor by its title; `picture` names a picture of the list. */
  async act(title, picture) {
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    await this.until(`the action ${title}`, async () => {
      await this.page.keyboard.press("Control+.");
      return row.waitFor({ state: "visible", timeout: 3_000 }).then(
        () => true,
        async () => {
          await this.page.keyboard.press("Escape");
          return false;
        },
      );
    });
    await this.chooseAction(title, picture);
  }

  /** Chooses a row of the box that is shown by typing it; `picture` names a picture of the box. */
  async pick(title, picture) {
    const input = this.page.locator(".quick-input-widget .quick-input-box input").first();
    await input.waitFor({ state: "visible", timeout: PATIENCE });
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    await row.waitFor({ timeout: PATIENCE });
    if (picture) {
      await this.picture(picture);
    }
    await input.fill(title);
    await this.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
    await input.waitFor({ state: "hidden", timeout: PATIENCE });
  }

  /** Opens a file of the folder from the explorer. */
  async openFromExplorer(name) {
    const row = this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
    await this.until(`${name} in the explorer`, async () => {
      await this.command("View: Show Explorer");
      return row.waitFor({ state: "visible", timeout: 3_000 }).then(() => true, () => false);
    });
    await row.dblclick();
    await this.#close(".part.sidebar");
  }

  /** Chooses an action of the list that is shown; `picture` names a picture of the list. */
  async chooseAction(title, picture) {
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    await row.waitFor({ state: "visible", timeout: PATIENCE });
    if (picture) {
      await this.picture(picture);
    }
    // A click would have to wait until the list takes the mouse; it takes the keys at once.
    const focused = this.page.locator(".action-widget .monaco-list-row.focused");
    const chosen = async () => (await focused.first().innerText({ timeout: 3_000 })).trim();
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    await this.until(`the choice of ${title}`, async () => {
      const before = await chosen();
      if (before === title) {
        // The list may still be on its way to the next row: it has to stay where it is.
        await pause(300);
        return (await chosen()) === title;
      }
      await this.page.keyboard.press("ArrowDown");
      for (let wait = 0; wait < 20 && (await chosen()) === before; wait++) {
        await pause(50);
      }
      return false;
    });
    await this.page.keyboard.press("Enter");
    await row.waitFor({ state: "hidden", timeout: PATIENCE });
  }

  /** Saves the file, and waits until it holds the text. */
  async save(path, text) {
    // Again and again: what is to be saved may not be there yet.
    await this.until("the saved text", async () => {
      await this.page.keyboard.press("Control+S");
      return readFileSync(path, "utf8") === text;
    });
  }

  async until(what, condition) {
    const deadline = Date.now() + PATIENCE;
    while (!(await condition())) {
      if (Date.now() > deadline) {
        throw new Error(`waited in vain for ${what}`);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async picture(name) {
    if (this.pictures) {
      // What fades in is waited for.
      await this.page.evaluate(() => {
        const ends = (animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
        const all = document.getAnimations().filter(ends).map((animation) => animation.finished.catch(() => {}));
        return Promise.all(all).then(() => {});
      });
      await this.page.screenshot({ path: `${this.pictures}/vscode-${name}.png` });
    }
  }
}
