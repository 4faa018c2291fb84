"""What a user of Windows would try first, tried with the program under Wine: see tests/windows.

Arguments: the program, and an empty folder, which is C:\\Schach Übung to the program.
"""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
ROSTER = "".join(f'[{tag} "{value}"]\r\n' for tag, value in [
    ("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?"), ("Result", "*"),
]) + "\r\n"
ROOT = "file:///c%3A/Schach%20%C3%9Cbung"
tried = 0


def write(name, text, encoding="utf-8"):
    (FOLDER / name).write_bytes((ROSTER + text).encode(encoding))


def run(code, *arguments):
    """Runs the program, which is to end with this code; gives its standard output and its standard error."""
    global tried
    tried += 1
    done = subprocess.run(["wine", PROGRAM, *arguments], cwd=FOLDER, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode == code, f"{arguments}: {done.returncode}, not {code}\n{done.stdout!r}\n{said}"
    return done.stdout, said


def commands():
    write("bad.pgn", "1. e4 <x> e5 *\r\n")
    write("open.pgn", "1. e4 e5\r\n")
    write("good.pgn", "1. e4 e5 *\r\n")
    run(0, "--version")
    # Paths of all kinds, names in any case, devices.
    found, _ = run(1, "check", "--format", "json", r"c:\schach übung\*.PGN")
    findings = [json.loads(line) for line in found.splitlines()]
    assert findings[-1]["summary"]["files"] == 3, findings
    stray = next(finding for finding in findings if finding.get("code") == "stray-text")
    assert (stray["start"]["line"], stray["start"]["column"]) == (9, 7), stray
    _, said = run(0, "check", "good.pgn", "GOOD.PGN", r".\good.pgn", r"C:\Schach Übung\good.pgn")
    assert said.startswith("1 file, 1 game"), said
    _, said = run(2, "check", r"C:\none.pgn")
    assert r"C:\none.pgn" in said, said
    run(0, "check", "nul")
    run(0, "convert", "--to", "FCN", "good.pgn", "-o", "nul")
    run(0, "convert", "--to", "FCN", "good.pgn", "-o", r"\\.\NUL")
    for device in ["con", "aux", "com1", "nul.pgn"]:
        for arguments in [["check", device], ["convert", "--to", "FCN", "good.pgn", "-o", device]]:
            _, said = run(2, *arguments)
            assert said.rstrip().endswith(": Windows keeps this name for a device"), said
    found, _ = run(1, "check", "--format", "sarif", r"C:\Schach Übung\bad.pgn")
    place = json.loads(found)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "file:///C:/Schach%20%C3%9Cbung/bad.pgn", place
    # Fixes keep the line ends; conversions replace what is there.
    run(0, "check", "--unsafe-fixes", "open.pgn")
    assert (FOLDER / "open.pgn").read_bytes().endswith(b"e5 *\r\n")
    run(0, "convert", "--to", "BCCF", "good.pgn", "-o", r"C:\Schach Übung\small.vgn")
    run(0, "convert", "--to", "BCCF", "good.pgn", "-o", "small.vgn")
    binary, _ = run(0, "convert", "--to", "BCCF", "good.pgn")
    assert binary == (FOLDER / "small.vgn").read_bytes()
    # A path of more than 260 characters.
    deep = FOLDER.joinpath(*["a" * 60] * 5)
    deep.mkdir(parents=True)
    path = "\\".join(["C:", "Schach Übung", *["a" * 60] * 5, "new.vgn"])
    run(0, "convert", "--to", "FCN", "good.pgn", "-o", path)
    assert b'[MoveFormat "FCN' in (deep / "new.vgn").read_bytes()
    run(0, "check", path)


def consoles():
    """A console takes text only, in UTF-8."""
    # Longer than what is written at once.
    long = "Müller ist größer\r\n" * 5_000
    write("latin1.pgn", "1. e4 {" + long + "} e5 {Ende} *\r\n", "latin-1")
    for to, code, expected in [("VGN", 0, "größer"), ("BCCF", 2, "games in BCCF are binary")]:
        shown = bytearray()
        os.chdir(FOLDER)

        def read(descriptor):
            data = os.read(descriptor, 4096)
            shown.extend(data)
            return data

        # What the console is sent would be copied to standard output.
        own, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        status = os.waitstatus_to_exitcode(pty.spawn(["wine", PROGRAM, "convert", "--to", to, "latin1.pgn"], read))
        os.dup2(own, 1)
        text = shown.decode("utf-8", "replace")
        assert status == code and expected in text, f"{status}\n{text[-4000:]}"
        assert "\ufffd" not in text and (code or "{Ende} *" in text), text[-4000:]


class Server:
    def __init__(self):
        self.process = subprocess.Popen(["wine", PROGRAM, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.requests = 0

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def until(self, wanted):
        while True:
            length = int(self.process.stdout.readline().split(b":")[1])
            self.process.stdout.readline()
            message = json.loads(self.process.stdout.read(length))
            if wanted(message):
                return message

    def ask(self, method, params=None):
        self.requests += 1
        number = self.requests
        self.send(id=number, method=method, **({} if params is None else {"params": params}))
        return self.until(lambda message: message.get("id") == number and "method" not in message)


def server():
    """The server, for a client that spells its URIs as VS Code does."""
    server = Server()
    server.ask("initialize", {"processId": None, "rootUri": ROOT, "capabilities": {}})
    server.send(method="initialized", params={})
    document = {"uri": ROOT + "/bad.pgn", "languageId": "pgn", "version": 1, "text": ROSTER + "1. e4 <x> e5 *\r\n"}
    server.send(method="textDocument/didOpen", params={"textDocument": document})
    published = server.until(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
    assert published["uri"] == document["uri"], published
    assert [finding["code"] for finding in published["diagnostics"]] == ["stray-text"], published
    assert published["diagnostics"][0]["range"]["start"] == {"line": 8, "character": 6}, published
    place = {"textDocument": {"uri": "file:///C:/Schach%20%C3%9Cbung/bad.pgn"}, "position": {"line": 8, "character": 3}}
    assert server.ask("textDocument/hover", place)["result"], "a hover by another spelling"
    server.ask("shutdown")
    server.send(method="exit")
    assert server.process.wait(timeout=60) == 0


commands()
server()
consoles()
print(f"the Windows program does what it should: {tried} runs, two in a console, and the server")
