// The games view: the games of the file in front, their variations, what is wrong in them; filtered by what is typed.

import * as vscode from "vscode";
import { isOfGames } from "./board_panel";
import { matches } from "./games_filter";

/** So long nothing is asked after a change, in milliseconds. */
const REST = 300;

type Node = { symbol: vscode.DocumentSymbol; uri: vscode.Uri; number?: number; errors?: number };

export class GamesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly registered: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private filter = "";
  private shown: vscode.Uri | undefined;

  constructor() {
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
      vscode.commands.registerCommand("vgn.goToGame", async (uri: vscode.Uri, range: vscode.Range) => {
        const at = new vscode.Range(range.start, range.start);
        await vscode.window.showTextDocument(uri, { selection: at });
      }),
    ];
    if (vscode.window.visibleTextEditors.some(({ document }) => isOfGames(document))) {
      this.appear();
    }
  }

  /** A window without games has no view of them. */
  private appear(): void {
    void vscode.commands.executeCommand("setContext", "vgn.gamesSeen", true);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.registered.forEach((one) => void one.dispose());
  }

  getTreeItem({ symbol, uri, number, errors }: Node): vscode.TreeItem {
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(symbol.name, symbol.children.length > 0 ? Collapsed : None);
    const wrong = errors === undefined || errors === 0 ? "" : errors === 1 ? "1 error" : `${errors} errors`;
    item.description = [symbol.detail, wrong].filter((part) => part !== "").join(" · ");
    item.tooltip = number === undefined ? symbol.name : `Game ${number}: ${symbol.name} ${item.description}`;
    item.iconPath = new vscode.ThemeIcon(
      number === undefined ? "git-branch" : errors === 0 ? "symbol-event" : "warning",
    );
    item.command = { command: "vgn.goToGame", title: "Go to", arguments: [uri, symbol.selectionRange] };
    return item;
  }

  async getChildren(parent?: Node): Promise<Node[]> {
    if (parent !== undefined) {
      return parent.symbol.children.map((symbol) => ({ symbol, uri: parent.uri }));
    }
    const active = vscode.window.activeTextEditor?.document;
    const uri = active !== undefined && isOfGames(active) ? active.uri : this.shown;
    this.shown = uri;
    if (uri === undefined || !this.view.visible) {
      return [];
    }
    const found = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
      "vscode.executeDocumentSymbolProvider",
      uri,
    );
    const wrong = vscode.languages
      .getDiagnostics(uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .map(({ range }) => range.start.line)
      .sort((a, b) => a - b);
    const games = (found ?? []).map((symbol, at): Node => ({
      symbol,
      uri,
      number: at + 1,
      errors: countWithin(wrong, symbol.range),
    }));
    const kept = games.filter(({ symbol, errors }) =>
      matches(this.filter, `${symbol.name} ${symbol.detail}`, errors ?? 0),
    );
    this.view.message = this.filter === "" ? "" : `“${this.filter}”: ${kept.length} of ${games.length} games`;
    return kept;
  }

  private async ask(): Promise<void> {
    const typed = await vscode.window.showInputBox({
      title: "Filter Games",
      value: this.filter,
      prompt: "Parts of names, events or results; “errors” for games in which something is wrong",
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
    this.timer = setTimeout(() => this.changed.fire(), pause);
  }
}

/** How many of these lines, which are in order, are in a range. */
function countWithin(lines: readonly number[], { start, end }: vscode.Range): number {
  const first = (line: number): number => {
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      [low, high] = (lines[middle] ?? 0) < line ? [middle + 1, high] : [low, middle];
    }
    return low;
  };
  return first(end.character === 0 ? end.line : end.line + 1) - first(start.line);
}
