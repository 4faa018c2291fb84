// What the page can do beyond CodeMirror's client, told to the server with `initialize`.

export const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true },
    configuration: true,
    textDocumentContent: {},
  },
  textDocument: {
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source", "source.fixAll"] } },
      dataSupport: true,
      disabledSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    inlayHint: {},
    foldingRange: { lineFoldingOnly: false, rangeLimit: 5_000 },
    publishDiagnostics: { relatedInformation: true, versionSupport: true, tagSupport: { valueSet: [1] } },
    semanticTokens: {
      requests: { range: true, full: true },
      tokenTypes: [],
      tokenModifiers: [],
      formats: ["relative"],
    },
  },
  window: { workDoneProgress: true, showDocument: { support: true } },
};
