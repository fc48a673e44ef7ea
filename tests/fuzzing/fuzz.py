"""fuzz.py BINARY FOLDER REQUESTS [SEED]: runs schemathesis against both OpenAPI documents on a new demo market.

Starts BINARY in the new folder FOLDER, on loopback, and calls every operation as a visitor, a customer, a merchant and an
admin, until there were at least REQUESTS requests; 0: commands as a merchant and queries as an admin, once. Prints the
failures; the exit status says whether there are any.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from subprocess import PIPE, STDOUT

HERE = Path(__file__).resolve().parent
PASSWORD = "Greenstall#1"
PEOPLE = {
    "customer": "shopper@greenstall.example",
    "merchant": "farmer@greenstall.example",
    "admin": "admin@greenstall.example",
}
# Operations that end the caller's session or account, so they are called last.
LAST = r"^/auth/(logout|password|sessions)|^/users/me$"
# The event stream, whose answer never ends.
NEVER = "/stream"
READY_WITHIN = 180


def environment(folder):
    return {
        **os.environ,
        "GREENSTALL_DATA_DIR": str(folder / "data"),
        "GREENSTALL_HTTP__ADDR": "127.0.0.1:0",
        "GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS": "0",
        # Ignore proxies and the like in the environment, so that requests go nowhere else.
        "NO_PROXY": "*",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }


def start(binary, folder):
    """Starts the program; returns the process and the address that it announces."""
    log = open(folder / "serve.log", "w")
    process = subprocess.Popen(
        [binary, "serve", "--demo"], env=environment(folder), stdout=log, stderr=STDOUT
    )
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:\d+", (folder / "serve.log").read_text())
        if found:
            return process, found.group()
        time.sleep(0.1)
    process.kill()
    sys.exit("it does not start:\n" + (folder / "serve.log").read_text())


def log_in(address, email):
    body = json.dumps({"email": email, "password": PASSWORD}).encode()
    request = urllib.request.Request(
        address + "/api/auth/login", body, {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        return json.load(answer)["token"]


def fuzz(folder, address, document, name, token, last, examples, seed):
    """Calls one document's operations as one caller; returns the number of requests and whether all passed."""
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run",
        str(folder / "openapi" / f"{document}.json"), "--url", address + "/api", "--seed", str(seed),
        "--max-examples", str(examples), "--phases", "examples,coverage,fuzzing", "--no-color",
        "--exclude-path", NEVER, "--include-path-regex" if last else "--exclude-path-regex", LAST,
    ]
    if token:
        command += ["--header", f"Authorization:Bearer {token}"]
    done = subprocess.run(command, env=environment(folder), cwd=folder, stdout=PIPE, stderr=STDOUT, text=True)
    requests = sum(map(int, re.findall(r"(\d+) generated", done.stdout)))
    good = done.returncode == 0 and requests > 0
    print(f"{document} as {name}: {requests} requests, seed {seed}, {'good' if good else 'WRONG'}", flush=True)
    if not good:
        print(done.stdout, flush=True)
    return requests, good


def rounds(seed):
    """Endless rounds of documents, people and seeds."""
    while True:
        for document in ["query", "command"]:
            for name in ["nobody", *PEOPLE]:
                yield document, name, seed
        seed += 1


def main():
    binary, folder, wanted = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve(), int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    (folder / "openapi").mkdir(parents=True)
    subprocess.run([binary, "openapi", "--folder", str(folder / "openapi")], check=True)
    process, address = start(binary, folder)
    total, good = 0, True
    try:
        tokens = {"nobody": None} | {name: log_in(address, email) for name, email in PEOPLE.items()}

        def call(document, name, last, examples, seed):
            nonlocal total, good
            requests, well = fuzz(folder, address, document, name, tokens[name], last, examples, seed)
            total, good = total + requests, good and well

        if wanted == 0:
            call("command", "merchant", False, 3, seed)
            call("query", "admin", False, 3, seed)
        else:
            for document, name, seed in rounds(seed):
                if total >= wanted:
                    break
                call(document, name, False, 20, seed)
            for name in tokens:
                call("command", name, True, 20, seed)
        if process.poll() is not None:
            good = False
            print("the server has ended:\n" + (folder / "serve.log").read_text())
    finally:
        process.terminate()
        process.wait(60)
    print(f"{total} requests, {'all answered as described' if good else 'see above'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
