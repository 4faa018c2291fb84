// What is seen of the tree: the moves with their games and results, and the games of the highest ratings.

import { button, element, say, set } from "./element";
import { icon } from "./icon";
import type { Results, TreeGame, TreeMessage, TreeMove } from "./messages";

export interface TreeEvents {
  /** A move is to be played, or gone to. */
  played(move: TreeMove): void;
  /** A game of the list is to be opened, by its place there; none where no editor has the text. */
  opened(game: number): void;
  close(): void;
}

/** Parts of a bar at least so wide, in percent, have their number in them. */
const READABLE = 17;

export class TreePanel {
  readonly element = element("section", { class: "tree", "aria-label": "Tree of the position", tabindex: "-1" });
  private readonly total = element("p", { class: "tree-total", role: "status" });
  private readonly rows = element("tbody");
  private readonly table: HTMLElement;
  private readonly gamesTitle = element("h3", {}, "Games");
  private readonly games = element("ul", { class: "tree-games", "aria-label": "Games with the highest ratings" });
  private moves: TreeMove[] = [];
  /** The games can be opened. */
  isLinked = true;

  constructor(private readonly events: TreeEvents) {
    const heads = ["Move", "Games", "Results", "Rating", "Last"].map((name) => element("th", { scope: "col" }, name));
    this.table = element("table", { class: "tree-moves" }, element("thead", {}, element("tr", {}, ...heads)), this.rows);
    const close = button("Close the tree", icon("cancel"), () => events.close(), { "aria-keyshortcuts": "x" });
    const top = element("div", { class: "tree-top" }, element("h2", {}, "Tree"), this.total, close);
    this.element.append(top, this.table, this.gamesTitle, this.games);
    this.element.hidden = true;
    this.rows.addEventListener("click", ({ target }) => {
      const row = (target as Element).closest("tr");
      const move = this.moves[row === null ? -1 : [...this.rows.children].indexOf(row)];
      if (move !== undefined) {
        events.played(move);
      }
    });
    this.rows.addEventListener("keydown", (event) => this.step(event));
    this.clear();
  }

  open(): void {
    this.element.hidden = false;
    this.element.focus({ preventScroll: true });
  }

  close(): void {
    this.element.hidden = true;
    this.clear();
  }

  /** What is shown is of another place. */
  wait(): void {
    set(this.element, "aria-busy", "true");
  }

  /** There is no tree, for this reason. */
  say(text: string): void {
    this.clear();
    say(this.total, text);
  }

  show(found: TreeMessage): void {
    // What has the keys keeps them, at the same move where it is still there.
    const { activeElement } = document;
    const hasKeys = this.element.contains(activeElement) && !(activeElement?.closest(".tree-top") ?? false);
    const before = this.rows.contains(activeElement) ? activeElement?.textContent : undefined;
    this.clear();
    this.moves = found.moves;
    say(this.total, totalText(found));
    this.rows.replaceChildren(...found.moves.map((move, at) => rowOf(move, at === 0, found.games)));
    this.table.hidden = found.moves.length === 0;
    this.games.replaceChildren(...found.best.map((game, at) => this.gameOf(game, at)));
    this.games.hidden = this.gamesTitle.hidden = found.best.length === 0;
    if (hasKeys) {
      const rows = this.buttons;
      this.focus(rows.find(({ textContent }) => textContent === before) ?? rows[0] ?? this.element);
    }
  }

  private gameOf(game: TreeGame, at: number): HTMLElement {
    const { file, result, date } = game;
    const known = [result === "*" ? "" : result, /^\d{4}/.exec(date)?.[0] ?? "", file ?? ""];
    const parts = [
      `${nameOf(game.white, game.whiteRating)} – ${nameOf(game.black, game.blackRating)}`,
      element("span", { class: "tree-of" }, known.filter((part) => part !== "").join(" · ")),
    ];
    if (!this.isLinked) {
      return element("li", {}, ...parts);
    }
    const made = element("button", { type: "button", class: "tree-game" }, ...parts);
    made.addEventListener("click", () => this.events.opened(at));
    return element("li", {}, made);
  }

