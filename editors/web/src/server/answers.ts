// What the server asks of the page, and what the page answers.

import type { WorkspaceEdit } from "vscode-languageserver-types";

export interface ServerQuestions {
  applyEdit(edit: WorkspaceEdit): void;
  /** Settings by section, as the server names them. */
  settings(): unknown;
  choose(question: string, choices: string[]): Promise<string | undefined>;
  /** Shows a page or a place; `false` where there is none. */
  show(uri: string): Promise<boolean>;
}

/** Answers by method; what is not here is refused. */
export function answerer(page: ServerQuestions): (method: string, params: unknown) => Promise<unknown> {
  const answers: Record<string, (params: never) => unknown> = {
    "workspace/applyEdit": ({ edit }: { edit: WorkspaceEdit }) => {
      try {
        page.applyEdit(edit);
        return { applied: true };
      } catch (error) {
        return { applied: false, failureReason: error instanceof Error ? error.message : String(error) };
      }
    },
    "workspace/configuration": ({ items }: { items: unknown[] }) => items.map(() => page.settings()),
    "window/showMessageRequest": async ({ message, actions }: { message: string; actions?: { title: string }[] }) => {
      const title = await page.choose(message, (actions ?? []).map((action) => action.title));
      return title === undefined ? null : { title };
    },
    "window/showDocument": async ({ uri }: { uri: string }) => ({ success: await page.show(uri) }),
    "window/workDoneProgress/create": () => null,
    "client/registerCapability": () => null,
    "client/unregisterCapability": () => null,
  };
  return async (method, params) => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (answer === undefined) {
      throw new Error(`the page does not know ${method}`);
    }
    return answer(params as never);
  };
}
