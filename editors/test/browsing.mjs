// What the tests share that look at a page in a real browser.

import { createRequire } from "node:module";
import { join } from "node:path";

const PATIENCE = 20_000; // milliseconds
const ARGUMENTS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
];

/** Headless Chromium, which opens nothing by itself. `home`: where the package playwright-core is. */
export function launched(home, executablePath) {
  return chromiumOf(home).launch({ executablePath, args: ARGUMENTS });
}

/** The same with a profile in a folder, as people have it; a context. */
export function launchedIn(folder, home, executablePath) {
  return chromiumOf(home).launchPersistentContext(folder, { executablePath, args: ARGUMENTS });
}

function chromiumOf(home) {
  return createRequire(join(home, "package.json"))("playwright-core").chromium;
}

/** Waits for a condition, and fails where it does not come true. */
export async function until(what, condition) {
  const deadline = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error(`waited in vain for ${what}`);
    }
    await new Promise((done) => setTimeout(done, 40));
  }
}
