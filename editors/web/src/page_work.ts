// What the commands do.

import { LSPPlugin } from "@codemirror/lsp-client";
import type { Range } from "vscode-languageserver-types";
import { pickFiles, pickFolder } from "./documents/disk";
import { linkTo } from "./documents/link";
import { EXAMPLES } from "./examples";
import { keyName } from "./commands";
import type { Page } from "./page";
import type { PageActs } from "./page_commands";
import { choose } from "./panels/chooser";
import { Conversion } from "./panels/conversion";
import { showPage } from "./panels/dialog";
import type { Part } from "./panels/layout";
import { markdown } from "./panels/markdown";
import { askSettings, writeSettings } from "./panels/settings";
import { applyEdit } from "./server/edits";
import { Actions } from "./text/actions";
import { offset } from "./text/findings";
import { renewHints } from "./text/hints";
import { rename } from "./text/renaming";

const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black"];
const NO_FILE = "No file is open.";

export class PageWork implements PageActs {
  private readonly actions: Actions;
  private readonly conversion: Conversion;

  constructor(private readonly page: Page) {
    const { client, files, progress } = page.session;
    this.actions = new Actions(client, files);
    this.conversion = new Conversion(client, {
      begin: (title, cancel) => progress.begin(title, cancel),
      lending: (file, act) => page.session.lending(file.address, file.binary, act),
    });
  }

  async open(): Promise<void> {
    await this.page.desk.open(await pickFiles());
  }

  async openFolder(): Promise<string> {
    const found = await pickFolder();
    await this.page.desk.open(found);
    return found.length === 0 ? "" : `${found.length} files of the folder are open.`;
  }

  fresh(): void {
    this.page.desk.add("new.pgn", "");
  }

  async example(): Promise<void> {
    const chosen = await choose("Open an example", EXAMPLES.map((value) => ({ title: value.title, detail: value.name, value })));
    if (chosen !== undefined) {
      this.page.desk.add(chosen.name, chosen.text);
    }
  }

  save(isElsewhere: boolean): Promise<string> {
    return this.page.desk.save(isElsewhere);
  }

  async close(): Promise<void> {
    const { file } = this.page.editor;
    if (file !== undefined) {
      await this.page.desk.close(file);
    }
  }

  nextFile(way: 1 | -1): void {
    this.page.desk.next(way);
  }

  async link(whole: boolean): Promise<string> {
    const { file } = this.page.editor;
    if (file === undefined) {
      return NO_FILE;
    }
    let text = file.text.toString();
    if (!whole) {
      const { line } = this.page.cursor;
      const game = await this.gameAt(line);
      text = game === undefined ? text : text.slice(offset(file.text, game.start), offset(file.text, game.end));
    }
    const link = await linkTo({ name: file.name, text });
    await navigator.clipboard.writeText(link);
    return `The link is copied: ${link.length.toLocaleString("en")} characters that hold the text itself. Nothing was sent.`;
  }

  fixAll(): Promise<string> {
    return this.actions.fixAll(this.page.editor.view);
  }

  fixes(only?: string): Promise<string> {
    return this.actions.menu(this.page.editor.view, only);
  }

  async convert(): Promise<string> {
    const { editor, cursor, desk } = this.page;
    const { file } = editor;
    if (file === undefined) {
      return NO_FILE;
    }
    const here = await this.atCursor<{ games?: number } | null>("vgn/cursor", {});
    const converted = await this.conversion.ask(file, cursor, here?.games);
    if (converted === undefined) {
      return "";
    }
    const { act, content, ending, position } = converted;
    const name = file.name.replace(/(?:\.\w+)?$/, `.${ending}`);
    if (typeof content !== "string") {
      await desk.addBytes(name, content);
      return "";
    }
    if (act === "copy") {
      await navigator.clipboard.writeText(content);
      return "The converted text is copied.";
    }
    const range = position === undefined ? undefined : await this.gameAt(position.line);
    if (act === "open" || range === undefined) {
      desk.add(name, content);
      return "";
    }
    const { doc } = editor.view.state;
    editor.view.dispatch({
      changes: { from: offset(doc, range.start), to: offset(doc, range.end), insert: content.trimEnd() },
      userEvent: "input.server",
    });
    return "The game was replaced: one step to undo.";
  }

  async rename(): Promise<string> {
    const { editor, cursor, session } = this.page;
    const { file } = editor;
    if (file === undefined) {
      return NO_FILE;
    }
    return rename(editor.view, file.uri, cursor, {
      request: (method, params) => session.request(method, params),
      apply: (edit) => applyEdit(session.client, session.files, edit),
    });
  }

