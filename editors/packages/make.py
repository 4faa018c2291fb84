#!/usr/bin/env python3
"""Makes the packages of a release from programs that are built already; needs Python 3.9 or newer and, for the
licences, Cargo.

  make.py version [--tag v0.1.0]           the version that Cargo.toml names; fails if the tag or a package differs
  make.py matrix                           the platforms, as the release recipe's matrix
  make.py extras PROGRAM                   man pages, completions and the schema, by a program that runs on this machine
  make.py debian TARGET                    what else the Debian package holds: icons, a changelog and the licences
                                           (needs rsvg-convert)
  make.py notices TARGET FILE              the licences of all that the program of a platform holds (needs Cargo)
  make.py platform TARGET PROGRAM OUT      archive, wheel and npm package of one platform
  make.py release OUT                      what is made once all platforms are in OUT: the npm package that chooses
                                           one, SHA256SUMS, and the manifests for Homebrew, winget, Scoop and Mason

Every file is written beside its place and then moved there: nothing is left half written.
"""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import archive  # noqa: E402
import debian  # noqa: E402
import extras  # noqa: E402
import manifests  # noqa: E402
import notices  # noqa: E402
import npm  # noqa: E402
import wheel  # noqa: E402
from project import Failure, PLATFORMS, SHARE, check_program, platform, version  # noqa: E402


def one_platform(target, program, out):
    row, program, out = platform(target), Path(program), Path(out)
    check_program(row, program)
    out.mkdir(parents=True, exist_ok=True)
    for made in (archive.make(row, program, out), wheel.make(row, program, out), npm.make(row, program, out)):
        print(made)


def main(words):
    command, rest = (words or [""])[0], words[1:]
    if command == "version" and (not rest or (len(rest) == 2 and rest[0] == "--tag")):
        print(version(*rest[1:]))
    elif command == "matrix" and not rest:
        print(json.dumps({"include": PLATFORMS}))
    elif command == "extras" and len(rest) == 1:
        extras.make(Path(rest[0]), SHARE)
    elif command == "debian" and len(rest) == 1:
        debian.make(rest[0], SHARE)
    elif command == "notices" and len(rest) == 2:
        notices.write(rest[0], Path(rest[1]))
    elif command == "platform" and len(rest) == 3:
        one_platform(*rest)
    elif command == "release" and len(rest) == 1:
        out = Path(rest[0])
        manifests.check(out)
        print(npm.make_chooser(out))
        manifests.make(out)
    else:
        raise Failure(f"use one of:\n{__doc__}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Failure, OSError) as error:
        sys.exit(f"make.py: {error}")
