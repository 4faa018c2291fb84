// What the first bytes of a file say it is: a program, for which system and processor, a script, or a module. Knows nothing of
// the editor: the script that makes packages asks it too.

/** A program in the form of one system. */
export interface Program {
  kind: "program";
  platform: "linux" | "win32" | "darwin";
  /** Its processors, as Node names them: one, or more in a universal program of macOS; empty where none is known. */
  machines: string[];
  /** What the system has to load first, if a Linux program needs that. */
  loader?: string;
}

/** `module`: a WebAssembly module, which no system starts and a browser holds. */
export type Content = Program | { kind: "script" | "module" | "neither" };

/** How many bytes from a file's beginning `contentOf` wants. */
export const HEAD = 4096;

const ELF_MACHINES: Record<number, string> = { 3: "ia32", 40: "arm", 62: "x64", 183: "arm64", 243: "riscv64" };
const PE_MACHINES: Record<number, string> = { 0x14c: "ia32", 0x8664: "x64", 0xaa64: "arm64" };
const MACH_MACHINES: Record<number, string> = { 7: "ia32", 0x01000007: "x64", 0x0100000c: "arm64" };

/** A system and processor that runs the programs of other processors too. */
const ALSO_RUNS: Record<string, string[]> = {
  "linux-x64": ["ia32"],
  "linux-arm64": ["arm"],
  "win32-x64": ["ia32"],
  "win32-arm64": ["x64", "ia32"],
  "darwin-arm64": ["x64"],
};

const SYSTEMS: Record<string, string> = { linux: "Linux", win32: "Windows", darwin: "macOS" };

export function contentOf(head: Buffer): Content {
  const bytes = Buffer.concat([head.subarray(0, HEAD)], HEAD);
  if (head.subarray(0, 2).toString("latin1") === "#!") {
    return { kind: "script" };
  }
  if (bytes.readUInt32BE(0) === 0x0061736d) {
    return { kind: "module" };
  }
  if (bytes.readUInt32BE(0) === 0x7f454c46) {
    const machine = bytes[5] === 2 ? bytes.readUInt16BE(18) : bytes.readUInt16LE(18);
    const loader = /\/(?:lib|nix)[^\0 ]*\/ld-[^\0 ]+/.exec(bytes.toString("latin1"))?.[0];
    return { kind: "program", platform: "linux", ...named(ELF_MACHINES, [machine]), ...(loader && { loader }) };
  }
  if (bytes.toString("latin1", 0, 2) === "MZ") {
    const at = bytes.readUInt32LE(0x3c);
    if (at <= HEAD - 6 && bytes.toString("latin1", at, at + 4) === "PE\0\0") {
      return { kind: "program", platform: "win32", ...named(PE_MACHINES, [bytes.readUInt16LE(at + 4)]) };
    }
    return { kind: "neither" };
  }
  if ([0xfeedface, 0xfeedfacf].includes(bytes.readUInt32LE(0))) {
    return { kind: "program", platform: "darwin", ...named(MACH_MACHINES, [bytes.readUInt32LE(4)]) };
  }
  if ([0xcafebabe, 0xcafebabf].includes(bytes.readUInt32BE(0))) {
    // Java's classes begin likewise; their number here is 45 at least.
    const count = bytes.readUInt32BE(4);
    const step = bytes.readUInt32BE(0) === 0xcafebabe ? 20 : 32;
    if (count > 0 && count < 45) {
      const machines = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(8 + index * step));
      return { kind: "program", platform: "darwin", ...named(MACH_MACHINES, machines) };
    }
  }
  return { kind: "neither" };
}

/** Whether a system starts the program. Of systems and processors that are not in the tables nothing is known: it may. */
export function runsOn(program: Program, platform: string, machine: string): boolean {
  if (!(platform in SYSTEMS)) {
    return program.platform === "linux";
  }
  const run = [machine, ...(ALSO_RUNS[`${platform}-${machine}`] ?? [])];
  return (
    program.platform === platform &&
    (program.machines.length === 0 || program.machines.some((one) => run.includes(one)))
  );
}

/** A system and its processors in words: "Linux on x64". */
export function inWords(platform: string, machines: readonly string[]): string {
  const system = SYSTEMS[platform] ?? platform;
  return machines.length === 0 ? system : `${system} on ${machines.join(" and ")}`;
}

function named(names: Record<number, string>, numbers: number[]): { machines: string[] } {
  return { machines: numbers.flatMap((number) => names[number] ?? []) };
}