  async goToGame(): Promise<void> {
    const { games } = this.page.games;
    const chosen = await choose(
      "Go to game",
      games.all().map(({ name, detail, selectionRange }) => ({ title: name, detail, value: selectionRange })),
    );
    if (chosen !== undefined) {
      this.page.goTo(chosen);
    }
  }

  async step(to: string): Promise<string> {
    const range = await this.atCursor<Range | null>("vgn/step", { to });
    if (range === null) {
      return "There is no further one.";
    }
    this.page.goTo(range);
    return "";
  }

  async copy(command: string): Promise<string> {
    await navigator.clipboard.writeText(String(await this.run(command)));
    return command === "vgn.fen" ? "The position is copied." : "The line is copied.";
  }

  async lichess(): Promise<void> {
    const address = String(await this.run("vgn.lichessAddress"));
    if (address.startsWith("https://lichess.org/")) {
      open(address, "_blank", "noopener,noreferrer");
    }
  }

  /** The page of a code; without one that of the finding at the cursor. */
  async explain(code?: string): Promise<void> {
    const { line, character } = this.page.cursor;
    const isHere = ({ range: { start, end } }: { range: Range }): boolean =>
      start.line <= line && line <= end.line && (start.line < line || start.character <= character);
    const found = code ?? this.page.editor.file?.findings.filter(isHere).at(-1)?.code;
    if (found === undefined) {
      this.page.notices.say("There is no finding at the cursor.");
      return;
    }
    const params = { uri: `vgn-explain:/${found}.md` };
    const { text } = await this.page.session.request<{ text: string }>("workspace/textDocumentContent", params);
    await showPage(String(found), markdown(text.replace(/^# .*\n/, "")));
  }

  newGame(): void {
    const { view } = this.page.editor;
    const { doc } = view.state;
    const text = doc.toString().trimEnd();
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const tags = ROSTER.map((name) => `[${name} "${name === "Date" ? date : "?"}"]`);
    const game = `${text === "" ? "" : "\n\n"}${[...tags, '[Result "*"]', "", ""].join("\n")}`;
    view.dispatch({ changes: { from: text.length, to: doc.length, insert: `${game}*\n` }, userEvent: "input" });
    this.page.editor.goTo(text.length + game.length);
    view.focus();
  }

  part(part: Part): void {
    this.page.part(part);
  }

  board(): void {
    this.page.settings = { ...this.page.settings, board: !this.page.settings.board };
    writeSettings(this.page.settings);
    this.page.applySettings();
  }

  async settings(): Promise<void> {
    const chosen = await askSettings(this.page.settings);
    if (chosen !== undefined) {
      this.page.settings = chosen;
      writeSettings(chosen);
      this.page.applySettings();
      this.page.session.configure();
      this.page.editor.view.dispatch({ effects: renewHints.of(null) });
    }
  }

  engineStart(): Promise<string> {
    return this.page.session.engine.start();
  }

  engineStop(): Promise<string> {
    return this.page.session.engine.stop();
  }

  restart(): string {
    this.page.session.restart();
    return "The checker was started again.";
  }

  async palette(): Promise<unknown> {
    const { commands } = this.page;
    const choices = commands.map((command) => ({ title: command.title, detail: keyName(command.keys?.[0] ?? ""), value: command }));
    const chosen = await choose("Commands", choices);
    return chosen?.run();
  }

  async about(): Promise<void> {
    const text =
      "This page checks, fixes and converts chess games in PGN and VGN. The whole of vgn-lsp runs within it: **nothing " +
      "that you open, type or paste is sent**, and it works without a network once it was loaded. Links that you copy " +
      "hold the text behind the `#`, which browsers send to nobody.\n\n" +
      "It is free software under GPL-3.0-or-later: [source](https://github.com/vgn-lsp/vgn-lsp).";
    await showPage("About", markdown(text));
  }

  private async gameAt(line: number): Promise<Range | undefined> {
    const cursor = await this.atCursor<{ range?: Range } | null>("vgn/cursor", { position: { line, character: this.page.cursor.character } });
    return cursor?.range;
  }

  private atCursor<Result>(method: string, more: object): Promise<Result> {
    const plugin = LSPPlugin.get(this.page.editor.view);
    const textDocument = { uri: plugin?.uri ?? "" };
    return this.page.session.request(method, { textDocument, position: this.page.cursor, ...more });
  }

  private run(command: string): Promise<unknown> {
    const argument = { textDocument: { uri: this.page.editor.file?.uri ?? "" }, position: this.page.cursor };
    return this.page.session.request("workspace/executeCommand", { command, arguments: [argument] });
  }
}
