// The question before games are taken out of what is pasted: what stays, and what is left out.

import { element } from "../../../board/src/element";
import type { CleanedText } from "../documents/cleaning";
import { showPage } from "./dialog";

/** So many pieces of what is left out are listed; the number of the others is told. */
const MOST_LISTED = 100;
const GAMES = "Insert the games";
const ALL = "Insert all of it";

/** What people want of what is pasted; undefined where they want nothing. */
export async function askPaste({ text, leftOut }: CleanedText): Promise<"games" | "all" | undefined> {
  const others = leftOut.length - MOST_LISTED;
  const list = leftOut.slice(0, MOST_LISTED).map((piece) => element("li", {}, piece));
  const gone =
    leftOut.length === 0
      ? [element("p", { class: "good" }, "Nothing is left out; numbers and signs are written as in PGN.")]
      : [
          element("p", {}, "What would be left out:"),
          element("ul", { class: "losses" }, ...list),
          ...(others > 0 ? [element("p", {}, `and ${others.toLocaleString("en")} more`)] : []),
        ];
  const pressed = await showPage("Games in what is pasted", element("div", {}, ...gone, element("pre", { class: "new-text" }, text)), [GAMES, ALL]);
  return pressed === GAMES ? "games" : pressed === ALL ? "all" : undefined;
}
