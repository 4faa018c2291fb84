// VS Code for the Web as static files of this machine, with extensions beside it.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves the workbench and the extensions' folders, and answers with the address. */
export async function served(workbench, extensions) {
  const folders = { "/vscode/": workbench };
  extensions.forEach((folder, number) => (folders[`/extension-${number}/`] = folder));
  const page = readFileSync(join(workbench, "out/vs/code/browser/workbench/workbench.html"), "utf8");
  const index = page.replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "/vscode").replaceAll(/\{\{\w+\}\}/g, "");
  const product = (authority) => ({
    productConfiguration: { nameShort: "Code", nameLong: "Code", applicationName: "code", dataFolderName: ".code", version: "1.91.1" },
    additionalBuiltinExtensions: extensions.map((_, number) => ({ scheme: "http", authority, path: `/extension-${number}` })),
    // A webview's frame has an origin of its own, which begins as VS Code says, and is of the same site: no other machine is
    // asked for it, and it may have a service worker.
    webviewEndpoint: `http://{{uuid}}.${authority}/vscode/out/vs/workbench/contrib/webview/browser/pre/`,
    folderUri: { scheme: "memfs", path: "/" },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const answer = (type, body) => response.writeHead(200, { "content-type": type }).end(body);
    if (pathname === "/") {
      return answer("text/html", index);
    }
    if (pathname === "/product.json") {
      return answer("application/json", JSON.stringify(product(request.headers.host)));
    }
    const root = Object.keys(folders).find((one) => pathname.startsWith(one));
    try {
      const path = normalize(join(folders[root], decodeURIComponent(pathname.slice(root.length))));
      return answer(TYPES[extname(path)] ?? "application/octet-stream", readFileSync(path));
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return `http://code.localhost:${server.address().port}/`;
}