  private clear(): void {
    set(this.element, "aria-busy", undefined);
    this.moves = [];
    this.total.textContent = "";
    this.rows.replaceChildren();
    this.games.replaceChildren();
    this.table.hidden = this.games.hidden = this.gamesTitle.hidden = true;
  }

  private get buttons(): HTMLButtonElement[] {
    return [...this.rows.querySelectorAll("button")];
  }

  /** Arrow keys go from move to move. */
  private step(event: KeyboardEvent): void {
    const rows = this.buttons;
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || way === undefined || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    this.focus(rows[Math.min(Math.max(at + way, 0), rows.length - 1)] ?? this.element);
  }

  private focus(on: HTMLElement): void {
    for (const row of this.buttons) {
      row.tabIndex = row === on ? 0 : -1;
    }
    on.focus();
  }
}

function rowOf(move: TreeMove, isFirst: boolean, games: number): HTMLElement {
  const share = games === 0 ? 0 : Math.round((100 * move.games) / games);
  const name = element("button", { type: "button", class: "tree-move", tabindex: isFirst ? "0" : "-1" }, move.san);
  name.setAttribute("aria-description", `${countText(move.games)}, ${resultText(move)}`);
  const cell = (text: string, kind: string): HTMLElement => element("td", { class: kind }, text);
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, name),
    element("td", { class: "tree-count" }, String(move.games), element("span", { class: "tree-share" }, `${share}\u00a0%`)),
    element("td", { class: "tree-results" }, barOf(move)),
    cell(String(move.averageRating ?? ""), "tree-rating"),
    cell(String(move.lastYear ?? ""), "tree-year"),
  );
}

/** The results as a bar: White, draws, Black. */
export function barOf(results: Results): HTMLElement {
  const bar = element("div", { class: "tree-bar", role: "img", "aria-label": resultText(results) });
  const parts = sharesOf(results);
  for (const [kind, percent] of parts ?? []) {
    const part = element("span", { class: `tree-${kind}` }, percent >= READABLE ? String(percent) : "");
    part.style.flexGrow = String(percent);
    bar.append(part);
  }
  return bar;
}

/** Percent of the games with a result; together 100. */
export function sharesOf({ white, draws, black }: Results): [kind: string, percent: number][] | undefined {
  const all = white + draws + black;
  if (all === 0) {
    return undefined;
  }
  const won = Math.round((100 * white) / all);
  const drawn = Math.min(Math.round((100 * draws) / all), 100 - won);
  const shares: [string, number][] = [["white", won], ["draws", drawn], ["black", 100 - won - drawn]];
  return shares;
}

export function resultText(results: Results): string {
  const [white, draws, black] = sharesOf(results) ?? [];
  if (white === undefined || draws === undefined || black === undefined) {
    return "no results";
  }
  return `White wins ${white[1]}\u00a0%, draws ${draws[1]}\u00a0%, Black wins ${black[1]}\u00a0%`;
}

function countText(games: number): string {
  return games === 1 ? "1 game" : `${games} games`;
}

export function totalText({ games, opening, complete, leftOut, ...results }: TreeMessage): string {
  const parts = [
    countText(games),
    ...(sharesOf(results) === undefined ? [] : [resultText(results)]),
    ...(opening === undefined ? [] : [`${opening.eco} ${opening.name}`]),
    ...(complete ? [] : ["still reading files"]),
    ...(leftOut ? ["not all files are counted"] : []),
  ];
  return parts.join(" · ");
}

function nameOf(name: string, rating: number | null | undefined): string {
  return `${name === "" ? "?" : name}${typeof rating === "number" ? ` (${rating})` : ""}`;
}
