// What is pasted, as text: markup of a web page becomes lines, and nothing of it is run or shown.

const BLOCKS = "ADDRESS ARTICLE BLOCKQUOTE BR DD DIV DL DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION TABLE TR UL";
const GONE = "SCRIPT STYLE TEMPLATE IFRAME OBJECT SVG NOSCRIPT HEAD TITLE BUTTON SELECT";
const isBlock = new Set(BLOCKS.split(" "));
const isGone = new Set(GONE.split(" "));
const MARKUP = /^\s*<(?:!doctype|html|body|div|p|table|pre|span|article|section)\b/i;

/** The text to insert, and what was left out of it; undefined where the browser's own way is right. */
export function pastedText(data: DataTransfer): { text: string; leftOut: string } | undefined {
  const plain = data.getData("text/plain");
  const html = plain === "" ? data.getData("text/html") : MARKUP.test(plain) ? plain : "";
  if (html === "") {
    return undefined;
  }
  return { text: textOf(html), leftOut: "The markup of what was pasted was left out." };
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
