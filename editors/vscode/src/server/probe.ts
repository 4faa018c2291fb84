// Whether a file is a server that runs here, and of which version: it is asked. Knows nothing of the editor.

import { execFile } from "node:child_process";
import { open } from "node:fs/promises";
import { HEAD, contentOf, inWords, runsOn, type Content } from "./executable";

/** Why a program cannot be the server, as a sentence begins, and what helps if that is not another program. */
export interface Failure {
  failure: string;
  remedy?: string;
}

export interface System {
  platform: NodeJS.Platform;
  /** The processor, as Node names it. */
  machine: string;
}

/** How long a program may take to say its version, in milliseconds: a cold disk is slow. */
const PATIENCE = 15_000;

/** Starts the program with `--version`. Its first bytes are read before: a shell would take any text for commands. */
export async function probe(
  program: string,
  system: System,
  env: NodeJS.ProcessEnv,
  patience = PATIENCE,
): Promise<{ version: string } | Failure> {
  let content: Content;
  try {
    content = await read(program);
  } catch (error) {
    return { failure: `${program} cannot be read (${codeOf(error)})`, remedy: "give yourself the right to read it" };
  }
  if (content.kind === "neither" || content.kind === "module") {
    return { failure: `${program} is not a program` };
  }
  if (content.kind === "program" && !runsOn(content, system.platform, system.machine)) {
    const made = inWords(content.platform, content.machines);
    return { failure: `${program} is a program for ${made}, and this is ${inWords(system.platform, [system.machine])}` };
  }
  return new Promise((answer) => {
    const options = { env, timeout: patience, killSignal: "SIGKILL", windowsHide: true, encoding: "utf8" } as const;
    execFile(program, ["--version"], options, (error, stdout, stderr) => {
      const version = /^vgn-lsp (\d\S*)/.exec(stdout)?.[1];
      if (error !== null) {
        answer(whyNot(program, content, error, stderr));
      } else if (version === undefined) {
        answer({ failure: `${program} is not vgn-lsp: asked for its version it answers ${quoted(stdout)}` });
      } else {
        answer({ version });
      }
    });
  });
}

async function read(program: string): Promise<Content> {
  const file = await open(program);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return contentOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What is known of a program that has not started, or has ended otherwise than it should. */
function whyNot(program: string, content: Content, error: Error, stderr: string): Failure {
  const code = codeOf(error);
  switch (code) {
    // The file itself is there: it has been read.
    case "ENOENT":
      return content.kind === "program" && content.loader !== undefined
        ? { failure: `${program} needs ${content.loader}, which this system does not have` }
        : { failure: `${program} needs an interpreter that this system does not have` };
    case "EACCES":
    case "EPERM":
      return {
        failure: `${program} may not be run (${code})`,
        remedy: "allow that with `chmod +x`, or move it to a drive from which programs may be run",
      };
    case "ENOEXEC":
    case "EINVAL":
    case "UNKNOWN":
      return { failure: `${program} is not a program that this system can run (${code})` };
  }
  const { killed, signal } = error as { killed?: boolean; signal?: string | null };
  if (killed === true) {
    return { failure: `${program} does not say its version and was ended` };
  }
  const end = signal ? `was ended by ${signal}` : `ended with ${code}`;
  const said = stderr.trim() === "" ? "" : `, saying ${quoted(stderr)}`;
  return { failure: `${program} ${end} when it was asked for its version${said}` };
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? error);
}

/** The first line that is not empty, at a length that fits into a message. */
function quoted(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? "";
  const characters = [...line];
  return `“${characters.length > 120 ? `${characters.slice(0, 120).join("")}…` : line}”`;
}
