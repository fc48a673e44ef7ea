"""Where everything of a run is: folders, addresses, ports, passwords, programs."""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

HERE = Path(__file__).parent
NODES = 3
SCOPE = "greenstall"
DATABASE = "greenstall"
# The bridge's address and those of the nodes, when each node has a network namespace.
BRIDGE_HOST = "10.77.0.1"
NODE_HOST = "10.77.0.1{}"
NETWORK = "10.77.0.0/24"
LOOPBACK = "127.0.0.1"


@dataclass
class Ports:
    """Every port is different, so that everything can also run on one loopback address."""

    base: int

    def etcd_client(self, node):
        return self.base + node

    def etcd_peer(self, node):
        return self.base + 10 + node

    def rest(self, node):
        return self.base + 20 + node

    def postgres(self, node):
        return self.base + 30 + node

    @property
    def primary(self):
        return self.base + 40

    @property
    def shop(self):
        return self.base + 42

    def service(self, number):
        return self.base + 50 + number


@dataclass
class Layout:
    folder: Path
    ports: Ports
    binary: Path
    postgres_binaries: Path
    etcd: str
    haproxy: str
    namespaces: bool
    passwords: dict = field(
        default_factory=lambda: {
            who: secrets.token_hex(18) for who in ("superuser", "replication", "rewind", "shop", "people")
        }
    )

    @classmethod
    def from_environment(cls):
        given = os.environ
        return cls(
            folder=Path(given["GREENSTALL_HA_FOLDER"]),
            ports=Ports(int(given.get("GREENSTALL_HA_PORTS", "22000"))),
            binary=Path(given["GREENSTALL_BINARY"]),
            postgres_binaries=Path(given["GREENSTALL_HA_POSTGRES"]),
            etcd=given["GREENSTALL_HA_ETCD"],
            haproxy=given["GREENSTALL_HA_HAPROXY"],
            namespaces=given["GREENSTALL_HA_NAMESPACES"] == "yes",
        )

    def host(self, node):
        return NODE_HOST.format(node) if self.namespaces else LOOPBACK

    @property
    def hub(self):
        """The address of the balancer and the services."""
        return BRIDGE_HOST if self.namespaces else LOOPBACK

    @property
    def network(self):
        return NETWORK if self.namespaces else f"{LOOPBACK}/32"

    @property
    def nodes(self):
        return range(1, NODES + 1)

    @property
    def sockets(self):
        return self.folder / "sockets"

    @property
    def mail(self):
        return self.folder / "shop" / "mail"

    def fill(self, template, target, **values):
        """Writes a template with its `$names` filled in."""
        text = Template((HERE / "templates" / template).read_text()).substitute(values)
        target.write_text(text)
        return target
