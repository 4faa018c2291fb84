// The page put together: files, text, lists, board, and the server behind them.

import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { Position, Range } from "vscode-languageserver-types";
import { BoardBridge } from "./board/bridge";
import { listenToKeys, type Command } from "./commands";
import { FileDesk } from "./documents/desk";
import { onLaunch } from "./documents/disk";
import { linkedText } from "./documents/link";
import { pastedText, type PastedText } from "./documents/pasted";
import type { OpenFiles } from "./documents/workspace";
import { EXAMPLES } from "./examples";
import { PageWork } from "./page_work";
import { pageCommands } from "./page_commands";
import { Layout, type Part } from "./panels/layout";
import { FindingsList, GamesList } from "./panels/lists";
import { Notices } from "./panels/notices";
import { askPaste } from "./panels/paste";
import { isDark, readSettings, type PageSettings } from "./panels/settings";
import { Session } from "./server/session";
import { Editor } from "./text/editor";
import { offset, position, show } from "./text/findings";

interface CursorAnswer {
  game?: number;
  games?: number;
  halfMove?: { number: number; color: string };
  opening?: { eco: string; name: string };
}

export class Page {
  readonly notices = new Notices();
  readonly session: Session;
  readonly files: OpenFiles;
  readonly editor: Editor;
  readonly desk: FileDesk;
  readonly layout: Layout;
  readonly board: BoardBridge;
  readonly games: GamesList;
  readonly commands: Command[];
  settings: PageSettings = readSettings();
  private readonly findings: FindingsList;
  private readonly work: PageWork;
  private frame = 0;
  private asking: object | undefined;

  constructor(root: HTMLElement, module: Promise<WebAssembly.Module>) {
    this.session = new Session(module, {
      settings: () => this.settings,
      findings: {
        changed: () => this.listed(),
        explain: (code) => void this.run(() => this.work.explain(code)),
        fixes: (view, at) => this.fixes(view, at),
      },
      working: (work) => this.layout.working(work),
      engine: {
        cursor: () => {
          const uri = this.editor.file?.uri;
          return uri === undefined ? undefined : { uri, position: this.cursor };
        },
        shown: (text) => this.layout.thinking(text),
        failed: (why) => this.notices.warn(why),
        turned: (on) => this.board.turnEngine(on),
        seesBoard: () => this.layout.frame.getClientRects().length > 0,
      },
      notices: this.notices,
      again: () => this.board.renew(),
      explain: (code) => this.work.explain(code),
    });
    const { client } = this.session;
    this.files = this.session.files;
    const chosen = (range: Range): void => this.goTo(range);
    this.findings = new FindingsList(chosen);
    this.games = new GamesList((uri) => this.session.games(uri), chosen, (count) => this.layout.count("games", count));
    this.layout = new Layout(root, { findings: this.findings.element, games: this.games.element }, this.notices.element, {
      command: (name) => this.command(name),
      file: (file) => this.desk.show(file),
      close: (file) => void this.run(() => this.desk.close(file)),
      part: (part) => this.part(part),
    });
    const events = {
      changed: ({ changes }: ViewUpdate) => {
        this.session.sync();
        if (this.editor.file !== undefined) {
          this.desk.changed(this.editor.file, changes);
        }
        this.board.changed();
        this.games.renew(this.editor.file);
        this.session.engine.moved();
      },
      moved: (update: Parameters<BoardBridge["moved"]>[0]) => {
        this.board.moved(update);
        this.session.engine.moved();
        cancelAnimationFrame(this.frame);
        this.frame = requestAnimationFrame(() => void this.tellPlace());
      },
      pasted: (event: ClipboardEvent, view: EditorView) => this.pasted(event, view),
    };
    this.editor = new Editor(this.layout.text, client, events, []);
    this.desk = new FileDesk(this.files, this.editor, this.notices, () => this.shown(), {
      opening: (name) => (cancel) => {
        const tell = this.session.progress.begin(`Opening ${name}`, cancel);
        return (size) => (size === undefined ? tell() : tell(`${(size / 1e6).toFixed(0)} MB`));
      },
      decode: (address, bytes) => this.session.decodedText(address, bytes),
    });
    this.files.show = (file) => this.desk.show(file);
    this.files.changed = (file, changes) => this.desk.changed(file, changes);
    this.board = new BoardBridge(client, this.files, this.editor, () => isDark(this.settings), () => this.work.newGame(), (line) => this.veil(line), this.session.engine);
    this.session.engineTold = (info) => this.board.engineTold(info);
    this.work = new PageWork(this);
    this.commands = pageCommands(() => this.editor.view, this.work);
    this.board.connect(this.layout.frame);
    listenToKeys(this.commands, this.layout.frame, (command) => void this.run(() => command.run()));
    this.listenToDrops(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.applySettings());
    addEventListener("hashchange", () => void this.run(() => this.openLinked()));
    this.applySettings();
  }

  /** Starts the server, and opens what was open before. */
  async begin(): Promise<void> {
    this.session.start();
    await this.run(() => this.desk.restore());
    await this.run(() => this.openLinked());
    onLaunch((found) => void this.run(() => this.desk.open(found)));
    const [first] = EXAMPLES;
    if (this.editor.file === undefined && first !== undefined) {
      this.desk.add(first.name, first.text);
    }
  }

