"""An HTTP client of the shop that sends each command with a key of its own until there is a final answer."""

import json
import random
import time

import urllib3

# Longer than the services' own limit of a minute, so that they give up first.
REQUEST_TIMEOUT = 70
# A command without a final answer for this long counts as hung.
COMMAND_TIMEOUT = 180
RETRY_PAUSE = 0.1


class Failed(Exception):
    """A command that must succeed has not; the ledger says why."""


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        try:
            self.body = json.loads(response.data)
        except ValueError:
            self.body = response.data[:200].decode(errors="replace")

    @property
    def position(self):
        return int(self.headers.get("Greenstall-Position", 0))

    def at(self, *path):
        value = self.body
        for member in path:
            value = value[member]
        return value


class Client:
    def __init__(self, address, ledger, name, seed):
        self.ledger = ledger
        self.name = name
        self.dice = random.Random(f"{seed} {name}")
        self.pool = urllib3.HTTPConnectionPool(address, maxsize=2, retries=False, timeout=REQUEST_TIMEOUT)
        self.keys = 0
        self.token = None
        # The highest position that an answer has named.
        self.seen = 0

    def _headers(self):
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def command(self, method, path, body):
        """Sends a command that must succeed. Returns its answer."""
        self.keys += 1
        key = f"{self.name}-{self.keys}"
        # The same bytes each time: with another body the key would be refused.
        data = json.dumps(body).encode()
        headers = {**self._headers(), "Idempotency-Key": key, "Content-Type": "application/json"}
        deadline = time.monotonic() + COMMAND_TIMEOUT
        while time.monotonic() < deadline:
            try:
                answer = Answer(self.pool.urlopen(method, f"/api{path}", body=data, headers=headers))
            except urllib3.exceptions.TimeoutError:
                self.ledger.offence(f"{method} {path}: no answer within {REQUEST_TIMEOUT} s")
                continue
            except urllib3.exceptions.HTTPError as error:
                self.ledger.attempt_failed(f"{method} {path}: {type(error).__name__}")
                time.sleep(RETRY_PAUSE)
                continue
            self.seen = max(self.seen, answer.position)
            if answer.status < 300:
                self.ledger.acknowledge(self.name)
                return answer
            told = f"{method} {path}: {answer.status} {answer.body}"
            self.ledger.attempt_failed(told)
            if answer.headers.get("Retry-After") is None:
                # Only a refusal for the moment may happen, and that says when to try again.
                self.ledger.offence(told)
                raise Failed
            time.sleep(RETRY_PAUSE)
        self.ledger.offence(f"{method} {path} with {key}: no final answer within {COMMAND_TIMEOUT} s")
        raise Failed

    def read(self, path, after=None):
        """Sends a query once. Returns the answer, or None when there is none or it may be stale."""
        headers = {**self._headers(), "Greenstall-After": str(self.seen if after is None else after)}
        try:
            answer = Answer(self.pool.urlopen("GET", f"/api{path}", headers=headers))
        except urllib3.exceptions.TimeoutError:
            self.ledger.offence(f"GET {path}: no answer within {REQUEST_TIMEOUT} s")
            return None
        except urllib3.exceptions.HTTPError as error:
            self.ledger.read(failure=f"GET {path}: {type(error).__name__}")
            return None
        if answer.status != 200:
            told = f"GET {path}: {answer.status} {answer.body}"
            self.ledger.read(failure=told)
            if answer.status != 503 or answer.headers.get("Retry-After") is None:
                self.ledger.offence(told)
            return None
        stale = answer.headers.get("Greenstall-Stale") is not None
        self.ledger.read(stale=stale)
        return None if stale else answer
