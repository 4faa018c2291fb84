// The page in a tab of headless Chromium: what it asks for, and what is read off it.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";

/** A tab with the page. All that it asks any server for is kept, and all complaints. */
export class Tab {
  requests = [];
  complaints = [];

  static async opened(context, address) {
    const tab = new Tab();
    tab.page = await context.newPage();
    tab.origin = new URL(address).origin;
    tab.page.on("request", (request) => tab.requests.push(request.url()));
    tab.page.on("pageerror", (error) => tab.complaints.push(error.stack));
    tab.page.on("console", (message) => {
      // Chromium also complains of handlers in HTML that is parsed as text alone, which nothing would run.
      if (message.type() === "error" && !message.text().startsWith("Executing inline event handler violates")) {
        tab.complaints.push(message.text());
      }
    });
    await tab.page.goto(address);
    await tab.page.waitForSelector(".cm-content");
    return tab;
  }

  /** No request has left the page's origin, and nothing was complained of. */
  async close() {
    const strangers = this.requests.filter((url) => !/^(?:data|blob):/.test(url) && new URL(url).origin !== this.origin);
    assert.deepEqual(strangers, [], "a request has left the page's origin");
    assert.deepEqual(this.complaints, []);
    await this.page.close();
  }

  text() {
    return this.page.evaluate(() => document.querySelector(".cm-content").cmTile.view.state.doc.toString());
  }

  findings() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll(".of-findings .row")].map((row) => row.querySelector(".code").textContent),
    );
  }

  notices() {
    return this.page.evaluate(() => [...document.querySelectorAll(".notice span")].map((one) => one.textContent));
  }

  async noticed(part) {
    try {
      await until(`the notice “${part}”`, async () => (await this.notices()).some((notice) => notice.includes(part)));
    } catch (error) {
      throw new Error(`${error.message}; there is: ${(await this.notices()).join(" | ")}; ${this.complaints}`);
    }
  }

  status() {
    return this.page.textContent(".status .place");
  }

  /** Runs a command by the palette. */
  async command(title) {
    await this.page.keyboard.press("F1");
    await this.page.waitForSelector("dialog.chooser[open]");
    await this.page.keyboard.type(title);
    await this.page.keyboard.press("Enter");
  }

  /** Opens a text as a file that is dropped on the page; `shown` is the file in front after that. */
  async drop(name, content, shown = name) {
    const bytes = [...Buffer.from(content)];
    await this.page.evaluate(
      ({ name, bytes }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      { name, bytes },
    );
    await until(`the tab of ${shown}`, async () => (await this.front()).endsWith(shown));
  }

  front() {
    return this.page.evaluate(() => document.querySelector(".tabs [aria-selected=true]")?.textContent ?? "");
  }

  async type(text) {
    await this.page.click(".cm-content");
    await this.page.keyboard.press("Control+End");
    await this.page.keyboard.insertText(text);
  }
}
