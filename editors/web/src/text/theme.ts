// How the text looks: all colours are the page's own (styles/theme.css).

import { EditorView } from "@codemirror/view";

export const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--page)", fontSize: "var(--text-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "var(--selection)",
  },
  ".cm-activeLine": { backgroundColor: "var(--active-line)" },
  ".cm-gutters": { backgroundColor: "var(--page)", color: "var(--dim)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active-line)", color: "var(--text)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px #0003",
    maxWidth: "min(36rem, 92vw)",
    fontSize: "0.875rem",
  },
  ".cm-tooltip.cm-tooltip-hover": { maxHeight: "60vh", overflow: "auto" },
  ".cm-tooltip-section:not(:first-child)": { borderTop: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-text)",
  },
  ".cm-completionDetail": { color: "inherit", opacity: "0.75" },
  ".cm-diagnostic": { padding: "0.35rem 0.6rem", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-text)",
    borderRadius: "4px",
    padding: "0.1rem 0.5rem",
    cursor: "pointer",
  },
  ".cm-textfield": { backgroundColor: "var(--field)", color: "var(--text)", border: "1px solid var(--line)" },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--hover)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "4px",
  },
  ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", color: "var(--dim)", border: "none" },
  ".inlay": { color: "var(--dim)", fontSize: "0.85em", fontStyle: "italic" },
  ".inlay.is-apart": { marginLeft: "0.3em" },
  ".inlay.is-before": { marginRight: "0.3em" },
  ".veil": { color: "var(--dim)", backgroundColor: "var(--hover)", borderRadius: "4px", padding: "0 0.4em" },
  ".cm-specialChar": { color: "var(--wrong)" },
  ".cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "1px solid var(--line)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--match)" },
});
