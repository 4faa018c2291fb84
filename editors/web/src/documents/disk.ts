// Files of the user's computer: opened, dropped, saved. Where the browser cannot write files, they are downloaded.

const KNOWN = /\.(?:pgn|vgn|txt|epd)(?:\.(?:gz|zst|bz2|xz))?$/i;
/** So many files are taken from a folder or an archive. */
export const MOST_FILES = 50;

export interface FoundFile {
  name: string;
  blob: Blob;
  handle?: FileSystemFileHandle | undefined;
}

const TYPES = [
  {
    description: "Chess games",
    accept: {
      "application/vnd.chess-pgn": [".pgn", ".vgn"],
      "application/gzip": [".gz"],
      "application/zstd": [".zst"],
      "application/x-bzip2": [".bz2"],
      "application/x-xz": [".xz"],
      "application/zip": [".zip"],
    },
  },
] as const;

/** Lets people choose files; an empty list where they do not. */
export async function pickFiles(): Promise<FoundFile[]> {
  if (!("showOpenFilePicker" in window)) {
    return pickByInput();
  }
  const handles = await unlessDismissed(window.showOpenFilePicker({ multiple: true, types: TYPES.map(mutable) }));
  return Promise.all((handles ?? []).map(ofHandle));
}

interface Launches {
  setConsumer(consumer: (launched: { files?: readonly FileSystemHandle[] }) => void): void;
}

/** Hears of files that are opened with the page where it is installed. */
export function onLaunch(open: (found: FoundFile[]) => void): void {
  const launches = (window as { launchQueue?: Launches }).launchQueue;
  launches?.setConsumer(({ files = [] }) => {
    const handles = files.filter((handle): handle is FileSystemFileHandle => handle.kind === "file");
    if (handles.length > 0) {
      void Promise.all(handles.map(ofHandle)).then(open);
    }
  });
}

/** The files of games in a folder that people choose. */
export async function pickFolder(): Promise<FoundFile[]> {
  if (!("showDirectoryPicker" in window)) {
    return pickByInput(true);
  }
  const folder = await unlessDismissed(window.showDirectoryPicker({ mode: "readwrite" }));
  const found: FoundFile[] = [];
  if (folder !== undefined) {
    await gather(folder, found);
  }
  return found;
}

async function gather(folder: FileSystemDirectoryHandle, found: FoundFile[]): Promise<void> {
  for await (const entry of folder.values()) {
    if (found.length >= MOST_FILES) {
      return;
    }
    if (entry.kind === "directory") {
      await gather(entry, found);
    } else if (KNOWN.test(entry.name)) {
      found.push(await ofHandle(entry));
    }
  }
}

/** Files that are dropped on the page. */
export async function droppedFiles(transfer: DataTransfer): Promise<FoundFile[]> {
  // What is dropped can be asked for only until the event has ended.
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const asked = items.map((item) => {
    const file = item.getAsFile();
    const handle = "getAsFileSystemHandle" in item ? item.getAsFileSystemHandle().catch(() => null) : null;
    return { file, handle };
  });
  const found: FoundFile[] = [];
  for (const { file, handle } of asked) {
    const got = await handle;
    if (got?.kind === "directory") {
      await gather(got as FileSystemDirectoryHandle, found);
    } else if (file !== null) {
      found.push({ name: file.name, blob: file, handle: got?.kind === "file" ? (got as FileSystemFileHandle) : undefined });
    }
  }
  return found;
}

/** Writes a file where it is, or where people choose; the handle of where it is now, undefined where they do not. */
export async function save(
  name: string,
  bytes: Uint8Array,
  handle: FileSystemFileHandle | undefined,
): Promise<FileSystemFileHandle | "downloaded" | undefined> {
  const content = new Blob([new Uint8Array(bytes)], { type: "application/vnd.chess-pgn" });
  if (!("showSaveFilePicker" in window)) {
    download(name, content);
    return "downloaded";
  }
  const options = { suggestedName: name, types: TYPES.slice(0, 1).map(mutable) };
  const target = handle ?? (await unlessDismissed(window.showSaveFilePicker(options)));
  if (target === undefined) {
    return undefined;
  }
  try {
    const writable = await target.createWritable();
    await writable.write(content);
    // What was there is replaced now, all at once.
    await writable.close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${target.name} could not be written, and is as it was (${why}). The text is still here: save it elsewhere.`);
  }
  return target;
}

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function ofHandle(handle: FileSystemFileHandle): Promise<FoundFile> {
  return { name: handle.name, blob: await handle.getFile(), handle };
}

function pickByInput(isFolder = false): Promise<FoundFile[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = isFolder;
  return new Promise((done) => {
    input.addEventListener("cancel", () => done([]));
    input.addEventListener("change", () => {
      const files = [...(input.files ?? [])].filter(({ name }) => !isFolder || KNOWN.test(name));
      done(files.slice(0, isFolder ? MOST_FILES : files.length).map((file) => ({ name: file.name, blob: file })));
    });
    input.click();
  });
}

async function unlessDismissed<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      return undefined;
    }
    throw error;
  }
}

function mutable({ description, accept }: (typeof TYPES)[number]): FilePickerAcceptType {
  return { description, accept: { ...accept } as unknown as Record<`${string}/${string}`, `.${string}`[]> };
}
