// The targets of Visual Studio Code for which a package holds a server, and which programs run there.

/** By target: the system, its processors, and whether its loader is another than that of the GNU C library. */
const TARGETS = {
  "linux-x64": { platform: "linux", machines: ["x64"] },
  "linux-arm64": { platform: "linux", machines: ["arm64"] },
  "alpine-x64": { platform: "linux", machines: ["x64"], musl: true },
  "alpine-arm64": { platform: "linux", machines: ["arm64"], musl: true },
  "win32-x64": { platform: "win32", machines: ["x64"] },
  // Windows on arm64 runs programs for x64 too.
  "win32-arm64": { platform: "win32", machines: ["arm64", "x64"] },
  "darwin-x64": { platform: "darwin", machines: ["x64"] },
  "darwin-arm64": { platform: "darwin", machines: ["arm64"] },
};

/** Why a file is no server for the target, as a sentence about FILE; nothing if it is one. */
export function unfit(target, content, inWords) {
  if (target === "web") {
    return content.kind === "module" ? undefined : "FILE is not a WebAssembly module: a package for the web takes one.";
  }
  const wanted = TARGETS[target];
  if (wanted === undefined) {
    return `There is no package for ${target}: expected one of ${[...Object.keys(TARGETS), "web"].join(", ")}.`;
  }
  const expected = `a package for ${target} takes a program for ${inWords(wanted.platform, wanted.machines.slice(0, 1))}`;
  if (content.kind !== "program") {
    return `FILE is not a program: ${expected}.`;
  }
  if (content.platform !== wanted.platform || !content.machines.some((machine) => wanted.machines.includes(machine))) {
    return `FILE is a program for ${inWords(content.platform, content.machines)}: ${expected}.`;
  }
  // A program that needs no loader runs with either library.
  if (content.loader !== undefined && content.loader.includes("musl") !== (wanted.musl ?? false)) {
    return `FILE needs ${content.loader}, which is not on the systems of ${target}: build it for another C library.`;
  }
  return undefined;
}
