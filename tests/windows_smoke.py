"""What a user of Windows would try first, tried with the program under Wine: see tests/windows.

Arguments: the program; an empty folder, which is C:\\Schach Übung to the program; one that is \\\\srv\\share; and the
program of windows_host.c; behind them, if not all, the subjects to be tried. Each function is a subject, and all run,
whatever becomes of the others.
"""

import base64
import http.client
import json
import os
import pty
import re
import socket
import subprocess
import sys
import time
import traceback
from pathlib import Path
from urllib.parse import unquote

PROGRAM, FOLDER, SHARE, HOST = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
ROSTER = "".join(f'[{tag} "{value}"]\r\n' for tag, value in [
    ("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?"),
    ("Result", "*"),
]) + "\r\n"
BAD = ROSTER + "1. e4 <x> e5 *\r\n"
# As VS Code spells the folder, and as others do.
ROOT = "file:///c%3A/Schach%20%C3%9Cbung"
SPELLINGS = [ROOT, *(f"file:///{drive}/Schach%20{name}bung"
                     for drive in ["c:", "C:", "c%3a", "C%3A"] for name in ["%C3%9C", "%c3%9c", "Ü"])]
# As deep as Windows never goes without a prefix.
DEEP = ["a" * 60] * 5
PATIENCE = 120
tried = 0


def write(name, text, encoding="utf-8", folder=FOLDER):
    (folder / name).write_bytes((ROSTER + text).encode(encoding))


def run(code, *arguments, stdin=b"", folder=FOLDER):
    """Runs the program, which is to end with this code; gives its standard output and its standard error."""
    global tried
    tried += 1
    done = subprocess.run(["wine", PROGRAM, *arguments], cwd=folder, capture_output=True, input=stdin, timeout=PATIENCE)
    said = done.stderr.decode("utf-8", "replace")
    assert done.returncode == code, f"{arguments}: {done.returncode}, not {code}\n{done.stdout!r}\n{said}"
    return done.stdout, said


def deep(folder=FOLDER):
    """A folder whose path has more than 260 characters, here and for the program."""
    path = folder.joinpath(*DEEP)
    path.mkdir(parents=True, exist_ok=True)
    return path, "\\".join([r"C:\Schach Übung", *DEEP, ""])


def paths_of_all_kinds():
    write("bad.pgn", "1. e4 <x> e5 *\r\n")
    write("open.pgn", "1. e4 e5\r\n")
    write("good.pgn", "1. e4 e5 *\r\n")
    write("share.pgn", "1. e4 <x> e5 *\r\n", folder=SHARE)
    run(0, "--version")
    for pattern in [r"c:\schach übung\*.PGN", r"\\?\C:\Schach Übung\*.pgn", "*.PGN", r".\*.Pgn",
                    "C:/Schach Übung/*.pgn"]:
        found, _ = run(1, "check", "--format", "json", pattern)
        findings = [json.loads(line) for line in found.splitlines()]
        assert findings[-1]["summary"]["files"] == 3, findings
        stray = next(finding for finding in findings if finding.get("code") == "stray-text")
        assert (stray["start"]["line"], stray["start"]["column"]) == (9, 7), stray
    write("Übung.PGN", "1. e4 e5 *\r\n")
    for pattern in ["ü*.pgn", r"c:\SCHACH ü*\Übu*.pgn", r".\ÜBUNG.*"]:
        _, said = run(0, "check", pattern)
        assert said.startswith("1 file, 1 game"), f"{pattern}: {said}"
    (FOLDER / "Übung.PGN").unlink()
    for name in ["good.pgn", "GOOD.PGN", r".\good.pgn", r"C:\Schach Übung\good.pgn", "c:/schach übung/good.pgn",
                 r"\\?\C:\Schach Übung\good.pgn", r"..\Schach Übung\good.pgn", r"\Schach Übung\good.pgn"]:
        _, said = run(0, "check", "good.pgn", name)
        assert said.startswith("1 file, 1 game"), f"{name}: {said}"
    for name in [r"C:\none.pgn", r"\\?\C:\none.pgn", r"\\srv\share\none.pgn", r"Q:\none.pgn",
                 r"\\nobody\none\none.pgn"]:
        for command in ["check", "board", "fmt"]:
            _, said = run(2, command, name)
            assert said.startswith(f"vgn-lsp: {name}: ") and "os error" not in said and "pattern" not in said, said


