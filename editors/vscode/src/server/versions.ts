// The server's version beside the extension's. Knows nothing of the editor.

import { lt, valid } from "semver";

/** Whether the server is older than the extension. Versions that cannot be compared are left alone. */
export function isOlder(server: string, extension: string): boolean {
  return valid(server) !== null && valid(extension) !== null && lt(server, extension);
}

/** The two versions as one word, for what is remembered of them. */
export function pairOf(server: string, extension: string): string {
  return `${server} beside ${extension}`;
}

/** The sentence about an older server; `hidesOwn`: the extension has one of its own that the settings keep from use. */
export function saidOfOlder(program: string, server: string, extension: string, hidesOwn: boolean): string {
  const advice = hidesOwn ? "use the server in the extension" : `install vgn-lsp ${extension}`;
  return (
    `${program} is vgn-lsp ${server}, which is older than this extension (${extension}) and may lack what it offers: ` +
    `${advice}.`
  );
}
