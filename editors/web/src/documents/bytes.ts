// Bytes of files as texts, and texts as bytes again: encodings, line ends, compression.

import type { Text } from "@codemirror/state";
import { GrowingDoc, PART, Pauses } from "./parts";
import { compression, unpacked, type UnpackWatch } from "./unpacking";

/** The largest file that a tab opens, in bytes. */
export const MOST_BYTES = 128 * 1024 * 1024;

export type Encoding = "utf-8" | "utf-8-bom" | "windows-1252";
export type LineEnd = "\n" | "\r\n" | "\r";

export interface DecodedText {
  doc: Text;
  encoding: Encoding;
  lineEnd: LineEnd;
  /** What a user should know of how it was read. */
  note?: string;
  /** Where the text alone does not say all of its bytes: these, which are written as long as it is not changed. */
  original?: OriginalBytes;
}

export interface OriginalBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** Encoding and line ends, for people. */
  shown: string;
}

/** What a file holds. */
export interface FileContent {
  /** Undefined where the file may have games in binary notations. */
  text: DecodedText | undefined;
  bytes: Uint8Array<ArrayBuffer>;
  isUnpacked: boolean;
  /** What is wrong with the file, of which the rest was read. */
  fault: string | undefined;
}

/** The tag before moves that are bytes. */
const BINARY = /\[\s*MoveFormat\s*"\s*(?:BCCF|BCFEN|BITS|BRENNER|LEGALINDEX|PGC)/i;

/** So many bytes show what a file is. */
const BEGINNING = 65_536;
/** A tag, or the first half-move. */
const GAMES = /^\s*\[\w+\s+"|\b1\s?\.[\s.]*(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/m;

/** Opening longer files is shown, and can be cancelled; in bytes. */
const LARGE = 4 * 1024 * 1024;
const BOM = [0xef, 0xbb, 0xbf];

/** What is in a file, unpacked. Fails with a sentence where it holds no games. */
export async function contentOf(name: string, blob: Blob, watch: UnpackWatch): Promise<FileContent> {
  if (blob.size > MOST_BYTES) {
    throw new Error(tooLarge(name, blob.size));
  }
  let bytes = new Uint8Array(await blob.arrayBuffer());
  let fault: string | undefined;
  const kind = compression(bytes);
  if (kind !== undefined) {
    const packed = bytes;
    const got = await unpacked(packed, kind, MOST_BYTES, watch).catch((error: unknown) => {
      const isWanted = !(error instanceof DOMException);
      throw isWanted ? new Error(`${name} cannot be opened: ${(error as Error).message}.`) : error;
    });
    if (got.bytes === undefined) {
      throw new Error(tooLarge(`${name}, unpacked,`, MOST_BYTES + 1));
    }
    bytes = got.bytes;
    fault = got.fault;
  }
  const isUnpacked = kind !== undefined;
  const mayBeBinary = /\.vgn\b/i.test(name) || bytes.subarray(0, BEGINNING).includes(0);
  if (mayBeBinary && BINARY.test(new TextDecoder("latin1").decode(bytes))) {
    return { text: undefined, bytes, isUnpacked, fault };
  }
  if (bytes.length < LARGE) {
    return { text: await decoded(name, bytes), bytes, isUnpacked, fault };
  }
  let isCancelled = false;
  const tell = watch(() => (isCancelled = true));
  try {
    const text = await decoded(name, bytes, (done) => {
      tell(done);
      if (isCancelled) {
        throw new DOMException("cancelled", "AbortError");
      }
    });
    return { text, bytes, isUnpacked, fault };
  } finally {
    tell();
  }
}

/** The text in bytes. Fails with a sentence where it is no text. */
export async function decoded(name: string, bytes: Uint8Array<ArrayBuffer>, step?: (done: number) => void): Promise<DecodedText> {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    const text = await inParts(bytes, new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be"), step);
    const note = `${name} is in UTF-16: once its text is changed, it is saved in UTF-8.`;
    return { ...text, encoding: "utf-8", note, original: { bytes, shown: "UTF-16" } };
  }
  const beginning = bytes.subarray(0, BEGINNING);
  const zero = beginning.indexOf(0);
  if (zero >= 0 && !isGamesWithZeros(beginning)) {
    throw new Error(`${name} is not text: it has a zero byte at ${zero}, and no tag MoveFormat that names a binary notation.`);
  }
  const hasBom = BOM.every((byte, at) => bytes[at] === byte);
  try {
    return await inEncoding(bytes, hasBom ? "utf-8-bom" : "utf-8", step);
  } catch (error) {
    if (error instanceof DOMException) {
      throw error;
    }
    return inEncoding(bytes, "windows-1252", step);
  }
}

/** Games that a program has damaged, such as tags with the end of a string in them; the zeros stay. */
function isGamesWithZeros(beginning: Uint8Array): boolean {
  const zeros = beginning.reduce((all, byte) => (byte === 0 ? all + 1 : all), 0);
  return zeros <= Math.max(16, beginning.length / 100) && GAMES.test(new TextDecoder("latin1").decode(beginning));
}

/** The text as bytes of its file; `encoding` is another one where the text has letters that the old one lacks. */
export function encoded(text: string, encoding: Encoding, lineEnd: LineEnd): { bytes: Uint8Array; encoding: Encoding } {
  const ended = lineEnd === "\n" ? text : text.replaceAll("\n", lineEnd);
  if (encoding === "windows-1252") {
    const bytes = latin(ended);
    if (bytes !== undefined) {
      return { bytes, encoding };
    }
  }
  const bytes = new TextEncoder().encode(encoding === "utf-8-bom" ? `\ufeff${ended}` : ended);
  return { bytes, encoding: encoding === "windows-1252" ? "utf-8" : encoding };
}

export function encodingName(encoding: Encoding): string {
  return { "utf-8": "UTF-8", "utf-8-bom": "UTF-8 with a mark", "windows-1252": "ISO 8859-1" }[encoding];
}

export function tooLarge(name: string, size: number): string {
  const [is, most] = [size, MOST_BYTES].map((bytes) => Math.ceil(bytes / (1024 * 1024)));
  return `${name} has ${is} MB, and a page opens files of at most ${most} MB: check it with vgn-lsp on a computer.`;
}

async function inEncoding(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding, step?: (done: number) => void): Promise<DecodedText> {
  const decoder = new TextDecoder(encoding === "windows-1252" ? encoding : "utf-8", { fatal: true });
  const text = await inParts(bytes, decoder, step);
  return { ...text, encoding, ...(text.note === undefined ? {} : { original: { bytes, shown: `${encodingName(encoding)} · mixed` } }) };
}

/** Line ends within the page are `\n`; what most lines end with is written again. */
async function inParts(bytes: Uint8Array, decoder: TextDecoder, step?: (done: number) => void): Promise<Omit<DecodedText, "encoding">> {
  const pauses = new Pauses();
  const growing = new GrowingDoc();
  let [both, returns, feeds] = [0, 0, 0];
  let rest = "";
  for (let at = 0; at < bytes.length; at += PART) {
    let part = rest + decoder.decode(bytes.subarray(at, at + PART), { stream: at + PART < bytes.length });
    rest = "";
    if (part.includes("\r")) {
      if (part.endsWith("\r") && at + PART < bytes.length) {
        rest = "\r";
        part = part.slice(0, -1);
      }
      const pairs = count(part, "\r\n");
      both += pairs;
      returns += count(part, "\r") - pairs;
      feeds += count(part, "\n") - pairs;
      part = part.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
    } else {
      feeds += count(part, "\n");
    }
    growing.add(part);
    step?.(at);
    await pauses.pause();
  }
  const lineEnd = both + returns === 0 ? "\n" : both >= returns && both >= feeds ? "\r\n" : returns > feeds ? "\r" : "\n";
  const isMixed = [both, returns, feeds].filter((number) => number > 0).length > 1;
  const note = "Its lines end in different ways: once its text is changed and saved, all end alike.";
  return { doc: growing.doc, lineEnd, ...(isMixed ? { note } : {}) };
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    found += 1;
  }
  return found;
}

const HIGH = new Map([...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))].map((letter, at) => [letter.charCodeAt(0), at + 128]));

/** Whether all letters are in Windows-1252. */
export function isLatin(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128 && !HIGH.has(code)) {
      return false;
    }
  }
  return true;
}

/** Bytes in Windows-1252; undefined where a letter has none. */
function latin(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 128 ? code : HIGH.get(code);
    if (byte === undefined) {
      return undefined;
    }
    bytes[at] = byte;
  }
  return bytes;
}

/** Bytes as base64. */
export function base64(bytes: Uint8Array): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, failed) => {
    reader.onload = () => done(String(reader.result).replace(/^.*?,/, ""));
    reader.onerror = () => failed(reader.error ?? new Error("the bytes cannot be read"));
    reader.readAsDataURL(new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }));
  });
}

/** The bytes that base64 stands for. */
export function ofBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) {
    bytes[at] = letters.charCodeAt(at);
  }
  return bytes;
}

/** All bytes of a stream; undefined where there are more than `most`. */
export async function gathered(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return new Uint8Array(await new Blob(parts).arrayBuffer());
    }
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    parts.push(new Uint8Array(value));
  }
}
