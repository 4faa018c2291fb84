// The server's conversions by notation: each title says what is converted, to what, where to, and with which losses.

const TITLE = /^Convert (.+?) to (.+?) \(([^()]+)\)( in a new file)?(?:[,;] (.*))?$/s;

/** A way to convert to a notation: of what, and what is lost or left out. */
export interface Conversion<Action> {
  scope: string;
  remark: string;
  action: Action;
}

/** A notation, and what can be converted to it: in the server's order, this game first. */
export interface Named<Action> {
  name: string;
  fullName: string;
  conversions: Conversion<Action>[];
}

export function byNotation<Action extends { title: string }>(actions: readonly Action[]): Named<Action>[] {
  const notations = new Map<string, Named<Action>>();
  for (const action of actions) {
    const [, what = "", fullName = "", name = action.title, inNewFile, remark = ""] = TITLE.exec(action.title) ?? [];
    const scope = what.charAt(0).toUpperCase() + what.slice(1) + (inNewFile === undefined ? "" : ", in a new file");
    const named = notations.get(name) ?? { name, fullName, conversions: [] };
    named.conversions.push({ scope, remark, action });
    notations.set(name, named);
  }
  return [...notations.values()];
}
