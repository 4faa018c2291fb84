// A worker that ends without a word, or hangs: the page notices, and starts another one.

import assert from "node:assert/strict";
import { until } from "../browsing.mjs";
import { Tab } from "./page.mjs";

/** So many times faster beats the page: three seconds without a word are half a minute. */
const FASTER = 10;
const TYPED = "\n\n1. e4 e4 *\n";

export async function noticed(browser, address) {
  const opened = async () => {
    const context = await browser.newContext();
    await context.addInitScript((faster) => {
      const { setInterval } = globalThis;
      globalThis.setInterval = (act, pause, ...others) => setInterval(act, pause / faster, ...others);
    }, FASTER);
    const tab = await Tab.opened(context, address);
    await until("findings", async () => (await tab.findings()).length > 0);
    return tab;
  };
  const closed = async (tab) => {
    await tab.close();
    await tab.page.context().close();
  };
  const run = (tab, act) => tab.page.workers().at(-1).evaluate(act);
  const close = () => void setTimeout(() => self.close());
  const hang = () =>
    void setTimeout(() => {
      for (;;);
    });
  /** Busy for four seconds. */
  const work = () =>
    void setTimeout(() => {
      for (const end = performance.now() + 4_000; performance.now() < end; );
    });

  for (const [way, end] of Object.entries({ close, hang })) {
    const tab = await opened();
    await tab.type("\n{before}");
    await run(tab, end);
    await tab.type(TYPED);
    await tab.noticed("was started again");
    await until(`findings after ${way}`, async () => (await tab.findings()).includes("illegal-move"));
    assert.ok((await tab.text()).endsWith(`{before}${TYPED}`), way);
    assert.equal((await tab.notices()).filter((notice) => notice.includes("checker")).length, 1, way);
    await run(tab, end);
    await tab.noticed("has stopped again");
    await tab.command("Start the checker again");
    await tab.type(TYPED);
    await until(`more findings after ${way}`, async () => (await tab.findings()).filter((code) => code === "illegal-move").length === 2);
    await closed(tab);
  }

  const tab = await opened();
  const sees = (state) =>
    tab.page.evaluate((state) => Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state }), state);
  const before = (await tab.notices()).length;
  // Nobody looks: its timers may be at rest, and so may the worker's.
  await sees("hidden");
  await run(tab, work);
  await tab.page.waitForTimeout(3_600);
  await sees("visible");
  await tab.type(TYPED);
  await until("findings after long work", async () => (await tab.findings()).includes("illegal-move"));
  assert.equal((await tab.notices()).length, before, await tab.notices());
  await closed(tab);
}
