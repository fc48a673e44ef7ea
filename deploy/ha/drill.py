"""make ha: starts the whole shop on a cluster, plays the faults under load, checks everything, and writes drill.json."""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import traceback
from pathlib import Path

import faults
from audit import Audit, missing_products
from cluster import Cluster
from layout import Layout
from ledger import Ledger
from load import Load

# A wait that is longer counts as an outage; a busy machine may take as long as this without any fault.
OUTAGE_SECONDS = 1.0
# The load runs for so many seconds before a fault and after it.
CALM_SECONDS = 3


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


class Drill:
    def __init__(self, cluster, seed):
        self.cluster = cluster
        self.seed = seed
        self.dice = random.Random(f"{seed} dice")
        self.ledger = Ledger()
        self.load = Load(cluster, self.ledger, seed)
        self.rounds = []
        self.failures = []

    def play(self, number, fault):
        time.sleep(CALM_SECONDS)
        primary = self.cluster.leader().name
        say(f"round {number}: {fault.__name__} on {primary}")
        since = time.monotonic()
        try:
            fault(self.cluster, self.dice)
        except faults.Unexpected as told:
            self.failures.append(f"round {number}: {told}")
        if not self.load.wait_until_flowing():
            self.failures.append(f"round {number}: {fault.__name__}: a client gets no acknowledgement any more")
        self.cluster.wait_until_whole()
        self.cluster.services.assert_alive()
        time.sleep(CALM_SECONDS)
        until = time.monotonic()
        attempts, reads = self.ledger.failures_between(since, until)
        lost = missing_products(self.cluster, self.ledger.promises)
        played = {
            "fault": fault.__name__,
            "primary": primary,
            "primary_after": self.cluster.leader().name,
            "recovery_s": round(self.ledger.longest_wait(self.load.writers, since, until), 1),
            "failed_requests": len(attempts),
            "failed_reads": len(reads),
            "whole_after_s": round(until - since, 1),
            "lost": len(lost),
        }
        self.rounds.append(played)
        say(f"  {json.dumps(played)}")
        for what in sorted({what[:160] for what in attempts + reads})[:4]:
            say(f"    {what}")
        if fault is faults.switchover and attempts + reads:
            self.failures.append(f"round {number}: a switchover failed {len(attempts + reads)} requests")

    def report(self, audit):
        waits = sorted(one["recovery_s"] for one in self.rounds)
        outages = [wait for wait in waits if wait > OUTAGE_SECONDS]
        by_fault = {}
        for one in self.rounds:
            by_fault.setdefault(one["fault"], []).append(one["recovery_s"])
        ledger = self.ledger
        return {
            "rounds": len(self.rounds),
            "acknowledged": ledger.acknowledged,
            "lost": len(audit.lost),
            "doubled": len(audit.doubled),
            "recovery_s": {"p50": statistics.median(outages) if outages else 0, "max": max(waits, default=0)},
            "recovery_s_by_fault": {
                name: {"rounds": len(them), "p50": statistics.median(them), "max": max(them)}
                for name, them in sorted(by_fault.items())
            },
            "reads": {"all": ledger.reads, "failed": len(ledger.failed_reads), "stale": ledger.stale_reads},
            "failed_attempts": len(ledger.failed_attempts),
            "compared": dict(audit.counts),
            "problems": [*self.failures, *ledger.offences, *audit.lost, *audit.doubled, *audit.broken],
            "seed": self.seed,
            "machine": f"{os.cpu_count()} cores, {platform.release()}",
            "played": self.rounds,
        }


def run_beside(cluster, command):
    """Starts the shop, runs a command with its address and its settings in the environment, and returns its status."""
    try:
        cluster.start()
        settings = cluster.services.all[0].process.environment
        return subprocess.run(command, env={**settings, "GREENSTALL_TEST_SHOP": cluster.balancer.shop}).returncode
    finally:
        cluster.stop()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rounds", type=int, required=True)
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("--only", action="append", help="play these faults only")
    arguments.add_argument("--report", type=Path, required=True)
    arguments.add_argument("--run", nargs=argparse.REMAINDER, help="instead of faults, run a command beside the shop")
    given = arguments.parse_args()
    cluster = Cluster(Layout.from_environment())
    if given.run:
        return run_beside(cluster, given.run)
    drill = Drill(cluster, given.seed)
    report = None
    try:
        began = time.monotonic()
        cluster.start()
        drill.load.start()
        say(f"three nodes, haproxy and seven services serve after {time.monotonic() - began:.0f} s; seed {given.seed}")
        if not cluster.network.can_cut:
            say("without network namespaces these are not played: " + ", ".join(f.__name__ for f in faults.NEED_A_NETWORK))
        if given.only:
            by_name = {fault.__name__: fault for fault in faults.ALL}
            chosen = [by_name[given.only[n % len(given.only)]] for n in range(given.rounds)]
        else:
            chosen = faults.schedule(given.rounds, given.seed, cluster.network.can_cut)
        for number, fault in enumerate(chosen, 1):
            drill.play(number, fault)
        drill.load.stop()
        say("the load has ended; auditing")
        audit = Audit(cluster, drill.ledger)
        audit.run()
        report = drill.report(audit)
        given.report.write_text(json.dumps(report, indent=2) + "\n")
    except Exception:
        traceback.print_exc()
    finally:
        drill.load.stopping.set()
        cluster.stop()
    if report is None:
        say(f"the drill did not end; logs: {cluster.layout.folder}")
        return 1
    shown = {key: value for key, value in report.items() if key not in ("played", "problems")}
    print(json.dumps(shown, indent=2))
    for problem in report["problems"][:20]:
        print(f"PROBLEM: {problem}")
    return 1 if report["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
