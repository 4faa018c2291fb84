// Writes the catalogue of diagnostics into package.json, so that the editor completes codes in its settings:
//
//     vgn-lsp explain | node scripts/diagnostics.mjs
//
// tests/editor_settings.rs says when this is due.

import { readFileSync, writeFileSync } from "node:fs";

const ROW = /^ {2}([a-z0-9-]+) +(error|warning|information|hint) +(.+)$/gm;

const path = new URL("../package.json", import.meta.url);
const manifest = JSON.parse(readFileSync(path, "utf8"));
const setting = manifest.contributes.configuration.properties["vgn.diagnostics"];
const level = (description) => ({ enum: ["error", "warning", "information", "hint", "off"], description });
setting.properties = { all: level("Every code that is not listed.") };
for (const [, code, severity, summary] of readFileSync(0, "utf8").matchAll(ROW)) {
  setting.properties[code] = level(`${summary} (${severity})`);
}
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
