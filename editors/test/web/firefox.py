"""Run by firefox.sh: what people see and do in the page with Firefox, whose files are opened and saved another way."""
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from marionette import Firefox  # noqa: E402

program, server, folder, work, *pictures = sys.argv[1:]
TAGS = "".join(f'[{name} "{value}"]\n' for name, value in dict(
    Event="?", Site="?", Date="????.??.??", Round="?", White="Ada", Black="Bob", Result="*").items())
GAME = f"{TAGS}\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 *\n"
FINDINGS = 'return [...document.querySelectorAll(".of-findings .row .code")].map((one) => one.textContent).join(" ")'
TEXT = 'return document.querySelector(".cm-content")?.cmTile.view.state.doc.toString()'
DROP = """
const dataTransfer = new DataTransfer();
dataTransfer.items.add(new File([arguments[0]], "game.pgn"));
window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
"""
ENTER, F1 = "\ue007", "\ue031"


def choose(title):
    browser.until("the list", 'return document.querySelector("dialog.chooser[open]") !== null')
    browser.type("dialog.chooser[open] input", title + ENTER)


def seen(what):
    print(f"ok: {what}", flush=True)
    if pictures:
        browser.picture(Path(pictures[0]) / f"firefox-{seen.count}.png")
    seen.count += 1


seen.count = 1
words = [server, "web", "--no-open", "--port", "0", "--dir", folder]
served = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
browser = None
try:
    address = served.stdout.readline().strip()
    browser = Firefox(program, Path(work) / "profile")
    browser.open(address)
    browser.until("the first findings", FINDINGS)
    seen(f"shows findings of its example in Firefox {browser.version}")

    browser.run(DROP, GAME)
    front = 'return document.querySelector(".tabs [aria-selected=true]")?.textContent.endsWith("game.pgn")'
    browser.until("the tab of the file", front)
    browser.until("the missing mark", f"{FINDINGS}.includes('missing-check-mark')")
    browser.type(".cm-content", F1)
    choose("Fix all")
    browser.until("the fix", f"{TEXT}.includes('Qxf7#')")
    seen("opens a file that is dropped, and fixes it")

    browser.type(".cm-content", F1)
    choose("Convert to")
    choose("Friendly Coordinate Notation (FCN)")
    browser.until("the conversion", 'return document.querySelector("dialog.page[open]")?.innerText.includes("Pe2-e4")')
    seen("shows a conversion before it is written")
    browser.run('document.querySelector("dialog.page[open]").close()')

    board = 'const page = document.querySelector("iframe.board")?.contentDocument;'
    moves = 'const moves = [...(page?.querySelectorAll("*") ?? [])].filter((one) => one.children.length === 0);'
    click = 'const move = moves.find((one) => one.textContent.trim() === "Nc6"); move?.click(); return move !== undefined;'
    browser.until("the board's moves", board + moves + click)
    browser.until("the cursor", 'return document.querySelector(".status .place").textContent.includes("move 2…")')
    seen("keeps board and text in step")

    browser.type(".cm-content", F1)
    choose("Start the engine")
    thinks = r'return /^[+\u2212]\d.* depth (\d{2,}) .*Stockfish/.test(document.querySelector(".status .engine").textContent)'
    browser.until("an evaluation", thinks)
    browser.type(".cm-content", F1)
    choose("Stop the engine")
    browser.until("its end", 'return document.querySelector(".status .engine").textContent === ""')
    seen("starts and stops the engine")

    browser.run("navigator.serviceWorker.ready.then(() => (window.isReady = true));")
    browser.until("the service worker", "return window.isReady === true")
    browser.open(address)
    browser.until("the text after a reload", f"{TEXT}?.includes('Qxf7#')")
    for games in (1, 30_000):
        # Kept once, and then left in the moment in which something is typed.
        browser.run(DROP, (GAME + "\n") * games)
        browser.until("the games", f'return document.querySelector(".of-games h2").textContent === "Games {games}"')
        time.sleep(0.3 if games == 1 else 2.5)
        insert = 'view.dispatch({ changes: { from: 0, insert: "{typed last}" } });'
        browser.run(f'const {{ view }} = document.querySelector(".cm-content").cmTile; {insert} location.reload();')
        time.sleep(0.5)
        browser.until("what was typed last", f"{TEXT}?.startsWith('{{typed last}}')")
    seen("has what was typed in the moment in which it is left")
    served.kill()
    served.wait()
    browser.open(address)
    browser.until("findings without a network", FINDINGS)
    seen("has everything after a reload, and works without a network")
    print("all as it should be")
finally:
    served.kill()
    if browser is not None:
        browser.close()
