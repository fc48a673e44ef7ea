"""What clients were promised, and how long they waited. Threads share it."""

import threading
import time
from dataclasses import dataclass, field


@dataclass
class Promises:
    """Effects that the shop has acknowledged."""

    products: set = field(default_factory=set)
    paid: set = field(default_factory=set)
    orders: set = field(default_factory=set)
    cancelled: set = field(default_factory=set)


class Ledger:
    def __init__(self):
        self.lock = threading.Lock()
        self.promises = Promises()
        self.acknowledged = 0
        # Moments of each client's acknowledgements.
        self.moments = {}
        # (moment, what) of each attempt that got no final answer: the client sent the command again.
        self.failed_attempts = []
        self.failed_reads = []
        self.reads = 0
        self.stale_reads = 0
        # Answers that must never be given, whatever fails.
        self.offences = []

    def acknowledge(self, client):
        with self.lock:
            self.acknowledged += 1
            self.moments.setdefault(client, []).append(time.monotonic())

    def promise(self, kind, identity):
        with self.lock:
            getattr(self.promises, kind).add(identity)

    def attempt_failed(self, what):
        with self.lock:
            self.failed_attempts.append((time.monotonic(), what))

    def read(self, failure=None, stale=False):
        with self.lock:
            self.reads += 1
            self.stale_reads += stale
            if failure:
                self.failed_reads.append((time.monotonic(), failure))

    def offence(self, what):
        with self.lock:
            self.offences.append(what)

    def longest_wait(self, clients, since, until):
        """The longest that any of these clients was without an acknowledgement in this time, in seconds."""
        with self.lock:
            copies = [list(self.moments.get(client, [])) for client in clients]
        longest = 0
        for moments in copies:
            before = [moment for moment in moments if moment < since][-1:] or [since]
            within = [moment for moment in moments if since <= moment <= until]
            points = [*before, *within, *([] if within else [until])]
            longest = max([longest, *(b - a for a, b in zip(points, points[1:]))])
        return longest

    def failures_between(self, since, until):
        with self.lock:
            attempts = [what for moment, what in self.failed_attempts if since <= moment <= until]
            reads = [what for moment, what in self.failed_reads if since <= moment <= until]
        return attempts, reads

    def all_acknowledged_since(self, moment, clients):
        with self.lock:
            return all(self.moments.get(client, [0])[-1] > moment for client in clients)