def devices():
    write("good.pgn", "1. e4 e5 *\r\n")
    before = sorted(os.listdir(FOLDER))
    for null in ["nul", "NUL", "nul:", r"\\.\NUL", r"C:\Schach Übung\nul"]:
        run(0, "check", null)
        run(0, "fmt", null)
        run(0, "convert", "--to", "FCN", "good.pgn", "-o", null)
    for device in ["con", "aux", "com1", "nul.pgn", r"\\.\con", "prn"]:
        for arguments in [["check", device], ["fmt", device], ["convert", "--to", "FCN", "good.pgn", "-o", device]]:
            _, said = run(2, *arguments)
            assert said.rstrip().endswith(": Windows keeps this name for a device"), f"{arguments}: {said}"
    for device in ["nul", "con", "com1", "nul.pgn"]:
        run(2, "board", "--no-open", device)
    assert sorted(os.listdir(FOLDER)) == before, "a device is no file"


def sarif_addresses():
    write("bad.pgn", "1. e4 <x> e5 *\r\n")
    write("100% [1]#.pgn", "1. e4 <x> e5 *\r\n")
    write("share.pgn", "1. e4 <x> e5 *\r\n", folder=SHARE)
    for path, expected in [
        (r"C:\Schach Übung\bad.pgn", "file:///C:/Schach%20%C3%9Cbung/bad.pgn"),
        (r"c:/Schach Übung/bad.pgn", "file:///c:/Schach%20%C3%9Cbung/bad.pgn"),
        (r"\\?\C:\Schach Übung\bad.pgn", "file:///C:/Schach%20%C3%9Cbung/bad.pgn"),
        (r"\\srv\share\share.pgn", "file://srv/share/share.pgn"),
        (r"\\?\UNC\srv\share\share.pgn", "file://srv/share/share.pgn"),
        (r"\Schach Übung\bad.pgn", "file:///C:/Schach%20%C3%9Cbung/bad.pgn"),
        ("C:bad.pgn", "file:///C:/Schach%20%C3%9Cbung/bad.pgn"),
        ("bad.pgn", "bad.pgn"),
        (r"..\Schach Übung\bad.pgn", "../Schach%20%C3%9Cbung/bad.pgn"),
        ("100% [1]#.pgn", "100%25%20%5B1%5D%23.pgn"),
    ]:
        found, _ = run(1, "check", "--format", "sarif", path)
        place = json.loads(found)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == expected, f"{path}: {place}"


def files_that_are_written():
    """Fixes and layouts keep line ends and letters; conversions replace what is there."""
    write("open.pgn", "1. e4 e5\r\n")
    write("good.pgn", "1. e4 e5 *\r\n")
    run(0, "check", "--unsafe-fixes", "open.pgn")
    assert (FOLDER / "open.pgn").read_bytes().endswith(b"e5 *\r\n")
    run(0, "convert", "--to", "BCCF", "good.pgn", "-o", r"C:\Schach Übung\small.vgn")
    run(0, "convert", "--to", "BCCF", "good.pgn", "-o", "small.vgn")
    binary, _ = run(0, "convert", "--to", "BCCF", "good.pgn")
    assert binary == (FOLDER / "small.vgn").read_bytes()
    text, _ = run(0, "convert", "--to", "PGN", "small.vgn")
    assert b"\r\n1. e4 e5 *\r\n" in text or b"\n1. e4 e5 *\n" in text, text
    unlaid = "1.e4   {Müller   steht größer}\r\ne5\r\n2.Nf3 (2. d4\r\nd5 ) *\r\n"
    laid = "1. e4 {Müller   steht größer} 1... e5 2. Nf3 (2. d4 d5) *\r\n"
    for encoding in ["utf-8", "latin-1"]:
        expected = (ROSTER + laid).encode(encoding)
        write("lay out.pgn", unlaid, encoding)
        run(1, "fmt", "--check", "lay out.pgn")
        difference, _ = run(1, "fmt", "--diff", "lay out.pgn")
        assert "größer".encode(encoding) in difference, difference
        passed_on, _ = run(0, "fmt", "-", stdin=(FOLDER / "lay out.pgn").read_bytes())
        assert passed_on == expected, passed_on
        run(0, "fmt", r"C:\Schach Übung\lay out.pgn")
        assert (FOLDER / "lay out.pgn").read_bytes() == expected, (FOLDER / "lay out.pgn").read_bytes()
        run(0, "fmt", "--check", "LAY OUT.PGN")
    # Configuration beside the games, as an editor of Windows saves it.
    (FOLDER / "configured").mkdir(exist_ok=True)
    (FOLDER / "configured" / "vgn.toml").write_bytes(b'\xef\xbb\xbf[diagnostics]\r\nstray-text = "off"\r\n')
    write("bad.pgn", "1. e4 <x> e5 *\r\n", folder=FOLDER / "configured")
    run(0, "check", r"configured\bad.pgn")