  command(name: string): void {
    const command = this.commands.find((one) => one.name === name);
    void this.run(() => command?.run());
  }

  /** Does something, and says why where it fails. */
  async run(act: () => unknown): Promise<void> {
    try {
      const said = await act();
      if (typeof said === "string" && said !== "") {
        this.notices.say(said);
      }
    } catch (error) {
      this.notices.failed(error);
    }
  }

  part(part: Part): void {
    this.layout.show(part);
    const element = { text: this.editor.view.contentDOM, findings: this.findings.element.querySelector<HTMLElement>(".rows"), games: this.games.element.querySelector<HTMLElement>(".rows"), board: this.layout.frame };
    element[part]?.focus();
  }

  goTo({ start }: Range): void {
    const { view } = this.editor;
    this.layout.show("text");
    this.editor.goTo(offset(view.state.doc, start));
    view.focus();
  }

  get cursor(): Position {
    const { state } = this.editor.view;
    return position(state.doc, state.selection.main.head);
  }

  applySettings(): void {
    const { settings } = this;
    document.documentElement.dataset["theme"] = isDark(settings) ? "dark" : "light";
    document.documentElement.style.setProperty("--text-size", `${settings.size}px`);
    this.editor.wrap(settings.wrap);
    this.layout.hasBoard = settings.board;
    this.board.sendTheme();
  }

  /** Another file is in front, or one was saved or closed. */
  private shown(): void {
    const { file } = this.editor;
    this.layout.files(this.files.all, file);
    document.title = file === undefined ? "vgn-lsp: chess games in text" : `${file.name} – vgn-lsp`;
    if (file !== undefined && file.view !== undefined) {
      show(file.view, file.findings, this.session.events.findings);
    }
    this.listed();
    this.games.renew(file);
    this.board.renew();
    this.session.engine.moved();
    void this.tellPlace();
  }

  private listed(): void {
    this.layout.count("findings", this.findings.show(this.editor.file));
  }

  /** A part of a game is hidden, or seen again. */
  private veil(line: number | undefined): void {
    const { file, view } = this.editor;
    if (file !== undefined) {
      show(view, file.findings, this.session.events.findings);
    }
    this.listed();
    this.games.veil(line);
  }

  private fixes(view: EditorView, at: number): void {
    view.dispatch({ selection: { anchor: at } });
    void this.run(() => this.work.fixes());
  }

  private async tellPlace(): Promise<void> {
    const { file } = this.editor;
    if (file === undefined) {
      this.layout.tell("", "");
      return;
    }
    const asking = {};
    this.asking = asking;
    const { line, character } = this.cursor;
    this.games.mark(line);
    const place = `Line ${line + 1}, column ${character + 1}`;
    const state = this.desk.stateOf(file);
    try {
      const params = { textDocument: { uri: file.uri }, position: { line, character } };
      const cursor = await this.session.request<CursorAnswer | null>("vgn/cursor", params);
      if (this.asking !== asking) {
        return;
      }
      const { game, games, halfMove, opening } = cursor ?? {};
      const parts = [place];
      if (game !== undefined) {
        parts.push(`game ${game} of ${games ?? "?"}`);
      }
      if (halfMove !== undefined) {
        parts.push(`move ${halfMove.number}${halfMove.color === "white" ? "." : "…"}`);
      }
      if (opening !== undefined) {
        parts.push(`${opening.eco} ${opening.name}`);
      }
      this.layout.tell(parts.join(" · "), state);
    } catch {
      this.layout.tell(place, state);
    }
  }

  private pasted(event: ClipboardEvent, view: EditorView): boolean {
    const pasted = event.clipboardData === null ? undefined : pastedText(event.clipboardData);
    if (pasted === undefined) {
      return false;
    }
    event.preventDefault();
    void this.run(() => this.paste(pasted, view));
    return true;
  }

  /** Inserts what is pasted; where it is more than games, people see before what would be left out. */
  private async paste({ text, isMarkup, games }: PastedText, view: EditorView): Promise<string> {
    const { file } = this.editor;
    const chosen = games === undefined ? "all" : await askPaste(games);
    if (chosen === undefined || this.editor.file !== file) {
      return "";
    }
    const inserted = chosen === "games" && games !== undefined ? games.text : text;
    view.dispatch(view.state.replaceSelection(inserted), { userEvent: "input.paste", scrollIntoView: true });
    view.focus();
    return isMarkup ? "The markup of what was pasted was left out." : "";
  }

  private async openLinked(): Promise<void> {
    const linked = await linkedText(location.hash).finally(() => {
      if (location.hash.length > 1) {
        history.replaceState(null, "", location.pathname + location.search);
      }
    });
    if (linked !== undefined) {
      this.desk.add(linked.name, linked.text);
      this.notices.say("The text of the link is open.");
    }
  }

  private listenToDrops(root: HTMLElement): void {
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
    const drop = (event: DragEvent): void => {
      root.classList.remove("is-dropping");
      if (hasFiles(event) && event.dataTransfer !== null) {
        event.preventDefault();
        event.stopPropagation();
        const { dataTransfer } = event;
        void this.run(() => this.desk.drop(dataTransfer));
      }
    };
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) {
        event.preventDefault();
        root.classList.add("is-dropping");
      }
    };
    addEventListener("dragover", over, { capture: true });
    addEventListener("drop", drop, { capture: true });
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && root.classList.remove("is-dropping"));
  }
}
