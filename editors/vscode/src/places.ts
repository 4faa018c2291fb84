// Places that the server has found, listed beside the text: what a line above a game opens.

import * as vscode from "vscode";

interface Position {
  line: number;
  character: number;
}

interface Place {
  uri: string;
  range: { start: Position; end: Position };
}

/** The command of the server's lenses, with places as the protocol has them. */
export function placesCommand(): vscode.Disposable {
  return vscode.commands.registerCommand("vgn.showPlaces", async (uri?: string, at?: Position, places?: Place[]) => {
    if (uri === undefined || at === undefined || places === undefined) {
      return;
    }
    const position = ({ line, character }: Position) => new vscode.Position(line, character);
    const locations = places.map(
      ({ uri, range }) =>
        new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(position(range.start), position(range.end))),
    );
    await vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), position(at), locations);
  });
}
