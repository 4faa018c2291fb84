// The server as the rest of the page sees it: requests, and a worker that is there again where one has died.

import { formatKeymap, hoverTooltips, LSPClient, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { keymap } from "@codemirror/view";
import { partsOf } from "../documents/parts";
import { base64 } from "../documents/bytes";
import { OpenFiles } from "../documents/workspace";
import { choose } from "../panels/chooser";
import { cleanHtml } from "../panels/markdown";
import type { Notices } from "../panels/notices";
import { serverSettings, type PageSettings } from "../panels/settings";
import { type FindingActs, findings } from "../text/findings";
import { EngineFollower, type EngineEvents } from "../engine/engine_follower";
import { answerer } from "./answers";
import { CAPABILITIES } from "./capabilities";
import { Connection, Restarted } from "./connection";
import type { GameRows } from "./large";
import { applyEdit } from "./edits";
import { Progress, type ShownWork } from "./progress";

/** How long an answer may take, in milliseconds: large files take their time. */
const PATIENCE = 600_000;

export interface SessionEvents {
  settings(): PageSettings;
  findings: FindingActs;
  working(work: ShownWork | undefined): void;
  engine: EngineEvents;
  notices: Notices;
  /** The server has been started again. */
  again(): void;
  explain(code: string): Promise<void>;
}

export class Session {
  readonly client: LSPClient;
  readonly files: OpenFiles;
  readonly progress: Progress;
  readonly engine: EngineFollower;
  private readonly connection: Connection;
  /** Is told what engines find, beside those who follow them. */
  engineTold: (info: { id: number; uri: string }) => void = () => undefined;
  private isSyncing = false;

  constructor(
    module: Promise<WebAssembly.Module>,
    readonly events: SessionEvents,
  ) {
    // What the editor asks by itself, such as hovers, nobody waits for.
    addEventListener("unhandledrejection", (event) => event.reason instanceof Restarted && event.preventDefault());
    this.progress = new Progress((work) => events.working(work));
    this.engine = new EngineFollower(() => this.client, events.engine);
    const asked = answerer({
      applyEdit: (edit) => applyEdit(this.client, this.files, edit),
      settings: () => serverSettings(events.settings()),
      choose: (question, choices) => choose(question, choices.map((title) => ({ title, value: title }))),
      show: async (uri) => {
        const [, code] = /^vgn-explain:\/(.*)\.md$/.exec(uri) ?? [];
        if (code !== undefined) {
          await events.explain(code);
        }
        return code !== undefined;
      },
    });
    this.connection = new Connection(module, { asked, died: (why, again) => this.died(why, again) });
    this.client = new LSPClient({
      timeout: PATIENCE,
      sanitizeHTML: cleanHtml,
      workspace: (client) => new OpenFiles(client),
      initializationOptions: serverSettings(events.settings()),
      notificationHandlers: {
        "vgn/engineInfo": (_client, info: { id: number; uri: string }) => {
          this.engineTold(info);
          return false;
        },
        "window/showMessage": (_client, { message, type }: { message: string; type: number }) => {
          if (type <= 2) {
            events.notices.warn(message);
          } else {
            events.notices.say(message);
          }
          return true;
        },
      },
      extensions: [
        { clientCapabilities: CAPABILITIES },
        findings(() => this.files, events.findings),
        this.progress.extension,
        this.engine.extension,
        serverCompletion(),
        hoverTooltips(),
        signatureHelp(),
        keymap.of(formatKeymap),
      ],
    });
    this.files = this.client.workspace as OpenFiles;
    // The text of a large file takes too long as JSON.
    this.client.didOpen = ({ uri, languageId, version, doc }) => {
      void this.client.initializing.then(() => this.connection.open({ uri, languageId, version }, partsOf(doc)));
    };
  }

  start(): void {
    this.connection.start();
    this.client.connect(this.connection);
  }

  /** Starts the server again, with the texts as they stand. */
  restart(): void {
    this.client.sync();
    this.progress.clear();
    this.engine.forget();
    this.client.disconnect();
    this.refuseWaiting();
    this.start();
    this.events.again();
  }

  /** The games of a file; undefined where its text has changed meanwhile. */
  async games(uri: string): Promise<GameRows | undefined> {
    await this.client.initializing;
    this.client.sync();
    return this.connection.games(uri);
  }

  /** Tells the server what was typed, once a turn. */
  sync(): void {
    if (!this.isSyncing) {
      this.isSyncing = true;
      queueMicrotask(() => {
        this.isSyncing = false;
        this.client.sync();
      });
    }
  }

  request<Result>(method: string, params: object): Promise<Result> {
    this.client.sync();
    return this.client.request(method, params);
  }

  /** Lends the server the bytes of a file, where there are any, for as long as `act` takes. */
  async lending<Result>(uri: string, bytes: Uint8Array | undefined, act: () => Promise<Result>): Promise<Result> {
    if (bytes === undefined) {
      return act();
    }
    this.client.notification("vgn/lendFiles", { files: [{ uri, base64: await base64(bytes) }] });
    try {
      return await act();
    } finally {
      this.client.notification("vgn/lendFiles", { files: [{ uri }] });
    }
  }

  /** The text that shows the binary games of a file; undefined where it has none. */
  decodedText(uri: string, bytes: Uint8Array): Promise<string | undefined> {
    return this.lending(uri, bytes, async () => {
      const params = { textDocument: { uri } };
      const { text, binaryGames } = await this.request<{ text: string; binaryGames: number }>("vgn/decodedText", params);
      return binaryGames === 0 ? undefined : text;
    });
  }

  /** Tells the server that settings have changed. */
  configure(): void {
    const settings = { vgn: serverSettings(this.events.settings()) };
    this.client.notification("workspace/didChangeConfiguration", { settings });
  }

  private died(why: string, again: boolean): void {
    const { notices } = this.events;
    if (again) {
      this.restart();
      notices.warn("The checker has stopped and was started again. Your text is as it was.");
    } else {
      this.progress.clear();
      this.engine.forget();
      this.refuseWaiting();
      notices.warn(
        `The checker has stopped again, and this text may be why: it stays as it is, without findings. ` +
          `Save it; the command “Start the checker again” tries once more. (${why})`,
      );
    }
  }

  /** Nobody answers any more what the server before was asked. */
  private refuseWaiting(): void {
    type Waiting = { timeout: number; reject(error: Error): void };
    const waiting = (Reflect.get(this.client, "requests") as Waiting[]).splice(0);
    for (const { timeout, reject } of waiting) {
      clearTimeout(timeout);
      reject(new Restarted());
    }
  }
}
