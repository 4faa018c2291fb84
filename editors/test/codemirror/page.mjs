// CodeMirror with its client of language servers, in a page. `send` is the test's.

import { completionStatus, currentCompletions, startCompletion } from "@codemirror/autocomplete";
import { forEachDiagnostic } from "@codemirror/lint";
import { LSPClient, formatDocument, languageServerExtensions } from "@codemirror/lsp-client";
import { EditorView, basicSetup } from "codemirror";

const receivers = new Set();
const transport = {
  send: (message) => window.send(message),
  subscribe: (receiver) => receivers.add(receiver),
  unsubscribe: (receiver) => receivers.delete(receiver),
};

window.receive = (message) => receivers.forEach((receiver) => receiver(message));

window.open = (uri, doc) => {
  const client = new LSPClient({ extensions: languageServerExtensions() }).connect(transport);
  const view = new EditorView({ doc, extensions: [basicSetup, client.plugin(uri, "pgn")], parent: document.body });
  view.focus();
  window.editor = {
    ready: () => client.initializing.then(() => true),
    text: () => view.state.doc.toString(),
    goTo: (before) => {
      const at = view.state.doc.toString().indexOf(before) + before.length;
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
    diagnostics: () => {
      const found = [];
      forEachDiagnostic(view.state, ({ message }, from, to) => found.push([view.state.sliceDoc(from, to), message]));
      return found;
    },
    complete: () => startCompletion(view),
    completions: () => completionStatus(view.state) === "active" && currentCompletions(view.state).map((it) => it.displayLabel ?? it.label),
    format: () => formatDocument(view),
  };
};
