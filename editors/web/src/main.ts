// The page's beginning: not in a frame of strangers, and at once to work.

import "../styles/theme.css";
import "../styles/page.css";
import "../styles/dialogs.css";
import { Page } from "./page";

const MODULE = "vgn_lsp_web.wasm";

const root = document.querySelector<HTMLElement>("#page");
if (root !== null) {
  if (isFramed()) {
    // A page around it could lead people's clicks.
    const link = document.createElement("a");
    link.href = location.href.replace(/#.*/, "");
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = "Open it in a tab of its own.";
    root.replaceChildren("This page does not work within another page. ", link);
  } else {
    void new Page(root, compiled()).begin();
    if ("serviceWorker" in navigator && isSecureContext) {
      navigator.serviceWorker.register("offline.js", { scope: "./" }).catch(() => undefined);
    }
  }
}

function isFramed(): boolean {
  return window.top !== window;
}

/** The server's module; from a web server that does not know its type, too. */
async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch(MODULE);
  if (!response.ok) {
    throw new Error(`the web server has no ${MODULE} (${response.status})`);
  }
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
