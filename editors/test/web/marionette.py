"""Firefox without a window, driven by its own protocol, Marionette: what a test does and reads."""
import base64
import json
import socket
import subprocess
import time
from pathlib import Path

PATIENCE = 30  # seconds


class Firefox:
    def __init__(self, program, profile):
        # The browser writes down the port that it has found.
        Path(profile).mkdir()
        (Path(profile) / "user.js").write_text('user_pref("marionette.port", 0);\n')
        words = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        said = Path(profile) / "MarionetteActivePort"
        self.wait("Firefox", lambda: said.exists() and said.read_text().strip())
        self.socket = socket.create_connection(("127.0.0.1", int(said.read_text())))
        self.unread, self.count = b"", 0
        self.receive()
        session = self.ask("WebDriver:NewSession", {"capabilities": {}})
        self.version = session["capabilities"]["browserVersion"]

    def receive(self):
        while b":" not in self.unread:
            self.unread += self.socket.recv(65536)
        length, _, rest = self.unread.partition(b":")
        while len(rest) < int(length):
            rest += self.socket.recv(65536)
        self.unread = rest[int(length):]
        return json.loads(rest[:int(length)])

    def ask(self, command, parameters):
        self.count += 1
        message = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise AssertionError(f"{command}: {error['message']}")
        return result

    def wait(self, what, condition):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited in vain for {what}")

    def open(self, address):
        self.ask("WebDriver:Navigate", {"url": address})

    def run(self, script, *arguments):
        """The value that a function's body returns in the page."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments), "sandbox": None})["value"]

    def until(self, what, script, *arguments):
        return self.wait(what, lambda: self.run(script, *arguments))

    def type(self, selector, text):
        element = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})["value"]
        self.ask("WebDriver:ElementSendKeys", {"id": next(iter(element.values())), "text": text})

    def picture(self, path):
        Path(path).write_bytes(base64.b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})["value"]))

    def close(self):
        self.process.terminate()
        self.process.wait()
