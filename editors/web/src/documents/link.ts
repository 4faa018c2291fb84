// A link that holds a text: compressed, behind the `#` of the page's address, which browsers send to nobody.

import { gathered } from "./bytes";

/** The longest link, in characters: what chat programs and browsers still pass on whole. */
const LONGEST = 32_000;
/** The longest text that a link may become, in bytes. */
const MOST = 8 * 1024 * 1024;

export interface LinkedText {
  name: string;
  text: string;
}

/** The address of this page with a text in it. Fails with a sentence where it would be too long. */
export async function linkTo({ name, text }: LinkedText): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = await gathered(stream, MOST);
  const { origin, pathname } = location;
  const link = `${origin}${pathname}#name=${encodeURIComponent(name)}&text=${base64(packed ?? new Uint8Array())}`;
  if (packed === undefined || link.length > LONGEST) {
    throw new Error(
      `A link with this text has ${link.length.toLocaleString("en")} characters, and many programs cut those of more ` +
        `than ${LONGEST.toLocaleString("en")}: save the file and send that, or make a link of one game.`,
    );
  }
  return link;
}

/** The text in a link's fragment; undefined where there is none. Fails with a sentence where it cannot be read. */
export async function linkedText(fragment: string): Promise<LinkedText | undefined> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const text = fields.get("text");
  if (text === null) {
    return undefined;
  }
  const name = (fields.get("name") ?? "").replace(/[^\p{L}\p{N} ._()-]/gu, "").slice(0, 80).trim();
  let bytes: Uint8Array | undefined;
  try {
    const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    bytes = await gathered(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")), MOST);
  } catch {
    throw new Error("The link is damaged: it was probably cut when it was sent. Ask for the whole link, or for the file.");
  }
  if (bytes === undefined) {
    throw new Error("The text in the link is longer than 8 MB: ask for the file instead.");
  }
  return { name: /\.(?:pgn|vgn)$/i.test(name) ? name : "linked.pgn", text: new TextDecoder().decode(bytes) };
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) {
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
