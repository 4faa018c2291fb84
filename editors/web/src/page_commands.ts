// The commands of the page.

import { redo, undo } from "@codemirror/commands";
import { foldAll, unfoldAll } from "@codemirror/language";
import { nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { findReferences, formatDocument, jumpToDefinition } from "@codemirror/lsp-client";
import { openSearchPanel } from "@codemirror/search";
import type { EditorView } from "@codemirror/view";
import type { Command } from "./commands";

/** What the commands do that is more than one of the editor's own. */
export interface PageActs {
  open(): unknown;
  openFolder(): unknown;
  fresh(): unknown;
  example(): unknown;
  save(isElsewhere: boolean): unknown;
  close(): unknown;
  nextFile(way: 1 | -1): unknown;
  link(whole: boolean): unknown;
  fixAll(): unknown;
  fixes(only?: string): unknown;
  convert(): unknown;
  rename(): unknown;
  goToGame(): unknown;
  step(to: string): unknown;
  copy(command: string): unknown;
  lichess(): unknown;
  explain(): unknown;
  newGame(): unknown;
  part(part: "text" | "findings" | "games" | "board"): unknown;
  board(): unknown;
  settings(): unknown;
  engineStart(): unknown;
  engineStop(): unknown;
  restart(): unknown;
  palette(): unknown;
  about(): unknown;
}

export function pageCommands(view: () => EditorView, acts: PageActs): Command[] {
  const inText = (act: (view: EditorView) => unknown) => () => act(view());
  const step = (name: string, title: string, key?: string): Command => ({
    name,
    title: `Go to: ${title}`,
    ...(key === undefined ? {} : { keys: [key] }),
    run: () => acts.step(name),
  });
  return [
    { name: "palette", title: "Show all commands", keys: ["F1", "Ctrl-Shift-p"], run: () => acts.palette() },
    { name: "open", title: "Open files…", keys: ["Ctrl-o"], run: () => acts.open() },
    { name: "openFolder", title: "Open the games of a folder…", run: () => acts.openFolder() },
    { name: "new", title: "New file", run: () => acts.fresh() },
    { name: "example", title: "Open an example…", run: () => acts.example() },
    { name: "save", title: "Save", keys: ["Ctrl-s"], run: () => acts.save(false) },
    { name: "saveAs", title: "Save as…", keys: ["Ctrl-Shift-s"], run: () => acts.save(true) },
    { name: "close", title: "Close the file", run: () => acts.close() },
    { name: "nextFile", title: "Next file", run: () => acts.nextFile(1) },
    { name: "previousFile", title: "Previous file", run: () => acts.nextFile(-1) },
    { name: "link", title: "Copy a link that holds the text", run: () => acts.link(true) },
    { name: "linkGame", title: "Copy a link that holds the game at the cursor", run: () => acts.link(false) },
    { name: "fixAll", title: "Fix all: apply all safe fixes", keys: ["Ctrl-Shift-x"], run: () => acts.fixAll() },
    { name: "fixes", title: "Fixes and changes at the cursor…", keys: ["Ctrl-.", "Alt-Enter"], run: () => acts.fixes() },
    { name: "refactor", title: "Refactorings at the cursor…", run: () => acts.fixes("refactor") },
    { name: "explain", title: "Explain the finding at the cursor", run: () => acts.explain() },
    { name: "nextFinding", title: "Go to: next finding", keys: ["F8"], run: inText(nextDiagnostic) },
    { name: "previousFinding", title: "Go to: previous finding", keys: ["Shift-F8"], run: inText(previousDiagnostic) },
    { name: "format", title: "Format the file", keys: ["Shift-Alt-f"], run: inText(formatDocument) },
    { name: "convert", title: "Convert to another notation…", run: () => acts.convert() },
    { name: "rename", title: "Rename the player, event or site at the cursor…", keys: ["F2"], run: () => acts.rename() },
    { name: "definition", title: "Go to: definition", keys: ["F12"], run: inText(jumpToDefinition) },
    { name: "references", title: "Go to: all places of it", keys: ["Shift-F12"], run: inText(findReferences) },
    { name: "game", title: "Go to: game…", keys: ["Ctrl-Shift-o"], run: () => acts.goToGame() },
    step("nextGame", "next game", "Ctrl-Alt-PageDown"),
    step("previousGame", "previous game", "Ctrl-Alt-PageUp"),
    step("nextMove", "next half-move", "Alt-."),
    step("previousMove", "previous half-move", "Alt-,"),
    step("nextVariation", "next variation"),
    step("previousVariation", "previous variation"),
    step("leaveVariation", "out of the variation"),
    step("nextMistake", "next mistake", "Alt-m"),
    step("previousMistake", "previous mistake", "Shift-Alt-m"),
    { name: "newGame", title: "New game at the end", run: () => acts.newGame() },
    { name: "copyFen", title: "Copy the position as FEN", run: () => acts.copy("vgn.fen") },
    { name: "copyLine", title: "Copy the line to the cursor", run: () => acts.copy("vgn.line") },
    { name: "lichess", title: "Show the position on lichess (opens another site)", run: () => acts.lichess() },
    { name: "find", title: "Find and replace", run: inText(openSearchPanel) },
    { name: "fold", title: "Fold all games", run: inText(foldAll) },
    { name: "unfold", title: "Unfold all", run: inText(unfoldAll) },
    { name: "undo", title: "Undo", run: inText((view) => undo(view)) },
    { name: "redo", title: "Redo", run: inText((view) => redo(view)) },
    { name: "partText", title: "Show: text", keys: ["Ctrl-1"], run: () => acts.part("text") },
    { name: "partFindings", title: "Show: findings", keys: ["Ctrl-2"], run: () => acts.part("findings") },
    { name: "partGames", title: "Show: games", keys: ["Ctrl-3"], run: () => acts.part("games") },
    { name: "partBoard", title: "Show: board", keys: ["Ctrl-4"], run: () => acts.part("board") },
    { name: "board", title: "Board beside the text: on or off", run: () => acts.board() },
    { name: "engineStart", title: "Start the engine (Stockfish) at the cursor", run: () => acts.engineStart() },
    { name: "engineStop", title: "Stop the engine", run: () => acts.engineStop() },
    { name: "settings", title: "Settings…", run: () => acts.settings() },
    { name: "restart", title: "Start the checker again", run: () => acts.restart() },
    { name: "about", title: "About this page", run: () => acts.about() },
  ];
}
