"""How the test programs fared under Wine, and which tests cannot be run there: see tests/windows.

Argument: the file that holds what `cargo test` has said.
"""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

UNIX = re.compile(r' *#!?\[cfg\((all\(test, )?(unix|target_os = "linux")\)+\]')


def programs(said):
    """The lines of each program."""
    lines = {}
    program = None
    for line in said.splitlines():
        if match := re.match(r" +(?:Running (?:unittests )?(\S+)|(Doc-tests \S+))", line):
            program = match[1] or match[2]
            lines[program] = []
        elif program is not None:
            lines[program].append(line)
    return lines


def report(said):
    passed = failed = 0
    ignored = []
    for program, lines in programs(said).items():
        result = next((line for line in lines if line.startswith("test result:")), None)
        if result is None:
            print(f"{program}: did not come to its end")
            continue
        numbers = [int(number) for number in re.findall(r"(\d+) (?:passed|failed|ignored)", result)]
        print(f"{program}: {numbers[0]} passed, {numbers[1]} failed, {numbers[2]} ignored")
        subjects = Counter(match[1] for match in (re.match(r"test (\w+)::\S+ \.\.\. ok", line) for line in lines) if match)
        print(*(f"  {subject}: {count}" for subject, count in sorted(subjects.items())), sep="\n")
        passed, failed = passed + numbers[0], failed + numbers[1]
        tests = (re.match(r"test (\S+) \.\.\. (ignored.*|FAILED)", line) for line in lines)
        for test in filter(None, tests):
            if test[2] == "FAILED":
                print(f"  FAILED: {test[1]}")
            else:
                ignored.append(f"{program}: {test[1]}: {test[2]}")
    print(f"in all: {passed} passed, {failed} failed")
    print("Not run there:", *ignored, sep="\n  ")


def of_unix():
    """Tests, and files and modules of tests, that are not built for Windows."""
    for file in subprocess.run(["git", "ls-files", "src", "tests"], capture_output=True, check=True, text=True).stdout.split():
        if not file.endswith(".rs"):
            continue
        unix = tested = False
        for line in Path(file).read_text().splitlines():
            if match := UNIX.match(line):
                if line.startswith("#!"):
                    yield file
                    break
                unix, tested = True, bool(match[1])
            elif line.strip() == "#[test]":
                tested = True
            elif unix and (item := re.match(r" *(fn|mod) (\w+)", line)):
                if tested or item[1] == "mod":
                    yield f"{file}: {item[2]}"
                unix = tested = False
            elif not re.match(r" *(#\[|//)", line):
                unix = tested = False


report(Path(sys.argv[1]).read_text(errors="replace"))
print("Of Unix alone, and not built for Windows:", *of_unix(), sep="\n  ")
