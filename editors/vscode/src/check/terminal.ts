// A terminal in which a program runs to its end, and which does not end before all that was printed has been read.
//
// VS Code drops the last lines of a task's program where that ends sooner than the window has drawn them, and with them
// the problems that they tell.

import { spawn, type ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { createInterface } from "node:readline";
import * as vscode from "vscode";

/** Asks the terminal whether it is well, which it answers once it has drawn what came before. */
const ASKED = "\x1b[5n";
const WELL = "\x1b[0n";
/** How long that answer is waited for, in milliseconds: a window may be gone. */
const PATIENCE = 30_000;
/** The exit code where the program could not be started. */
const NOT_STARTED = 127;

export class CheckTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;
  private child: ChildProcess | undefined;
  private end: (() => void) | undefined;

  constructor(
    private readonly program: string,
    private readonly words: readonly string[],
    private readonly folder: string,
    /** Each line that the program prints. */
    private readonly read: (line: string) => void,
  ) {}

  open(): void {
    this.print(`${this.program} ${this.words.join(" ")}\n`);
    const child = spawn(this.program, this.words, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder("utf8");
      stream.on("data", (bytes: Buffer) => this.print(decoder.write(bytes)));
      stream.on("end", () => this.print(decoder.end()));
    }
    createInterface(child.stdout).on("line", this.read);
    child.on("error", (error) => {
      this.print(`${error.message}\n`);
      this.finish(NOT_STARTED);
    });
    child.on("close", (code) => this.finish(code ?? 1));
  }

  close(): void {
    this.child?.kill();
    this.end = undefined;
  }

  handleInput(typed: string): void {
    if (typed.includes(WELL)) {
      this.end?.();
    } else if (typed === "\x03") {
      this.child?.kill();
    }
  }

  private print(text: string): void {
    this.written.fire(text.replaceAll("\n", "\r\n"));
  }

  private finish(code: number): void {
    if (this.end !== undefined) {
      return;
    }
    const timer = setTimeout(() => this.end?.(), PATIENCE);
    this.end = () => {
      this.end = undefined;
      clearTimeout(timer);
      this.closed.fire(code);
    };
    this.written.fire(ASKED);
  }
}
