// The server's Markdown as elements: only what its pages need, whatever stands in a file.

import { marked } from "marked";

const ELEMENTS = new Set(
  ("A B BLOCKQUOTE BR CODE DEL DIV EM H1 H2 H3 H4 HR I KBD LI OL P PRE S SPAN STRONG SUB SUP " +
    "TABLE TBODY TD TH THEAD TR UL").split(" "),
);
const GONE = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "EMBED", "SVG", "MATH", "NOSCRIPT"]);

/** The same HTML with harmless elements alone, and without attributes but a link's address. */
export function cleanHtml(html: string): string {
  // Nothing of a document that is parsed so is loaded or run.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  cleanChildren(parsed.body);
  return parsed.body.innerHTML;
}

function cleanChildren(parent: Element): void {
  for (const child of [...parent.children]) {
    if (GONE.has(child.tagName.toUpperCase())) {
      child.remove();
      continue;
    }
    cleanChildren(child);
    if (!ELEMENTS.has(child.tagName)) {
      child.replaceWith(...child.childNodes);
      continue;
    }
    const href = child.tagName === "A" ? child.getAttribute("href") : null;
    for (const { name } of [...child.attributes]) {
      child.removeAttribute(name);
    }
    if (href !== null && /^https:\/\//.test(href)) {
      child.setAttribute("href", href);
      child.setAttribute("target", "_blank");
      child.setAttribute("rel", "noopener noreferrer");
    }
  }
}

/** A page of Markdown as an element. */
export function markdown(text: string): HTMLElement {
  const page = document.createElement("div");
  page.className = "markdown";
  page.innerHTML = cleanHtml(marked.parse(text, { async: false }));
  return page;
}
