// What is pasted, as text: markup of a web page becomes lines, and nothing of it is run or shown.

import { cleaned, type CleanedText } from "./cleaning";

const BLOCKS = "ADDRESS ARTICLE BLOCKQUOTE BR DD DIV DL DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL";
const GONE = "SCRIPT STYLE TEMPLATE IFRAME OBJECT SVG NOSCRIPT HEAD TITLE BUTTON SELECT";
const isBlock = new Set(BLOCKS.split(" "));
const isGone = new Set(GONE.split(" "));
const MARKUP = /^\s*<(?:!doctype|html|body|div|p|table|pre|span|article|section)\b/i;

/** Pieces that a page draws, by letters in its markup: the text of the page lacks them. */
const DRAWN = /\sdata-figurine=/;
const FIGURINES: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

export interface PastedText {
  text: string;
  /** It was markup, of which only the text is here. */
  isMarkup: boolean;
  /** The games in it, where it holds other things too. */
  games: CleanedText | undefined;
}

/** What is pasted; undefined where the browser's own way is right. */
export function pastedText(data: DataTransfer): PastedText | undefined {
  const plain = data.getData("text/plain");
  const rich = data.getData("text/html");
  const html = plain === "" || DRAWN.test(rich) ? rich : MARKUP.test(plain) ? plain : "";
  const isMarkup = html !== "";
  const text = isMarkup ? textOf(html) : plain;
  const games = cleaned(text);
  return isMarkup || games !== undefined ? { text, isMarkup, games } : undefined;
}

/** The text of a piece of HTML, its blocks on lines of their own. */
export function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const parts: string[] = [];
  const walk = (node: Node, isPre: boolean): void => {
    if (node instanceof Text) {
      parts.push(isPre ? node.data : node.data.replace(/\s+/g, " "));
      return;
    }
    if (!(node instanceof Element) || isGone.has(node.tagName.toUpperCase())) {
      return;
    }
    const { tagName } = node;
    parts.push(FIGURINES[node.getAttribute("data-figurine")?.toUpperCase() ?? ""] ?? "");
    if (isBlock.has(tagName)) {
      parts.push("\n");
    } else if (tagName === "TD" || tagName === "TH") {
      parts.push(" ");
    }
    node.childNodes.forEach((child) => walk(child, isPre || tagName === "PRE"));
    if (isBlock.has(tagName) && tagName !== "BR") {
      parts.push("\n");
    }
  };
  walk(body, false);
  const lines = parts.join("").replaceAll("\u00a0", " ").split("\n").map((line) => line.trimEnd().replace(/^ +/, ""));
  return lines.join("\n").replace(/\n{3,}/g, "\n\n").trim();
}
