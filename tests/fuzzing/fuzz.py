"""fuzz.py BINARY FOLDER REQUESTS [SEED]: schemathesis against both OpenAPI documents on a demo market of its own.

Starts BINARY in the new folder FOLDER, on loopback, and calls every operation as nobody, as a customer, as a merchant and
as an admin, until there are at least REQUESTS requests. Prints what is wrong; the exit status says whether anything is.
"""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
PASSWORD = "Greenstall#1"
PEOPLE = {
    "customer": "shopper@greenstall.example",
    "merchant": "farmer@greenstall.example",
    "admin": "admin@greenstall.example",
}
# They end the session or the account of whoever calls them: called last, each person's own way out.
LAST = r"^/auth/(logout|password|sessions)|^/users/me$"
READY_WITHIN = 180


def environment(folder):
    return {
        **os.environ,
        "GREENSTALL_DATA_DIR": str(folder / "data"),
        "GREENSTALL_HTTP__ADDR": "127.0.0.1:0",
        # Nothing in the environment may lead outside.
        "NO_PROXY": "*",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }


def start(binary, folder):
    """The process, and the address that it tells."""
    log = open(folder / "serve.log", "w")
    process = subprocess.Popen(
        [binary, "serve", "--demo"], env=environment(folder), stdout=log, stderr=subprocess.STDOUT
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
    """One document as one person. Answers how many requests there were, and whether all was well."""
    report = folder / f"{document}-{name}-{'last' if last else 'first'}-{seed}.ndjson"
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "schemathesis.toml"), "run",
        str(folder / "openapi" / f"{document}.json"), "--url", address + "/api", "--seed", str(seed),
        "--max-examples", str(examples), "--phases", "examples,coverage,fuzzing", "--no-color",
        "--report", "ndjson", "--report-ndjson-path", str(report),
        "--include-path-regex" if last else "--exclude-path-regex", LAST,
    ]
    if token:
        command += ["--header", f"Authorization:Bearer {token}"]
    output = folder / report.with_suffix(".txt").name
    with open(output, "w") as written:
        status = subprocess.run(command, env=environment(folder), stdout=written, stderr=subprocess.STDOUT).returncode
    text = output.read_text()
    found = re.findall(r"(\d+) generated", text)
    requests = sum(map(int, found))
    report.unlink(missing_ok=True)
    print(f"{document} as {name}: {requests} requests, seed {seed}, {'good' if status == 0 else 'WRONG'}", flush=True)
    if status != 0:
        print(text, flush=True)
    return requests, status == 0


def main():
    binary, folder, wanted = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    (folder / "openapi").mkdir(parents=True)
    subprocess.run([binary, "openapi", "--folder", str(folder / "openapi")], check=True)
    process, address = start(binary, folder)
    total, good = 0, True
    try:
        tokens = {"nobody": None} | {name: log_in(address, email) for name, email in PEOPLE.items()}
        # A round is at least what the documents' examples and edges make.
        examples = max(1, min(200, wanted // 600))
        while total < wanted:
            for document in ["query", "command"]:
                for name, token in tokens.items():
                    requests, well = fuzz(folder, address, document, name, token, False, examples, seed)
                    total, good = total + requests, good and well
            if not good:
                break
            seed += 1
        for name, token in tokens.items():
            requests, well = fuzz(folder, address, "command", name, token, True, examples, seed)
            total, good = total + requests, good and well
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
