// Files in memory, as those of a repository that a browser shows: `files` by path, read and written.

const vscode = require("vscode");

const GAME = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "*"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 *
`;
const encoded = (text) => new TextEncoder().encode(text);
const files = new Map([
  ["/game.pgn", encoded(GAME)],
  ["/sub/closed.pgn", encoded(GAME.replace("Ada", "Cy").replace("e4 e5", "e4 e4"))],
]);

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  const found = (uri) => {
    const bytes = files.get(uri.path);
    if (bytes === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return bytes;
  };
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: (uri) =>
      uri.path === "/" || uri.path === "/sub"
        ? { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 }
        : { type: vscode.FileType.File, ctime: 0, mtime: 0, size: found(uri).length },
    readDirectory: ({ path }) =>
      path === "/" ? [["game.pgn", vscode.FileType.File], ["sub", vscode.FileType.Directory]] : [["closed.pgn", vscode.FileType.File]],
    readFile: found,
    writeFile: (uri, bytes) => void files.set(uri.path, bytes),
    createDirectory: () => {},
    delete: (uri) => void files.delete(uri.path),
    rename: (from, to) => {
      files.set(to.path, found(from));
      files.delete(from.path);
    },
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("memfs", provider));
};
