"""The processes of Greenstall: two for commands, two for projections, three for queries."""

import json
import subprocess
import time

import urllib3

from layout import DATABASE
from process import Process

ROLES = ["command", "command", "projections", "projections", "query", "query", "query"]
# Short, so that a connection that falls silent delays a round only for seconds.
ANSWER_SECONDS = "5"
LEASE_SECONDS = "8"
CONNECTIONS = "8"


class Service:
    def __init__(self, layout, number, role, environment):
        self.role = role
        self.name = f"{role}{number}"
        self.address = f"{layout.hub}:{layout.ports.service(number)}"
        log = layout.folder / f"{self.name}.log"
        given = {**environment, "GREENSTALL_HTTP__ADDR": self.address}
        self.process = Process(self.name, [layout.binary, "serve", "--roles", role], log, given)


class Services:
    def __init__(self, layout):
        self.layout = layout
        common = environment(layout)
        nodes = iter(layout.nodes)
        self.all = [
            Service(layout, number, role, {**common, **reads_from(layout, next(nodes))} if role == "query" else common)
            for number, role in enumerate(ROLES, 1)
        ]

    def start(self):
        for service in self.all:
            service.process.start()

    def assert_alive(self):
        for service in self.all:
            service.process.assert_alive()

    def wait_until_ready(self, within=180):
        http = urllib3.PoolManager(retries=False, timeout=3)
        deadline = time.monotonic() + within
        for service in self.all:
            while True:
                self.assert_alive()
                try:
                    if http.request("GET", f"http://{service.address}/health/ready").status == 200:
                        break
                except urllib3.exceptions.HTTPError:
                    pass
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{service.name} is not ready:\n{service.process.tail()}")
                time.sleep(0.2)

    def operate(self, *arguments, within=300):
        """Runs an operator's command; returns its status, output and messages."""
        ran = subprocess.run(
            [self.layout.binary, *arguments],
            env={**self.all[0].process.environment, "GREENSTALL_LOG__FILTER": "warn"},
            capture_output=True,
            text=True,
            timeout=within,
        )
        return ran.returncode, ran.stdout, ran.stderr

    def mails(self):
        """Every mail in the mail folder."""
        files = sorted(self.layout.mail.glob("*.json")) if self.layout.mail.exists() else []
        return [json.loads(file.read_text()) for file in files]

    def stop(self):
        for service in self.all:
            if service.process.is_running:
                service.process.child.terminate()
        for service in self.all:
            service.process.stop(20)


def environment(layout):
    """The settings that all services share."""
    return {
        "GREENSTALL_DATA_DIR": str(layout.folder / "shop"),
        "GREENSTALL_DATABASE__URL": primary_url(layout),
        "GREENSTALL_DATABASE__CONNECTIONS": CONNECTIONS,
        "GREENSTALL_DATABASE__ANSWER_SECONDS": ANSWER_SECONDS,
        "GREENSTALL_DATABASE__LEASE_SECONDS": LEASE_SECONDS,
        "GREENSTALL_HTTP__TRUSTED_PROXIES": layout.hub,
        # All customers have one address here, so this limit would stop them.
        "GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS": "0",
    }


def reads_from(layout, node):
    """The server that a query service reads from: one node each and no balancer, because an answer must come from the
    server whose progress the service follows."""
    return {"GREENSTALL_DATABASE__READ_URL": database_url(layout, layout.host(node), layout.ports.postgres(node))}


def primary_url(layout):
    return database_url(layout, layout.hub, layout.ports.primary)


def database_url(layout, host, port):
    return f"postgres://greenstall:{layout.passwords['shop']}@{host}:{port}/{DATABASE}"
