// Large texts in parts, with pauses between them, so that the page is never busy for long.

import { Text } from "@codemirror/state";

/** The length of a part, in characters or bytes. */
export const PART = 1 << 20;
/** The page is busy for so long at most, in milliseconds. */
const BUSY = 40;

/** Waits where work has gone on for long. */
export class Pauses {
  private since = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.since > BUSY) {
      await new Promise((done) => setTimeout(done));
      this.since = performance.now();
    }
  }
}

/** The text of a document in parts, each made when it is wanted. */
export function* partsOf(doc: Text): Generator<string> {
  for (let at = 0; at < doc.length; at += PART) {
    yield doc.sliceString(at, Math.min(doc.length, at + PART));
  }
}

/** The document as bytes in UTF-8; with pauses where there are some. */
export async function blobOf(doc: Text, pauses?: Pauses): Promise<Blob> {
  const blobs: Blob[] = [];
  for (let at = 0; at < doc.length; ) {
    let end = Math.min(doc.length, at + PART);
    let part = doc.sliceString(at, end);
    // Both halves of a letter outside the basic plane stay together.
    if (end < doc.length && /[\ud800-\udbff]$/.test(part)) {
      end += 1;
      part = doc.sliceString(at, end);
    }
    blobs.push(new Blob([part]));
    at = end;
    if (pauses !== undefined) {
      await pauses.pause();
    }
  }
  return new Blob(blobs);
}

/** A document of a text whose lines end with `\n`. */
export function docOf(text: string): Text {
  return Text.of(text.split("\n"));
}

/** A document that grows by parts. */
export class GrowingDoc {
  private docs: Text[] = [];

  add(text: string): void {
    if (text !== "") {
      this.docs.push(docOf(text));
    }
  }

  get doc(): Text {
    const pairs = (docs: Text[]): Text[] =>
      docs.flatMap((doc, at) => (at % 2 === 1 ? [] : [docs[at + 1] === undefined ? doc : doc.append(docs[at + 1] as Text)]));
    while (this.docs.length > 1) {
      this.docs = pairs(this.docs);
    }
    return this.docs[0] ?? Text.empty;
  }
}
