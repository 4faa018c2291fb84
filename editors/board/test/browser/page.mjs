// The board's page in a browser, with a host behind its socket. No address is ever asked: all is answered here.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Host } from "./host.mjs";

const ORIGIN = "http://127.0.0.1:9";
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css" };
/** The strictest policy under which the page must work; it is that of the server. */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:"],
  `connect-src 'self' ${ORIGIN.replace("http", "ws")}`,
  ...["base-uri 'none'", "form-action 'none'"],
].join("; ");

export class BoardPage {
  /** What the browser complained about. */
  complaints = [];

  static async open(browser, dist, pgn, { settings = {}, echoes = false, prepare = () => {}, ...look } = {}) {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 640 },
      reducedMotion: "reduce",
      ...look,
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const opened = new BoardPage(page, context);
    page.on("console", (message) => message.type() === "error" && opened.complaints.push(message.text()));
    page.on("pageerror", (error) => opened.complaints.push(error.stack));
    await page.route("**/*", (route) => {
      const { origin, pathname } = new URL(route.request().url());
      const name = pathname.replace("/secret/", "") || "index.html";
      if (origin !== ORIGIN || !/^(index\.html|board\.(js|css))$/.test(name)) {
        opened.complaints.push(`asked for ${route.request().url()}`);
        return route.abort();
      }
      const headers = { "Content-Security-Policy": POLICY, "Content-Type": TYPES[name.split(".").at(-1)] };
      return route.fulfill({ body: readFileSync(join(dist, name)), headers });
    });
    await page.routeWebSocket(/\/secret\/socket$/, (socket) => {
      opened.host.send = (message) => socket.send(JSON.stringify(message));
      socket.onMessage((text) => opened.host.receive(JSON.parse(text)));
    });
    opened.host = new Host(pgn, () => {});
    Object.assign(opened.host.settings, settings);
    opened.host.echoes = echoes;
    prepare(opened.host);
    await page.goto(`${ORIGIN}/secret/`);
    await page.locator(".move-pair, .move-result, .empty:not([hidden])").first().waitFor();
    return opened;
  }

  constructor(page, context) {
    this.page = page;
    this.context = context;
  }

  /** The half-move at which the board is, as the list marks it; empty at the beginning. */
  async current() {
    await this.settled();
    const current = this.page.locator(".move[aria-current]");
    return (await current.count()) === 0 ? "" : (await current.innerText()).trim();
  }

  /** What stands on a square, in words. */
  async square(name) {
    await this.settled();
    return this.page.locator(`[data-square="${name}"]`).getAttribute("aria-label");
  }

  /** Until what was begun is painted. */
  async settled() {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))),
    );
  }

  /** Where a square's middle is. */
  async middle(name) {
    const { x, y, width, height } = await this.page.locator(`[data-square="${name}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  }

  async drag(from, to, { button = "left", keys = [] } = {}) {
    const { mouse, keyboard } = this.page;
    await this.rested();
    await mouse.move(...(await this.middle(from)));
    for (const key of keys) {
      await keyboard.down(key);
    }
    await mouse.down({ button });
    await mouse.move(...(await this.middle(to)), { steps: 4 });
    // Chessground takes what is drawn in the next frame.
    await this.settled();
    await mouse.up({ button });
    for (const key of keys) {
      await keyboard.up(key);
    }
    await this.settled();
  }

  /** A finger goes from square to square; taps, where that is one. */
  async touch(from, to = from) {
    await this.rested();
    const fingers = await this.context.newCDPSession(this.page);
    const send = (type, points) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const [[x, y], [toX, toY]] = [await this.middle(from), await this.middle(to)];
    await send("touchStart", [{ x, y }]);
    for (const part of from === to ? [] : [0.3, 0.6, 1]) {
      await send("touchMove", [{ x: x + (toX - x) * part, y: y + (toY - y) * part }]);
      await this.settled();
    }
    await send("touchEnd", []);
    await fingers.detach();
    await this.settled();
  }

  /** Until the board knows what can be played. */
  async rested() {
    await this.page.waitForTimeout(120);
  }

  async until(what, condition) {
    for (let wait = 0; !(await condition()); wait++) {
      if (wait > 100) {
        throw new Error(`waited in vain for ${what}`);
      }
      await this.page.waitForTimeout(50);
    }
  }

  async close() {
    await this.context.close();
    if (this.complaints.length > 0) {
      throw new Error(`the browser complains: ${this.complaints.join("\n")}`);
    }
  }
}
