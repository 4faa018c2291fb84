// The board as a picture: SVG, and PNG made of it.

import { SHAPE_COLORS } from "./board_view";
import { NAMES, type Board, type Man } from "./fen";
import type { Color, Shape } from "./messages";

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Squares are so wide in the picture, in its own units; one of PNG has twice as many pixels. */
const SIDE = 45;
const SCALE = 2;

export interface Pictured {
  board: Board;
  orientation: Color;
  lastMove: readonly string[];
  shapes: readonly Shape[];
  coordinates: boolean;
}

/** The picture in the colours and pieces that are shown. */
export function svgOf({ board, orientation, lastMove, shapes, coordinates }: Pictured, page: HTMLElement): string {
  const style = getComputedStyle(page);
  const [light, dark, last] = ["--square-light", "--square-dark", "--square-last"].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  const whole = node("svg", {
    xmlns: NAMESPACE,
    viewBox: `0 0 ${8 * SIDE} ${8 * SIDE}`,
    width: 8 * SIDE,
    height: 8 * SIDE,
  });
  const corner = (square: string): [number, number] => {
    const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
    return orientation === "white" ? [file * SIDE, (7 - rank) * SIDE] : [(7 - file) * SIDE, rank * SIDE];
  };
  for (const file of "abcdefgh") {
    for (let rank = 1; rank <= 8; rank++) {
      const [x, y] = corner(`${file}${rank}`);
      const isLight = (file.charCodeAt(0) + rank) % 2 === 0;
      whole.append(
        node("rect", {
          x,
          y,
          width: SIDE,
          height: SIDE,
          fill: (isLight ? light : dark) || (isLight ? "#fff" : "#999"),
        }),
      );
    }
  }
  for (const square of lastMove) {
    const [x, y] = corner(square);
    whole.append(node("rect", { x, y, width: SIDE, height: SIDE, fill: last || "#9bc700", "fill-opacity": 0.45 }));
  }
  if (coordinates) {
    for (let at = 0; at < 8; at++) {
      const [file, rank] = orientation === "white" ? ["abcdefgh"[at], 8 - at] : ["hgfedcba"[at], at + 1];
      const font = {
        "font-size": 9,
        "font-family": "sans-serif",
        "font-weight": "bold",
        fill: "#000",
        "fill-opacity": 0.7,
      };
      whole.append(node("text", { x: 2, y: at * SIDE + 10, ...font }, String(rank)));
      whole.append(node("text", { x: (at + 1) * SIDE - 8, y: 8 * SIDE - 2.5, ...font }, file));
    }
  }
  const looks = new Map<string, SVGElement>();
  for (const [square, man] of board.squares) {
    const [x, y] = corner(square);
    const key = `${man.color} ${man.letter}`;
    const look = looks.get(key) ?? lookOf(man, page);
    looks.set(key, look);
    const placed = node("g", { transform: `translate(${x} ${y})` });
    placed.append(look.cloneNode(true));
    whole.append(placed);
  }
  for (const { color, from, to } of shapes) {
    whole.append(shapeNode(SHAPE_COLORS[color], corner(from), to === undefined ? undefined : corner(to)));
  }
  return new XMLSerializer().serializeToString(whole);
}

/** How the style sheet draws a man: by an image, or by a sign. */
function lookOf({ color, letter }: Man, page: HTMLElement): SVGElement {
  const wrap = document.createElement("div");
  wrap.className = "cg-wrap";
  wrap.hidden = true;
  const piece = document.createElement("piece");
  piece.className = `${color} ${NAMES[letter]}`;
  wrap.append(piece);
  page.append(wrap);
  const image = /^url\("?(data:image\/svg\+xml[^")]+)"?\)$/.exec(getComputedStyle(piece).backgroundImage)?.[1];
  const sign = getComputedStyle(piece, "::before").content.replace(/^"|"$/g, "");
  wrap.remove();
  if (image !== undefined) {
    return node("image", { href: image, width: SIDE, height: SIDE });
  }
  const [fill, stroke] = color === "white" ? ["#fff", "#000"] : ["#000", "#fff"];
  const text = { x: SIDE / 2, y: 0.8 * SIDE, "text-anchor": "middle", "font-size": 0.82 * SIDE, "font-weight": "bold" };
  return node(
    "text",
    { ...text, fill, stroke, "stroke-width": 0.8, "paint-order": "stroke" },
    sign === "none" ? letter : sign,
  );
}

function shapeNode(color: string, [x, y]: [number, number], to: [number, number] | undefined): SVGElement {
  const [centerX, centerY] = [x + SIDE / 2, y + SIDE / 2];
  const line = { stroke: color, "stroke-opacity": 0.8, fill: "none" };
  if (to === undefined) {
    return node("circle", { cx: centerX, cy: centerY, r: SIDE / 2 - 1.5, "stroke-width": 3, ...line });
  }
  const [endX, endY] = [to[0] + SIDE / 2, to[1] + SIDE / 2];
  const length = Math.hypot(endX - centerX, endY - centerY);
  const angle = (Math.atan2(endY - centerY, endX - centerX) * 180) / Math.PI;
  const arrow = node("path", {
    d: `M0 -3.5 H${length - 18} V-9 L${length - 4} 0 L${length - 18} 9 V3.5 H0 Z`,
    fill: color,
    "fill-opacity": 0.8,
    transform: `translate(${centerX} ${centerY}) rotate(${angle})`,
  });
  return arrow;
}

function node(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== "xmlns") {
      made.setAttribute(key, String(value));
    }
  }
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

/** A picture in pixels. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 8 * SIDE * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob === null ? failed(new Error("no picture was made")) : done(blob)), "image/png");
  });
}

/** Copies the board; what has become of it, as a sentence. */
export async function copyPicture(picture: Pictured, page: HTMLElement, kind: "png" | "svg"): Promise<string> {
  try {
    const svg = svgOf(picture, page);
    if (kind === "svg") {
      await navigator.clipboard.writeText(svg);
      return "The board is copied as SVG.";
    }
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(svg) })]);
    return "The board is copied as a picture.";
  } catch (error) {
    return `The board is not copied: ${error instanceof Error ? error.message : String(error)}`;
  }
}
