// What people choose: the page's looks, and how the server judges.

import { element } from "../../../board/src/element";
import { showPage } from "./dialog";

const KEY = "vgn-lsp-settings";

export interface PageSettings {
  theme: "system" | "light" | "dark";
  /** Of the text, in pixels. */
  size: number;
  wrap: boolean;
  board: boolean;
  strictness: "full" | "basic" | "off";
  /** Levels by code, as in `[diagnostics]` of `vgn.toml`. */
  levels: string;
  /** Kinds of hints in the text, as in `[hints]` of `vgn.toml`. */
  hints: Record<string, boolean | string>;
}

const HINTS: Readonly<Record<string, string>> = {
  nags: "glyphs of NAGs",
  numbers: "numbers that are left out",
  evaluations: "evaluations",
  times: "times of half-moves",
  opening: "the opening, where the game leaves it",
  transpositions: "positions of other games",
  commands: "what commands in comments mean",
};
const NOTATIONS: Readonly<Record<string, string>> = { off: "none", SAN: "SAN", LAN: "LAN", UCI: "UCI", FCN: "FCN", MCN: "MCN" };

const DEFAULTS: PageSettings = { theme: "system", size: 14, wrap: true, board: true, strictness: "full", levels: "", hints: { nags: true } };
const LEVELS = ["error", "warning", "information", "hint", "off"];

export function readSettings(): PageSettings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<PageSettings>) };
  } catch {
    return DEFAULTS;
  }
}

export function writeSettings(settings: PageSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold until the page is left.
  }
}

/** The settings as the server reads an editor's. */
export function serverSettings({ strictness, levels, hints }: PageSettings): object {
  const diagnostics: Record<string, string> = {};
  for (const line of levels.split("\n")) {
    const [, code, level] = /^\s*([\w-]+)\s*[=:]\s*"?(\w+)"?\s*$/.exec(line) ?? [];
    if (code !== undefined && level !== undefined && LEVELS.includes(level)) {
      diagnostics[code] = level;
    }
  }
  // The page has one engine, which only a command starts.
  return { strictness, diagnostics, hints, engine: { path: "Stockfish", hash: 32 } };
}

/** Whether the page is dark. */
export function isDark({ theme }: PageSettings): boolean {
  return theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** Asks for settings; undefined where nothing was chosen. */
export async function askSettings(now: PageSettings): Promise<PageSettings | undefined> {
  const theme = select({ system: "as the system", light: "light", dark: "dark" }, now.theme);
  const size = element("input", { type: "number", min: "10", max: "32", value: String(now.size) });
  const wrap = element("input", { type: "checkbox" });
  wrap.checked = now.wrap;
  const strictness = select(
    { full: "full: the rules of chess", basic: "basic: how pieces move", off: "off" },
    now.strictness,
  );
  const levels = element("textarea", { rows: "5", spellcheck: "false", placeholder: 'over-disambiguated = "off"' });
  levels.value = now.levels;
  const kinds = Object.entries(HINTS).map(([kind, words]) => {
    const box = element("input", { type: "checkbox", "data-hint": kind });
    box.checked = now.hints[kind] === true;
    return { kind, box, label: element("label", {}, box, ` ${words}`) };
  });
  const notation = select(NOTATIONS, String(now.hints["notation"] ?? "off"));
  const form = element(
    "div",
    { class: "form" },
    field("Colours", theme),
    field("Size of the text, in pixels", size),
    field("Wrap long lines", wrap),
    field("How strictly moves are judged", strictness),
    element("fieldset", {}, element("legend", {}, "Hints in the text"), ...kinds.map(({ label }) => label)),
    field("Half-moves in another notation, as hints", notation),
    field("Levels of findings, a line each: a code, and error, warning, information, hint or off", levels),
  );
  if ((await showPage("Settings", form, ["Save"])) === undefined) {
    return undefined;
  }
  return {
    ...now,
    theme: theme.value as PageSettings["theme"],
    size: Math.min(32, Math.max(10, Number(size.value) || DEFAULTS.size)),
    wrap: wrap.checked,
    strictness: strictness.value as PageSettings["strictness"],
    levels: levels.value,
    hints: { ...Object.fromEntries(kinds.map(({ kind, box }) => [kind, box.checked])), notation: notation.value },
  };
}

function field(label: string, input: HTMLElement): HTMLElement {
  return element("label", {}, element("span", {}, label), input);
}

function select(options: Record<string, string>, value: string): HTMLSelectElement {
  const made = element("select", {}, ...Object.entries(options).map(([key, text]) => element("option", { value: key }, text)));
  made.value = value;
  return made;
}
