// terminal.mjs FILE: a terminal's screen, as `tmux capture-pane -e` writes it, as a page.

import { readFileSync } from "node:fs";

const INK = "#e0e2ea";
const PAPER = "#14161b";

let style = {};

/** Takes the numbers of one escape sequence. */
function set(codes) {
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at];
    if (code === 0) style = {};
    else if (code === 1) style.bold = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 7) style.reverse = true;
    else if (code === 22) style.bold = false;
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code === 27) style.reverse = false;
    else if (code === 39) style.ink = undefined;
    else if (code === 49) style.paper = undefined;
    else if ((code === 38 || code === 48) && codes[at + 1] === 2) {
      style[code === 38 ? "ink" : "paper"] = `rgb(${codes.slice(at + 2, at + 5)})`;
      at += 4;
    }
  }
}

function span(text) {
  let [ink, paper] = [style.ink ?? INK, style.paper ?? PAPER];
  if (style.reverse) [ink, paper] = [paper, ink];
  const rules = [`color:${ink}`, `background:${paper}`];
  if (style.bold) rules.push("font-weight:bold");
  if (style.italic) rules.push("font-style:italic");
  // Diagnostics are all that Neovim underlines here, in a colour that tmux does not tell.
  if (style.underline) rules.push("text-decoration:underline 2px #ff6b6b");
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<span style="${rules.join(";")}">${safe}</span>`;
}

const lines = readFileSync(process.argv[2], "utf8").trimEnd().split("\n");
const rows = lines.map((line) =>
  line
    .split(/\x1b\[([\d;:]*)m/)
    .map((part, index) => (index % 2 ? (set(part.split(/[;:]/).map(Number)), "") : part && span(part)))
    .join(""),
);
console.log(
  `<!doctype html><meta charset="utf-8"><body style="margin:0;background:${PAPER}">` +
    `<pre style="margin:14px;font:15px/19px 'DejaVu Sans Mono',monospace">${rows.join("\n")}</pre>`,
);
