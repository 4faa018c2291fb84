// Work of the server that takes a while: what it is at, and a button that ends it.

import type { LSPClient, LSPClientExtension } from "@codemirror/lsp-client";

interface Report {
  kind: "begin" | "report" | "end";
  title?: string;
  message?: string;
  percentage?: number;
  cancellable?: boolean;
}

export interface ShownWork {
  title: string;
  message: string;
  percentage: number | undefined;
  cancel: (() => void) | undefined;
}

export class Progress {
  private readonly all = new Map<string | number, ShownWork>();

  constructor(private readonly changed: (work: ShownWork | undefined) => void) {}

  get extension(): LSPClientExtension {
    const report = (client: LSPClient, params: { token: string | number; value: Report }): boolean => {
      this.report(client, params.token, params.value);
      return true;
    };
    return { notificationHandlers: { "$/progress": report } };
  }

  /** Work of the page itself; `cancel` ends it. The answer tells how far it is, or that it is done. */
  begin(title: string, cancel: () => void): (message?: string, percentage?: number) => void {
    const token = `page-${title}`;
    this.all.set(token, { title, message: "", percentage: undefined, cancel });
    this.tell();
    return (message, percentage) => {
      const work = this.all.get(token);
      if (message === undefined) {
        this.all.delete(token);
      } else if (work !== undefined) {
        Object.assign(work, { message, percentage });
      }
      this.tell();
    };
  }

  /** The server is gone, and its work with it. */
  clear(): void {
    this.all.clear();
    this.tell();
  }

  private report(client: LSPClient, token: string | number, value: Report): void {
    const work = this.all.get(token);
    if (value.kind === "begin") {
      const { title = "", message = "", percentage, cancellable } = value;
      const cancel = () => client.notification("window/workDoneProgress/cancel", { token });
      this.all.set(token, { title, message, percentage, cancel: cancellable === true ? cancel : undefined });
    } else if (value.kind === "end") {
      this.all.delete(token);
    } else if (work !== undefined) {
      work.message = value.message ?? work.message;
      work.percentage = value.percentage ?? work.percentage;
    }
    this.tell();
  }

  private tell(): void {
    this.changed([...this.all.values()].at(-1));
  }
}
