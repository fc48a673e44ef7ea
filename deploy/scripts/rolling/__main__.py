"""The split deployment on loopback, a walk through it, and a rolling restart under traffic. Called by rolling.sh.

Prints what was seen, and ends with status 1 when a request has failed.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from shop import Shop
from traffic import Traffic
from walk import walk

# Requests between two restarts.
BETWEEN = 200
# The view writers first: a new version of a view is built and serves before the processes that read it come.
ORDER = ("projections", "query", "command")


def serving(shop):
    """The serving build of each view, with the version of the code that has built it."""
    lines = [json.loads(line) for line in shop.operate("views", "list", "--json").splitlines()]
    return {line["name"]: f"build {line['generation']} by version {line['version']}" for line in lines if line["state"] == "serving"}


def restart_all(shop, traffic, binary):
    print(f"  {'process':15} {'ended in':>9} {'ready in':>9} {'answered':>9} {'failed':>7}")
    shop.binary = binary
    for kind in ORDER:
        for name in (name for name in shop.names if name.startswith(kind)):
            before, failed = traffic.total(), len(traffic.failures)
            ended = shop.stop(name)
            ready = shop.start(name)
            enough = before + BETWEEN
            while traffic.total() < enough:
                time.sleep(0.05)
            counts = traffic.total() - before, len(traffic.failures) - failed
            print(f"  {name:15} {ended:8.1f}s {ready:8.1f}s {counts[0]:9} {counts[1]:7}", flush=True)


def proxy_saw(shop):
    lines = [json.loads(line) for line in shop.access_log.read_text().splitlines()]
    retried = sum("," in line["upstream"] for line in lines)
    refused = sum(line["status"] >= 500 for line in lines)
    print(f"  nginx: {len(lines)} requests, {retried} tried at a second process, {refused} answered with 5xx")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary", type=Path)
    parser.add_argument("--upgrade", type=Path, help="a later build that takes over, process by process")
    parser.add_argument("--rounds", type=int, default=1, help="how often each process is restarted")
    parser.add_argument("--first-port", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="greenstall-rolling-") as folder:
        # Postgres runs as another user.
        Path(folder).chmod(0o755)
        with Shop(folder, options.binary.resolve(), options.first_port) as shop:
            print("── the split deployment of compose.yaml, on loopback", flush=True)
            shop.start_postgres()
            shop.migrate()
            shop.operate("demo")
            began = time.monotonic()
            for name in shop.names:
                shop.launch(name)
            for name in shop.names:
                shop.wait(name)
            shop.start_nginx()
            print(f"  {', '.join(shop.names)} are ready after {time.monotonic() - began:.1f} s, at {shop.url}")
            if unknown := shop.warnings():
                raise SystemExit("\n".join(unknown))
            print("── a walk through it", flush=True)
            walk(shop)
            traffic = Traffic(shop)
            traffic.start()
            print("── a rolling restart under traffic", flush=True)
            for _ in range(options.rounds):
                restart_all(shop, traffic, shop.binary)
            if options.upgrade:
                print("── an upgrade under traffic", flush=True)
                before = serving(shop)
                shop.binary = options.upgrade.resolve()
                shop.migrate()
                restart_all(shop, traffic, shop.binary)
                after = serving(shop)
                changed = {view: f"{before[view]} -> {after[view]}" for view in after if before[view] != after[view]}
                print("\n".join(f"  {view}: {change}" for view, change in changed.items()) or "  no view has a new version")
            traffic.stop()
            proxy_saw(shop)
            counts = ", ".join(f"{name} {count}" for name, count in sorted(traffic.answered.items()))
            print(f"  answered: {counts}; {traffic.stale} reads marked stale, {traffic.reconnects} ends of streams")
            for failure in traffic.failures[:20]:
                print(f"  FAILED {failure}")
            print(f"{traffic.total()} passed, {len(traffic.failures)} failed")
            return bool(traffic.failures)


raise SystemExit(main())
