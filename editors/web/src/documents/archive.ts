// ZIP archives, as collections of games are offered: the files of games in one.

import { unzipSync } from "fflate";
import { tooLarge, MOST_BYTES } from "./bytes";
import { MOST_FILES, type FoundFile } from "./disk";

/** A text beside the games says where they come from. */
const GAMES = /\.(?:pgn|vgn)(?:\.(?:gz|zst|bz2|xz))?$/i;

/** Whether a file begins as a ZIP archive does. */
export async function isArchive(blob: Blob): Promise<boolean> {
  const [p, k, three, four] = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && three === 3 && four === 4;
}

/** The files of games in an archive. Fails with a sentence where there are none, or they are too large. */
export async function membersOf(name: string, blob: Blob): Promise<FoundFile[]> {
  if (blob.size > MOST_BYTES) {
    throw new Error(tooLarge(name, blob.size));
  }
  let size = 0;
  let count = 0;
  let members: Record<string, Uint8Array>;
  try {
    members = unzipSync(new Uint8Array(await blob.arrayBuffer()), {
      // What a member says of its size is all the room that it gets.
      filter: (member) => {
        const isTaken = GAMES.test(member.name) && count < MOST_FILES;
        if (isTaken) {
          count += 1;
          size += member.originalSize;
          if (size > MOST_BYTES) {
            throw new Error(tooLarge(`${name}, unpacked,`, size));
          }
        }
        return isTaken;
      },
    });
  } catch (error) {
    if (size > MOST_BYTES) {
      throw error;
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} is a ZIP archive that cannot be read (${why}): unpack it, and open the files.`);
  }
  const found = Object.entries(members).map(([path, bytes]) => ({
    name: path.split(/[\\/]/).at(-1) ?? path,
    blob: new Blob([new Uint8Array(bytes)]),
  }));
  if (found.length === 0) {
    throw new Error(`${name} has no file whose name ends in .pgn or .vgn.`);
  }
  return found;
}
