// A worker that dies while it is asked for much.

import { until } from "../browsing.mjs";
import { Tab } from "./page.mjs";

/** Lets the worker fall with all its questions unanswered: what nobody waits for is no complaint. */
export async function fallen(browser, address) {
  const context = await browser.newContext();
  await context.addInitScript(() => {
    globalThis.workers = [];
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        globalThis.workers.push(this);
      }
    };
  });
  const tab = await Tab.opened(context, address);
  await until("findings", async () => (await tab.findings()).length > 0);
  await tab.page.evaluate(async () => {
    const { view } = document.querySelector(".cm-content").cmTile;
    view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf("Nf3") } });
    // The board and the status line ask about the cursor in the next frame, and have no answer at its end.
    await new Promise((done) => requestAnimationFrame(done));
    for (let turn = 0; turn < 20; turn++) {
      await undefined;
    }
    const fall = () => globalThis.workers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "the worker falls" }));
    fall();
    // And the next one before it has begun.
    await new Promise((done) => setTimeout(done));
    fall();
  });
  await tab.noticed("has stopped again");
  await tab.page.waitForTimeout(300);
  await tab.command("Start the checker again");
  await tab.type("\n\n1. e4 e4 *\n");
  await until("findings of the new worker", async () => (await tab.findings()).includes("illegal-move"));
  await tab.page.waitForTimeout(300);
  await tab.close();
  await context.close();
}
