// The connection with the server: found, started, restarted, stopped.

import * as vscode from "vscode";
import {
  LanguageClient,
  State,
  type Executable,
  type FoldingRange,
  type FoldingRangeParams,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { OPEN_IN_BROWSER, placeInFront } from "../board_in_browser";
import { CONVERT_GAME, chooseConversion } from "../conversions";
import { EXPLAIN, explain } from "../explain";
import { FOLDING, FoldedText } from "../folded";
import { LANGUAGES } from "../languages";
import type { Veil } from "../veil";
import { findServer } from "./discovery";
import { reportMissing } from "./missing";
import { reportOutdated } from "./outdated";
import { Status } from "./status";
import { surroundings } from "./surroundings";

export class Client implements vscode.Disposable {
  private readonly status = new Status();
  private readonly folded: FoldedText;
  private running: LanguageClient | undefined;
  /** A restart has been asked for: the server that still runs is told nothing more. */
  private restarting = false;
  /** Starts and stops wait for one another: a second restart begins after the first. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly output: vscode.LogOutputChannel,
    /** The server has begun to run, or has stopped. */
    private readonly changed: () => void,
    /** What the server says of hidden text is not shown. */
    private readonly veil: Veil,
  ) {
    this.folded = new FoldedText(veil);
  }

  /** The connection, if there is one. */
  get connection(): LanguageClient | undefined {
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
    const around = surroundings(this.context.extensionPath, vscode.workspace.workspaceFolders?.[0]);
    const found = await findServer(around);
    if ("missing" in found) {
      this.output.error(found.missing);
      this.status.failed("vgn-lsp is missing");
      // Not awaited: the message stays until the user answers.
      void reportMissing(found.missing, found.hidesOwn);
      return;
    }
    for (const reason of found.passedOver) {
      this.output.warn(reason);
    }
    this.output.info(`Starting ${found.program} (${found.version})`);
    void reportOutdated(this.context, found, this.output);
    const server: Executable = {
      command: found.program,
      args: ["--stdio"],
      options: { env: around.env },
    };
    const client = new LanguageClient("vgn", "VGN Language Server", server, this.options());
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
        capabilities.experimental = { ...capabilities.experimental, commands: { commands: ["vgn.copyFen"] } };
        const folding = capabilities.textDocument?.foldingRange;
        if (folding !== undefined) {
          folding.foldingRange = { ...folding.foldingRange, collapsedText: true };
        }
      },
      initialize: () => undefined,
      getState: () => ({ kind: "static" }),
      clear: () => undefined,
    });
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
      initializationOptions: vscode.workspace.getConfiguration("vgn"),
      middleware: {
        ...this.veil.middleware,
        sendRequest: async (type, params, token, next) => {
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
