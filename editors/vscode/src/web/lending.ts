// The games of a workspace without a disk: the server cannot read them, so it is lent their bytes (`vgn/lendFiles`), and
// finds what is wrong in files that are not open, and positions in all of them.

import * as vscode from "vscode";
import { State, type BaseLanguageClient } from "vscode-languageclient";

const LEND = "vgn/lendFiles";
const GAMES = "**/*.{pgn,vgn}";
const IS_GAMES = /\.(?:pgn|vgn)$/i;
/** So many files are lent, of so many bytes each and together; the server checks no more of them. */
const MOST_FILES = 1_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_TOGETHER = 64 * 1024 * 1024;
/** So many entries of folders are looked at, and so deep. */
const MOST_ENTRIES = 20_000;
const DEEPEST = 16;
/** A message has so many bytes of files, about. */
const MESSAGE = 2 * 1024 * 1024;

interface LentFile {
  uri: string;
  base64?: string;
}

/** Lends the server of a connection the workspace's games, from when it runs on. */
export class Lending implements vscode.Disposable {
  private readonly watcher = vscode.workspace.createFileSystemWatcher(GAMES);
  private readonly subscriptions: vscode.Disposable[];
  private together = 0;
  private entries = 0;

  constructor(
    private readonly client: BaseLanguageClient,
    private readonly output: vscode.LogOutputChannel,
  ) {
    const again = (uri: vscode.Uri): void => void this.lendOne(uri);
    this.subscriptions = [
      this.watcher,
      this.watcher.onDidChange(again),
      this.watcher.onDidCreate(again),
      this.watcher.onDidDelete(again),
      client.onDidChangeState(({ newState }) => {
        const experimental = client.initializeResult?.capabilities.experimental as { lentFiles?: boolean } | undefined;
        if (newState === State.Running && experimental?.lentFiles === true) {
          void this.lendAll();
        }
      }),
    ];
  }

  dispose(): void {
    this.subscriptions.forEach((one) => one.dispose());
  }

  private async lendAll(): Promise<void> {
    this.together = 0;
    this.entries = 0;
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      const found: vscode.Uri[] = [];
      await this.find(uri, found, 0);
      const folder = String(uri);
      let files: LentFile[] = [];
      let size = 0;
      for (const one of found) {
        const lent = await this.read(one);
        if (lent !== undefined) {
          files.push(lent);
          size += lent.base64?.length ?? 0;
        }
        if (size > MESSAGE) {
          await this.client.sendNotification(LEND, { folder, files });
          [files, size] = [[], 0];
        }
      }
      await this.client.sendNotification(LEND, { folder, files });
      this.output.info(`Read ${found.length} files of games in ${folder}`);
    }
  }

  private async lendOne(uri: vscode.Uri): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined || this.client.state !== State.Running) {
      return;
    }
    const lent = (await this.read(uri)) ?? { uri: String(uri) };
    await this.client.sendNotification(LEND, { folder: String(folder.uri), files: [lent] });
  }

  /** The files of games in a folder; a file system need not have a search. */
  private async find(folder: vscode.Uri, found: vscode.Uri[], depth: number): Promise<void> {
    let entries: [string, vscode.FileType][];
    try {
      entries = await vscode.workspace.fs.readDirectory(folder);
    } catch (error) {
      this.output.warn(`${String(folder)} is not read: ${String(error)}`);
      return;
    }
    for (const [name, type] of entries) {
      this.entries += 1;
      if (found.length >= MOST_FILES || this.entries > MOST_ENTRIES) {
        return;
      }
      const uri = vscode.Uri.joinPath(folder, name);
      if ((type & vscode.FileType.Directory) !== 0 && depth < DEEPEST && !name.startsWith(".") && name !== "node_modules") {
        await this.find(uri, found, depth + 1);
      } else if ((type & vscode.FileType.File) !== 0 && IS_GAMES.test(name)) {
        found.push(uri);
      }
    }
  }

  private async read(uri: vscode.Uri): Promise<LentFile | undefined> {
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MOST_BYTES || this.together + size > MOST_TOGETHER) {
        this.output.info(`${String(uri)} is too large to be read while it is not open`);
        return undefined;
      }
      const bytes = await vscode.workspace.fs.readFile(uri);
      this.together += bytes.length;
      return { uri: String(uri), base64: base64(bytes) };
    } catch {
      return undefined;
    }
  }
}

function base64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 32_768) {
    letters += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return btoa(letters);
}
