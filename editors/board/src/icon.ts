// Signs of buttons, and glyphs that fonts often lack: drawn, in the colour of the text around them.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Lines on a field of 24 by 24. */
const ICONS = {
  first: "M6 5V19M18 5 9 12 18 19Z",
  back: "M16 5 7 12 16 19Z",
  forward: "M8 5 17 12 8 19Z",
  last: "M18 5V19M6 5 15 12 6 19Z",
  flip: "M8 20V5M4 9 8 4.5 12 9M16 4V19M12 15 16 19.5 20 15",
  show: "M12 3V8M12 16V21M3 12H8M16 12H21M12 6A6 6 0 1 0 12 18 6 6 0 1 0 12 6",
  picture: "M4 5H20V19H4ZM4 16 9 11 13 15 16 12 20 16M15 8.5H15.5",
  markup: "M9 7 4 12 9 17M15 7 20 12 15 17",
  print: "M7 9V4H17V9M7 17H4V9H20V17H17M7 14H17V20H7Z",
  settings: "M4 7H13M17 7H20M15 5V9M4 12H7M11 12H20M9 10V14M4 17H14M18 17H20M16 15V19",
  pin: "M9 4H15L14 10 17 13H7L10 10ZM12 13V20",
  previousGame: "M14 6 8 12 14 18",
  nextGame: "M10 6 16 12 10 18",
  train: "M8.5 9A3.5 3.5 0 1 1 13.5 12C12.4 12.7 12 13.3 12 15M12 19V19.5M7 4H4V7M17 4H20V7M7 20H4V17M17 20H20V17",
  tree: "M6 4V20M6 8H11A2 2 0 0 1 13 10V20M6 4H16A3 3 0 0 1 19 7V20",
  engine: "M8 8H16V16H8ZM10 4V8M14 4V8M10 16V20M14 16V20M4 10H8M4 14H8M16 10H20M16 14H20",
  cancel: "M6 6 18 18M18 6 6 18",
} as const;

/** Glyphs of which many fonts have no picture. */
const GLYPHS: Record<string, string> = {
  "⩲": "M12 2V12M7 7H17M5 16H19M5 20H19",
  "⩱": "M5 4H19M5 8H19M12 12V22M7 17H17",
  "⨀": "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M12 11.5V12.5",
  "⟳": "M19 12A7 7 0 1 1 16 6.3M16.5 2.5V6.7H12.3",
  "⇆": "M4 8H20M16 4 20 8 16 12M20 16H4M8 12 4 16 8 20",
  "⊕": "M12 3A9 9 0 1 0 12 21 9 9 0 1 0 12 3M12 7V17M7 12H17",
};

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGElement {
  return drawn(ICONS[name], "icon");
}

/** A NAG's glyph; its text is there for those who hear or copy it. */
export function glyphNode(glyph: string): Node {
  const lines = Object.hasOwn(GLYPHS, glyph) ? GLYPHS[glyph] : undefined;
  if (lines === undefined) {
    return document.createTextNode(glyph);
  }
  const made = document.createElement("span");
  made.className = "drawn-glyph";
  const text = document.createElement("span");
  text.className = "heard";
  text.textContent = glyph;
  made.append(drawn(lines, "icon"), text);
  return made;
}

function drawn(lines: string, name: string): SVGElement {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", lines);
  svg.append(path);
  return svg;
}
