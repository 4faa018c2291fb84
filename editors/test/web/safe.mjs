// Run by web.sh: nothing that is typed, opened or saved is lost or becomes something else.

import { spawn } from "node:child_process";
import { launched } from "../browsing.mjs";
import { exact } from "./exact.mjs";
import { fallen } from "./falling.mjs";
import { keeps, keepsNothing } from "./keeping.mjs";
import { Tab } from "./page.mjs";
import { renames } from "./renaming.mjs";
import { noticed } from "./silent.mjs";

const [home, chromiumPath, program, folder, work] = process.argv.slice(2);
const server = spawn(program, ["web", "--no-open", "--port", "0", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill());
const address = await new Promise((done) => server.stdout.once("data", (bytes) => done(bytes.toString().trim())));
const browser = await launched(home, chromiumPath);
const seen = (what) => console.log(`ok: ${what}`);

const context = await browser.newContext({ acceptDownloads: true });
// As in Firefox and Safari: saved files are downloaded.
await context.addInitScript(() => delete window.showSaveFilePicker);
const tab = await Tab.opened(context, address);
await renames(tab);
seen("renames a player in one file and in all");
await exact(tab, work);
seen("saves byte for byte what is not changed, and says in what encoding it saves");
await tab.close();
await fallen(browser, address);
seen("complains to nobody of what a fallen worker was asked");
await noticed(browser, address);
seen("notices a worker that has ended or hangs without a word, and not one that is at work");
await keeps(browser, address);
seen("keeps what is typed without a pause, however the page is left");
await keepsNothing(browser, address, work);
seen("says so where the browser keeps nothing, and saves");
await browser.close();
console.log("nothing is lost");
process.exit(0);
