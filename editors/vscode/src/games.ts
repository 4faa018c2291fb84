// The games view: the games of the file in front, their variations, what is wrong in them; filtered by what is typed.

import * as vscode from "vscode";
import type { DocumentSymbol, BaseLanguageClient } from "vscode-languageclient";
import { isOfGames } from "./board_panel";
import { foundIn, matches, type Findings, type Found } from "./games_filter";
import { gameRow } from "./game_row";
import type { Veil } from "./veil";

/** So long nothing is asked after a change, in milliseconds. */
const REST = 300;

/** While games are still being checked, what is found in them is asked for so often, in milliseconds. */
const AGAIN = 1000;

type Node = { symbol: DocumentSymbol; uri: vscode.Uri; number?: number; tags?: string; found?: Found };

export class GamesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly registered: vscode.Disposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private filter = "";
  private shown: vscode.Uri | undefined;
  /** The games of the file in front, until something changes. */
  private games: { uri: string; nodes: Node[] } | undefined;
  /** What was found in them, until something changes or more is known. */
  private findings: Findings | undefined;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly veil: Veil,
  ) {
    this.view = vscode.window.createTreeView("vgn.games", { treeDataProvider: this, showCollapseAll: true });
    this.registered = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(() => this.later(0)),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined && isOfGames(editor.document)) {
          this.appear();
          this.later(0);
        }
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (String(document.uri) === String(this.shown)) {
          this.later(REST);
        }
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => String(uri) === String(this.shown))) {
          this.later(REST);
        }
      }),
      vscode.commands.registerCommand("vgn.filterGames", () => this.ask()),
      vscode.commands.registerCommand("vgn.showAllGames", () => this.narrow("")),
      vscode.commands.registerCommand("vgn.goToGame", async (uri: vscode.Uri, at: vscode.Position) => {
        await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
      }),
    ];
    if (vscode.window.visibleTextEditors.some(({ document }) => isOfGames(document))) {
      this.appear();
    }
  }

  /** What is hidden has changed. */
  refresh(): void {
    this.changed.fire();
  }

  /** The server has begun to run: what could not be asked before is asked. */
  renew(): void {
    this.later(0);
  }

  /** A window without games has no view of them. */
  private appear(): void {
    void vscode.commands.executeCommand("setContext", "vgn.gamesSeen", true);
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.again);
    this.registered.forEach((one) => void one.dispose());
  }

  getTreeItem({ symbol, uri, number, tags, found }: Node): vscode.TreeItem {
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const { line, character } = symbol.selectionRange.start;
    // Of a game whose moves are being guessed neither the end nor the variations are told.
    const isHidden = this.veil.isOverPlace(uri, new vscode.Position(line, character));
    const hasParts = (symbol.children ?? []).length > 0 && !isHidden;
    const row = gameRow(symbol.name, isHidden ? "" : (symbol.detail ?? ""), tags ?? "");
    const item = new vscode.TreeItem(number === undefined ? symbol.name : row.players, hasParts ? Collapsed : None);
    const errors = found?.errors ?? 0;
    const wrong = errors === 0 ? "" : errors === 1 ? "1 error" : `${errors} errors`;
    item.description = (number === undefined ? [symbol.detail ?? ""] : [...row.columns, wrong])
      .filter((part) => part !== "")
      .join(" · ");
    const told = [`Game ${number}: ${symbol.name}`, isHidden ? "" : (symbol.detail ?? ""), wrong];
    item.tooltip = number === undefined ? symbol.name : told.filter((part) => part !== "").join("\n");
    item.iconPath =
      number === undefined
        ? new vscode.ThemeIcon("git-branch")
        : errors > 0
          ? new vscode.ThemeIcon("warning")
          : { light: this.image("file-light.svg"), dark: this.image("file-dark.svg") };
    item.command = { command: "vgn.goToGame", title: "Go to", arguments: [uri, new vscode.Position(line, character)] };
    return item;
  }

  private image(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.extension, "images", name);
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (parent !== undefined) {
      return (parent.symbol.children ?? []).map((symbol) => ({ symbol, uri: parent.uri }));
    }
    const active = vscode.window.activeTextEditor?.document;
    const uri = active !== undefined && isOfGames(active) ? active.uri : this.shown;
    this.shown = uri;
    if (uri === undefined || !this.view.visible) {
      return [];
    }
    if (this.games?.uri !== String(uri)) {
      const [nodes] = await Promise.all([this.gamesOf(uri), this.look(uri)]);
      this.games = { uri: String(uri), nodes };
      this.mark();
    }
    const games = this.games.nodes;
    const kept = games.filter(
      ({ symbol, tags, found }) =>
        found !== undefined &&
        matches(this.filter, [symbol.name, symbol.detail ?? "", ...gameRow("", "", tags ?? "").columns].join(" "), found),
    );
    const { judged = 0, games: all = 0 } = this.findings ?? {};
    const rest = judged < all ? `, ${all - judged} still to be checked` : "";
    this.view.message = this.filter === "" ? "" : `“${this.filter}”: ${kept.length} of ${games.length} games${rest}`;
    return kept;
  }

  /** The games of a document as the server names them, asked without a way through the editor's own lists. */
  private async gamesOf(uri: vscode.Uri): Promise<Node[]> {
    const client = this.client();
    const textDocument = { uri: client?.code2ProtocolConverter.asUri(uri) };
    try {
      const symbols = await client?.sendRequest<DocumentSymbol[] | null>("textDocument/documentSymbol", { textDocument });
      if (symbols === null && vscode.workspace.textDocuments.some((document) => String(document.uri) === String(uri))) {
        // The server, which has just begun to run, is still to be told of it.
        this.later(REST);
      }
      const document = vscode.workspace.textDocuments.find((document) => String(document.uri) === String(uri));
      return (symbols ?? []).map((symbol, at) => {
        const { start, end } = symbol.selectionRange;
        const tags = document?.getText(new vscode.Range(start.line, start.character, end.line, end.character)) ?? "";
        return { symbol, uri, number: at + 1, tags };
      });
    } catch {
      // The text has changed meanwhile, which is heard of.
      return [];
    }
  }

  /** Asks what was found, and again as long as games are being checked. */
  private async look(uri: vscode.Uri): Promise<void> {
    const client = this.client();
    const known = this.findings;
    this.findings = undefined;
    try {
      const textDocument = { uri: client?.code2ProtocolConverter.asUri(uri) };
      this.findings = (await client?.sendRequest<Findings | null>("vgn/findings", { textDocument })) ?? undefined;
    } catch {
      // The text has changed meanwhile, which is heard of, or the server does not know.
    }
    clearTimeout(this.again);
    const { findings } = this;
    if (findings !== undefined && findings.judged < findings.games && findings.judged !== known?.judged) {
      this.again = setTimeout(() => void this.lookAgain(uri), AGAIN);
    }
  }

  private async lookAgain(uri: vscode.Uri): Promise<void> {
    const { games } = this;
    await this.look(uri);
    if (games !== undefined && games === this.games) {
      this.mark();
      this.changed.fire();
    }
  }

  /** Puts to each game what was found in it. */
  private mark(): void {
    const found = foundIn(this.findings ?? { games: 0, judged: 0, codes: [], found: [] });
    for (const node of this.games?.nodes ?? []) {
      node.found = found(node.number ?? 0);
    }
  }

  private async ask(): Promise<void> {
    const typed = await vscode.window.showInputBox({
      title: "Filter Games",
      value: this.filter,
      prompt:
        "Parts of names, events, results, openings or variants; “errors”, “warnings”, “findings” or a code such as " +
        "“illegal-move” for games in which something is wrong",
      placeHolder: "carlsen 1-0",
    });
    if (typed !== undefined) {
      this.narrow(typed.trim());
    }
  }

  private narrow(filter: string): void {
    this.filter = filter;
    void vscode.commands.executeCommand("setContext", "vgn.gamesFiltered", filter !== "");
    this.changed.fire();
  }

  private later(pause: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.games = undefined;
      this.findings = undefined;
      this.changed.fire();
    }, pause);
  }
}