def long_paths():
    write("good.pgn", "1. e4 e5 *\r\n")
    folder, path = deep()
    run(0, "convert", "--to", "FCN", "good.pgn", "-o", path + "new.vgn")
    assert b'[MoveFormat "FCN' in (folder / "new.vgn").read_bytes()
    run(0, "check", path + "new.vgn")
    write("open.pgn", "1.e4\r\ne5\r\n", folder=folder)
    run(0, "check", "--unsafe-fixes", path + "open.pgn")
    run(0, "fmt", path + "open.pgn")
    assert (folder / "open.pgn").read_bytes() == (ROSTER + "1. e4 e5 *\r\n").encode()
    # Found by a walk, too.
    _, said = run(0, "check", path.rstrip("\\"))
    assert said.startswith("2 files"), said


def in_console(*command, code=0):
    """What a console shows of a command, which is to end with this code."""
    global tried
    tried += 1
    shown = bytearray()

    def read(descriptor):
        data = os.read(descriptor, 4096)
        shown.extend(data)
        return data

    os.chdir(FOLDER)
    # What the console is sent would be copied to standard output.
    own, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    status = os.waitstatus_to_exitcode(pty.spawn(["wine", *command], read))
    os.dup2(own, 1)
    text = shown.decode("utf-8", "replace")
    assert status == code and "\ufffd" not in text, f"{command}: {status}, not {code}\n{text[-4000:]}"
    # Without what places and colours it.
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


def consoles():
    """A console takes text only, in UTF-8, and prints the codes of colours unless it is asked to obey them."""
    # Longer than what is written at once.
    write("latin1.pgn", "1. e4 {" + "Müller ist größer\r\n" * 5_000 + "} e5 {Ende} *\r\n", "latin-1")
    text = in_console(PROGRAM, "convert", "--to", "VGN", "latin1.pgn")
    assert text.count("Müller ist größer") == 5_000 and "{Ende} *" in text, text[-4000:]
    for to in ["BCCF", "PGC"]:
        text = in_console(PROGRAM, "convert", "--to", to, "latin1.pgn", code=2)
        assert f"games in {to} are binary" in text and "-o FILE" in text, text
    write("shown.pgn", "1. e4 <größer> e5 *\r\n", "latin-1")
    assert "<größer>" in in_console(PROGRAM, "check", "shown.pgn", code=1)
    write("laid.pgn", "1.e4 {größer}  e5\r\n*\r\n", "latin-1")
    assert "größer" in in_console(PROGRAM, "fmt", "--diff", "laid.pgn", code=1)
    for command in [["check", "--quiet", "shown.pgn"], ["explain", "stray-text"]]:
        in_console(HOST, PROGRAM, *command)
        in_console(HOST, PROGRAM, *command, "--color", "never", code=1)


