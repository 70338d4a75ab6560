#!/usr/bin/env python3
"""Tries a Debian package as a user would: installs it, talks in it with the network off, removes it.

    sudo python3 src-tauri/linux/try_package.py target/packages/CharacterChatBot_0.1.0_amd64.deb

Needs root, and the packages xvfb, dbus-x11, webkit2gtk-driver and iproute2. Prints one JSON line; any other ending is a failure.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PACKAGE = "character-chat-bot"
PROGRAM = "/usr/bin/characterchat-desktop"
PORT = 4499
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE_SECONDS = 120


def main():
    if sys.argv[1:2] == ["--inside"]:
        return print(json.dumps(talk(pathlib.Path(sys.argv[2]))))
    package = pathlib.Path(sys.argv[1]).resolve()
    apt("install", str(package))
    home = pathlib.Path(tempfile.mkdtemp(prefix="characterchat-home-"))
    try:
        installed = installed_files()
        assert not written_below("/usr", installed), "the package brings what it does not list"
        # A network of its own, with nothing in it but this computer itself.
        inside = ["unshare", "-n", "--", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
        command = [*inside, sys.executable, __file__, "--inside", str(home)]
        report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        report["written"] = sorted({"/".join(path.relative_to(home).parts[:4]) for path in files_below(home)})
        strange = [path for path in report["written"] if not path.startswith((".local/share/characterchatbot", ".cache/"))]
        assert not strange, f"written outside of the data folder: {strange}"
    finally:
        apt("remove", PACKAGE)
    left = [path for path in installed if os.path.lexists(path) and not os.path.isdir(path)]
    assert not left, f"left behind: {left}"
    assert not os.path.exists("/usr/lib/CharacterChatBot"), "the folder of the program was left behind"
    assert (home / ".local/share/characterchatbot/characterchat.sqlite").is_file(), "the user's data went away"
    shutil.rmtree(home)
    print(json.dumps(report, ensure_ascii=False))


def apt(verb, what):
    options = ["-o", "DPkg::Lock::Timeout=600", "-y", "-q"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", *options, verb, what], check=True, env=environment, stdout=sys.stderr)


def installed_files():
    listed = subprocess.run(["dpkg", "-L", PACKAGE], check=True, capture_output=True, text=True).stdout.splitlines()
    assert PROGRAM in listed, listed
    return listed


def written_below(folder, listed):
    """Files of the program's own folder that no package lists."""
    below = files_below(pathlib.Path(folder) / "lib" / "CharacterChatBot")
    return [str(path) for path in below if str(path) not in listed]


def files_below(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def talk(home):
    """One turn in the installed window, driven as the tests drive it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CHARACTERCHAT_", "XDG_"))}
    environment |= {"HOME": str(home), "TAURI_AUTOMATION": "true", "TAURI_WEBVIEW_AUTOMATION": "true", "LANG": "C.UTF-8"}
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--", "WebKitWebDriver", f"--port={PORT}"]
    driver = subprocess.Popen(command, env=environment, cwd=home, stdout=sys.stderr, start_new_session=True)
    try:
        return converse(home)
    finally:
        os.killpg(driver.pid, signal.SIGTERM)
        driver.wait()


def converse(home):
    began = time.monotonic()
    options = {"browserName": "wry", "webkitgtk:browserOptions": {"binary": PROGRAM, "args": []}}
    value = until("the driver", lambda: request("POST", "/session", {"capabilities": {"alwaysMatch": options}}))
    session = f"/session/{value['sessionId']}"

    def script(body, *arguments):
        return request("POST", f"{session}/execute/sync", {"script": body, "args": list(arguments)})

    until("the first page", lambda: script("return [...document.querySelectorAll('main button')].some((face) => face.textContent.includes('Sherlock'))"))
    first_page = time.monotonic()
    script("[...document.querySelectorAll('main button')].find((face) => face.textContent.includes('Sherlock')).click()")
    until("the composer", lambda: script("return document.querySelector('main textarea') !== null && document.querySelectorAll('article').length === 1"))
    field = script("return document.querySelector('main textarea')")[ELEMENT]
    request("POST", f"{session}/element/{field}/value", {"text": "Good evening, Mr Holmes.\ue007"})
    rested = """const turns = [...document.querySelectorAll('article')];
        return turns.length === 3 && turns[2].getAttribute('aria-busy') !== 'true' && turns[2].innerText.length > 20
            && document.querySelector('main form button[aria-label="Stop"]') === null ? turns[2].innerText : null"""
    asked = time.monotonic()
    reply = until("the reply", lambda: script(rested))
    answered = time.monotonic()
    request("DELETE", session)
    assert (home / ".local/share/characterchatbot/characterchat.sqlite").is_file()
    return {"first_page_s": round(first_page - began, 1), "reply_s": round(answered - asked, 1), "reply": reply}


def until(what, ask):
    deadline = time.monotonic() + PATIENCE_SECONDS
    last = None
    while time.monotonic() < deadline:
        try:
            if value := ask():
                return value
        except OSError as error:
            last = error
        time.sleep(0.1)
    raise SystemExit(f"waited {PATIENCE_SECONDS} s for {what}; last: {last}")


def request(method, target, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    asked = urllib.request.Request(f"http://127.0.0.1:{PORT}{target}", data, headers, method=method)
    with urllib.request.urlopen(asked, timeout=PATIENCE_SECONDS) as answer:
        return json.load(answer)["value"]


if __name__ == "__main__":
    main()
