"""haproxy: one address for the primary, and one for the shop."""

import csv
import socket
import time

from process import Process


class Balancer:
    def __init__(self, layout, services):
        self.layout = layout
        folder = layout.folder / "balancer"
        folder.mkdir(mode=0o700)
        self.socket = folder / "haproxy.sock"
        # The base URL of the shop.
        self.shop = f"http://{layout.hub}:{layout.ports.shop}"
        settings = self._settings(folder, services)
        self.process = Process("haproxy", [layout.haproxy, "-db", "-f", settings], folder / "haproxy.log")

    def _settings(self, folder, services):
        layout, ports = self.layout, self.layout.ports
        databases = "\n".join(
            f"    server node{n} {layout.host(n)}:{ports.postgres(n)} check port {ports.rest(n)}" for n in layout.nodes
        )

        def servers(role):
            return "\n".join(
                f"    server {service.name} {service.address} check" for service in services if service.role == role
            )

        return layout.fill(
            "haproxy.cfg",
            folder / "haproxy.cfg",
            folder=folder,
            host=layout.hub,
            primary=ports.primary,
            shop=ports.shop,
            primary_servers=databases,
            query_servers=servers("query"),
            command_servers=servers("command"),
        )

    def start(self):
        """Starts haproxy and waits until it has found the primary: until its first checks it takes every node for one."""
        self.process.start()
        deadline = time.monotonic() + 30
        while self._primaries() != 1:
            self.process.assert_alive()
            if time.monotonic() > deadline:
                raise TimeoutError(f"haproxy sees {self._primaries()} primaries")
            time.sleep(0.2)

    def _primaries(self):
        try:
            with socket.socket(socket.AF_UNIX) as asking:
                asking.connect(str(self.socket))
                asking.sendall(b"show stat\n")
                text = b"".join(iter(lambda: asking.recv(65536), b"")).decode()
        except OSError:
            return None
        servers = [row for row in csv.DictReader(text.removeprefix("# ").splitlines()) if row["pxname"] == "primary"]
        return sum(row["svname"].startswith("node") and row["status"].startswith("UP") for row in servers)

    def stop(self):
        self.process.stop(5)