class Server:
    def __init__(self, client=None):
        self.process = subprocess.Popen(["wine", PROGRAM, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "VGN_LSP_TEST_REQUESTS": "1"})
        self.requests = 0
        text = {"diagnostic": {}} if client is None else {}
        folders = [{"uri": ROOT, "name": "games"}]
        workspace = {"workspaceFolders": True, "diagnostics": {"refreshSupport": True}}
        capabilities = {"textDocument": text, "workspace": workspace}
        self.ask("initialize", {"processId": client, "rootUri": ROOT, "workspaceFolders": folders,
                                "capabilities": capabilities})
        self.send(method="initialized", params={})

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
            if "id" in message and "method" in message:
                self.send(id=message["id"], result=None)

    def ask(self, method, params=None):
        self.requests += 1
        number = self.requests
        self.send(id=number, method=method, **({} if params is None else {"params": params}))
        answer = self.until(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, uri, text):
        document = {"uri": uri, "languageId": "pgn", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": document})

    def close(self, uri):
        self.send(method="textDocument/didClose", params={"textDocument": {"uri": uri}})

    def workspace(self, previous):
        return self.ask("workspace/diagnostic", {"previousResultIds": previous})["items"]

    def finish(self):
        self.ask("shutdown")
        self.send(method="exit")
        assert self.process.wait(timeout=60) == 0


def only_these(*names):
    """Leaves these files, with a finding each, in the folder and no others that hold games."""
    for path in FOLDER.rglob("*.?gn"):
        path.unlink()
    for name in names:
        write(name, "1. e4 <x> e5 *\r\n")


def diagnostics_that_are_pushed():
    only_these()
    # Whose process cannot be seen is not waited for.
    server = Server(client=4_000_000_000)
    server.open(ROOT + "/bad.pgn", BAD)
    published = server.until(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
    assert published["uri"] == ROOT + "/bad.pgn", published
    assert [finding["code"] for finding in published["diagnostics"]] == ["stray-text"], published
    assert published["diagnostics"][0]["range"]["start"] == {"line": 8, "character": 6}, published
    server.finish()


def spellings_of_addresses():
    """One file under each of its spellings, for a client that spells as VS Code does."""
    only_these("bad.pgn", "game (1).pgn")
    names = {"bad.pgn": ["bad.pgn", "%62ad.pgn"],
             "game (1).pgn": ["game%20%281%29.pgn", "game%20(1).pgn", "game%20%281).pgn"]}
    server = Server()
    for name, escaped in names.items():
        opened = f"{ROOT}/{escaped[0]}"
        server.open(opened, BAD)
        reports = []
        for uri in [f"{root}/{name}" for root in SPELLINGS for name in escaped]:
            place = {"textDocument": {"uri": uri}, "position": {"line": 8, "character": 3}}
            assert server.ask("textDocument/hover", place), f"no hover by {uri}"
            report = server.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})
            assert [finding["code"] for finding in report["items"]] == ["stray-text"], f"{uri}: {report}"
            reports.append(report["resultId"])
            again = {"textDocument": {"uri": uri}, "previousResultId": reports[0]}
            assert server.ask("textDocument/diagnostic", again)["kind"] == "unchanged", uri
        told = [unquote(item["uri"]) for item in server.workspace([])]
        assert len(told) == 1 and not told[0].endswith(name), f"an open document is told of from disk: {told}"
        server.close(opened)
    first = server.workspace([])
    assert sorted(len(item["items"]) for item in first) == [1, 1], first
    for root in SPELLINGS:
        theirs = {name: f"{root}/{escaped[0]}" for name, escaped in names.items()}
        previous = [{"uri": theirs[unquote(item["uri"]).rsplit("/", 1)[1]], "value": item["resultId"]}
                    for item in first]
        for _ in range(2):
            assert server.workspace(previous) == [], f"what is known as {root} is told again"
    # What has changed is told under the client's own spelling, once.
    write("bad.pgn", "1. e4 {now it is longer} e5 *\r\n")
    previous = [{"uri": f"{ROOT}/{names[unquote(item['uri']).rsplit('/', 1)[1]][0]}", "value": item["resultId"]}
                for item in first]
    changed = server.workspace(previous)
    assert [(item["uri"], item["items"]) for item in changed] == [(ROOT + "/bad.pgn", [])], changed
    server.finish()


def new_files_of_the_server():
    """A file that the server makes beside another one, deeper than 260 characters."""
    only_these()
    folder, path = deep()
    write("Übung (1).pgn", "1. e4 *\r\n", folder=folder)
    server = Server()
    uri = ROOT + "/" + "/".join(DEEP) + "/%C3%9Cbung%20%281%29.pgn"
    server.open(uri, ROSTER + "1. e4 *\r\n")
    command = {"command": "vgn.convertToFile", "arguments": [{"uri": uri, "to": "BCCF"}]}
    server.ask("workspace/executeCommand", command)
    server.finish()
    assert (folder / "Übung (1).bccf.vgn").is_file(), os.listdir(folder)


def share_in_an_editor():
    write("bad.pgn", "1. e4 *\r\n", folder=SHARE)
    server = Server()
    for uri in ["file://srv/share/bad.pgn", "file://SRV/share/%62ad.pgn"]:
        server.open(uri, ROSTER + "1. e4 *\r\n")
        place = {"textDocument": {"uri": "file://srv/share/bad.pgn"}, "position": {"line": 8, "character": 3}}
        assert server.ask("textDocument/hover", place), uri
        command = {"command": "vgn.convertToFile", "arguments": [{"uri": uri, "to": "FCN"}]}
        server.ask("workspace/executeCommand", command)
        server.close(uri)
    server.finish()
    made = sorted(path.name for path in SHARE.glob("bad.*vgn"))
    assert len(made) == 2, made


