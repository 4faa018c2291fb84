// The connection with the server: started, restarted, stopped. What the server is, a launcher knows.

import * as vscode from "vscode";
import {
  State,
  type BaseLanguageClient,
  type FoldingRange,
  type FoldingRangeParams,
  type LanguageClientOptions,
} from "vscode-languageclient";
import { OPEN_IN_BROWSER, placeInFront } from "../board_in_browser";
import { CONVERT_GAME, chooseConversion } from "../conversions";
import type { EngineInfo } from "../engine";
import { EXPLAIN, explain } from "../explain";
import { FOLDING, FoldedText } from "../folded";
import { LANGUAGES } from "../languages";
import type { Veil } from "../veil";
import { Status } from "./status";

/** The name of the connection, in settings and logs. */
export const CONNECTION = ["vgn", "VGN Language Server"] as const;

/** Makes a client that is not started yet; or says why there is none, and answers with a few words for the status. */
export type Launcher = (
  output: vscode.LogOutputChannel,
  options: LanguageClientOptions,
) => Promise<BaseLanguageClient | string>;

/** Lets an engine think. */
const ENGINE_START = "vgn/engineStart";
/** What an engine has found. */
const ENGINE_INFO = "vgn/engineInfo";

export class Client implements vscode.Disposable {
  private readonly status = new Status();
  private readonly trusted: vscode.Disposable;
  private readonly folded: FoldedText;
  /** Is told what engines find. */
  engineTold: (info: EngineInfo) => void = () => undefined;
  private running: BaseLanguageClient | undefined;
  /** A restart has been asked for: the server that still runs is told nothing more. */
  private restarting = false;
  /** Starts and stops wait for one another: a second restart begins after the first. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly launch: Launcher,
    private readonly output: vscode.LogOutputChannel,
    /** The server has begun to run, or has stopped. */
    private readonly changed: () => void,
    /** What the server says of hidden text is not shown. */
    private readonly veil: Veil,
  ) {
    this.folded = new FoldedText(veil);
    // The settings hold the engine from now on.
    this.trusted = vscode.workspace.onDidGrantWorkspaceTrust(
      () => void this.running?.sendNotification("workspace/didChangeConfiguration", { settings: null }),
    );
  }

  /** The connection, if there is one. */
  get connection(): BaseLanguageClient | undefined {
    return this.running;
  }

  start(): Promise<void> {
    return this.inTurn(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.inTurn(() => this.stopNow());
  }

  restart(): Promise<void> {
    this.restarting = true;
    return this.inTurn(async () => {
      await this.stopNow();
      this.restarting = false;
      await this.startNow();
    });
  }

  dispose(): void {
    this.status.dispose();
    this.folded.dispose();
    this.trusted.dispose();
  }

  /** What stands within, above and behind the text is asked for again. */
  showHintsAnew(): void {
    this.folded.refresh();
    const { running } = this;
    for (const document of vscode.workspace.textDocuments) {
      running?.getFeature("textDocument/inlayHint").getProvider(document)?.onDidChangeInlayHints.fire();
      running?.getFeature("textDocument/codeLens").getProvider(document)?.onDidChangeCodeLensEmitter.fire();
    }
  }

  private inTurn(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step, step);
    return this.last;
  }

  private async startNow(): Promise<void> {
    this.status.starting();
    const client = await this.launch(this.output, this.options());
    if (typeof client === "string") {
      this.status.failed(client);
      return;
    }
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        const commands = client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
        void vscode.commands.executeCommand("setContext", "vgn.servesBoards", commands.includes(OPEN_IN_BROWSER));
        this.status.running(client.initializeResult?.serverInfo?.version);
      } else if (newState === State.Stopped) {
        this.status.failed("vgn-lsp has stopped");
      }
      this.changed();
    });
    // What the server may put above a game, because this extension has the command; and that it shows what is folded.
    client.registerFeature({
      fillClientCapabilities: (capabilities) => {
        const commands = ["vgn.copyFen", "vgn.showPlaces"];
        capabilities.experimental = { ...capabilities.experimental, commands: { commands } };
        const folding = capabilities.textDocument?.foldingRange;
        if (folding !== undefined) {
          folding.foldingRange = { ...folding.foldingRange, collapsedText: true };
        }
      },
      initialize: () => undefined,
      getState: () => ({ kind: "static" }),
      clear: () => undefined,
    });
    client.onNotification(ENGINE_INFO, (info: EngineInfo) => this.engineTold(info));
    this.running = client;
    try {
      await client.start();
    } catch (error) {
      this.output.error(String(error));
      this.status.failed("vgn-lsp does not start");
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    try {
      // A client that never started, or whose server is gone, has nothing to stop.
      if (client?.isRunning() ?? false) {
        await client?.stop();
      }
      await client?.dispose();
    } catch (error) {
      this.output.warn(`The server did not stop as it should: ${String(error)}`);
    }
  }

  private options(): LanguageClientOptions {
    return {
      // What is wrong with a configuration file stands in it.
      documentSelector: [
        ...LANGUAGES.map((language) => ({ language })),
        { scheme: "file", pattern: "**/vgn.toml" },
      ],
      outputChannel: this.output,
      // The whole section, so that a setting that the server learns needs no change here. Of changes the server asks to
      // be told itself.
      initializationOptions: withoutEngine(vscode.workspace.getConfiguration("vgn")),
      middleware: {
        ...this.veil.middleware,
        sendRequest: async (type, params, token, next) => {
          if ((typeof type === "string" ? type : type.method) === ENGINE_START && !vscode.workspace.isTrusted) {
            throw new Error("No engine is started in a workspace that is not trusted.");
          }
          const answer = await next(type, params, token);
          if ((typeof type === "string" ? type : type.method) === FOLDING) {
            this.folded.keep(params as FoldingRangeParams, answer as FoldingRange[] | null);
          }
          return answer;
        },
        executeCommand: async (command, args, next) => {
          if (command === CONVERT_GAME && this.running !== undefined) {
            return chooseConversion(this.running, args);
          }
          if (command === EXPLAIN && (await explain(args))) {
            return null;
          }
          if (command === OPEN_IN_BROWSER && args.length === 0) {
            const place = placeInFront();
            return place === undefined ? null : next(command, [place]);
          }
          return next(command, args);
        },
        workspace: {
          configuration: async (params, token, next) => {
            const sections = await next(params, token);
            return Array.isArray(sections) ? sections.map(withoutEngine) : sections;
          },
          didChangeConfiguration: async (sections, next) => {
            if (!this.restarting) {
              await next(sections);
            }
          },
        },
      },
    };
  }
}

/** The settings, without the engine in a workspace that is not trusted. */
function withoutEngine<Settings>(settings: Settings): Settings {
  const hides = !vscode.workspace.isTrusted && typeof settings === "object" && settings !== null && "engine" in settings;
  return hides ? { ...settings, engine: {} } : settings;
}