def client_that_is_killed():
    """The server ends with its client, also while somebody holds the pipe to it open."""
    client = subprocess.Popen(["wine", HOST], stdout=subprocess.PIPE)
    server = Server(client=int(client.stdout.readline()))
    time.sleep(3)
    assert server.process.poll() is None, "the server ends before its client does"
    client.kill()
    client.wait()
    server.process.wait(timeout=30)


class Page:
    """A page's socket, in as much of RFC 6455 as is needed here."""

    def __init__(self, address):
        match = re.fullmatch(r"http://(127\.0\.0\.1):(\d+)(/.*)", address)
        host, port, path = match[1], int(match[2]), match[3]
        self.socket = socket.create_connection((host, port), timeout=30)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path}socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n").encode())
        assert b" 101 " in self.stream.readline()
        while self.stream.readline().strip():
            pass

    def ask(self, method):
        text = json.dumps({"id": 1, "method": method, "params": {}}).encode()
        # The mask of nothing leaves the text as it is.
        self.socket.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        return self.until(lambda message: message.get("id") == 1)["result"]

    def until(self, wanted):
        while True:
            kind, length = self.stream.read(2)
            if length >= 126:
                length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
            message = self.stream.read(length)
            if kind == 0x81 and wanted(parsed := json.loads(message)):
                return parsed


def get(address, **headers):
    host, path = address.removeprefix("http://").split("/", 1)
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("GET", "/" + path, headers=headers)
    return connection.getresponse().status


def board_of_a_file():
    """`vgn-lsp board FILE` shows a file, and follows it."""
    folder, path = deep()
    environment = {**os.environ, "VGN_LSP_TEST_REQUESTS": "1"}
    for name, file in [(r"C:\Schach Übung\am Brett.pgn", FOLDER / "am Brett.pgn"),
                       ("AM BRETT.PGN", FOLDER / "am Brett.pgn"), (path + "tief.pgn", folder / "tief.pgn"),
                       (r"\\srv\share\brett.pgn", SHARE / "brett.pgn")]:
        write(file.name, "1. e4 {größer} e5 *\r\n", "latin-1", folder=file.parent)
        board = subprocess.Popen(["wine", PROGRAM, "board", "--no-open", name], cwd=FOLDER, env=environment,
                                 stdout=subprocess.PIPE)
        try:
            address = board.stdout.readline().decode().strip()
            assert get(address) == 200 and get(address, Host="evil.example") == 403, address
            assert get(re.sub(r"/[^/]+/$", "/guessed/", address)) == 404
            page = Page(address)
            game = page.ask("game")
            assert game["total"] == 2 and "größer" in json.dumps(game, ensure_ascii=False), game
            write(file.name, "1. e4 {größer} e5 2. Nf3 *\r\n", "latin-1", folder=file.parent)
            page.until(lambda message: message.get("method") == "changed")
            assert page.ask("game")["total"] == 3
        finally:
            board.kill()
            board.wait()


def board_of_a_document():
    """The board that an editor asks for, by another spelling than that of the opening."""
    server = Server()
    server.open(ROOT + "/bad.pgn", ROSTER + "1. e4 e5 *\r\n")
    board = {"textDocument": {"uri": "file:///C:/Schach%20%C3%9Cbung/bad.pgn"}, "noOpen": True}
    address = server.ask("workspace/executeCommand", {"command": "vgn.openBoard", "arguments": [board]})
    assert get(address) == 200 and Page(address).ask("game")["total"] == 2
    server.finish()


SUBJECTS = [paths_of_all_kinds, devices, sarif_addresses, files_that_are_written, long_paths, consoles,
            diagnostics_that_are_pushed, spellings_of_addresses, new_files_of_the_server, share_in_an_editor,
            client_that_is_killed, board_of_a_file, board_of_a_document]
wanted = sys.argv[5:]
failed = []
for subject in SUBJECTS:
    name = subject.__name__.replace("_", " ")
    if wanted and name not in wanted:
        continue
    try:
        subject()
        print(f"{name}: as it should be")
    except Exception:
        failed.append(name)
        print(f"{name}: FAILED\n{traceback.format_exc()}")
    sys.stdout.flush()
if failed:
    sys.exit(f"the Windows program fails at: {', '.join(failed)}")
print(f"the Windows program does what it should: {tried} runs, the server and the board")
