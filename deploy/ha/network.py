"""A network namespace for each node, connected by a bridge, so that a node's network can really be cut.

Everything is in the namespaces that deploy/scripts/ha.sh has made for the run: nothing of it is visible outside, and it
vanishes with the run. Without namespaces all nodes share the loopback address, and no network can be cut.
"""

import subprocess
import time

from layout import BRIDGE_HOST


def run(*command):
    subprocess.run(command, check=True, capture_output=True, text=True)


class Network:
    def __init__(self, layout):
        self.layout = layout
        self.holders = {}

    @property
    def can_cut(self):
        return self.layout.namespaces

    def open(self):
        if not self.layout.namespaces:
            return
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "bridge", "type", "bridge")
        run("ip", "address", "add", f"{BRIDGE_HOST}/24", "dev", "bridge")
        run("ip", "link", "set", "bridge", "up")
        for node in self.layout.nodes:
            # A process that does nothing keeps the namespace.
            holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
            self.holders[node] = holder
            own = _namespace_of("self")
            while _namespace_of(holder.pid) == own:
                time.sleep(0.01)
            run("ip", "link", "add", f"node{node}", "type", "veth", "peer", "name", "eth0", "netns", str(holder.pid))
            run("ip", "link", "set", f"node{node}", "master", "bridge", "up")
            inside = self.inside(node)
            run(*inside, "ip", "link", "set", "lo", "up")
            run(*inside, "ip", "address", "add", f"{self.layout.host(node)}/24", "dev", "eth0")
            run(*inside, "ip", "link", "set", "eth0", "up")

    def inside(self, node):
        """The beginning of a command line that runs in the node's network."""
        if not self.layout.namespaces:
            return []
        return ["nsenter", f"--net=/proc/{self.holders[node].pid}/ns/net", "--"]

    def cut(self, node):
        """Nothing reaches the node or leaves it; nobody is told."""
        run("ip", "link", "set", f"node{node}", "down")

    def mend(self, node):
        run("ip", "link", "set", f"node{node}", "up")

    def part(self, node, others):
        """The node loses these nodes, and keeps the services."""
        for other in others:
            run(*self.inside(node), "ip", "route", "add", "blackhole", f"{self.layout.host(other)}/32")

    def join(self, node, others):
        for other in others:
            run(*self.inside(node), "ip", "route", "del", "blackhole", f"{self.layout.host(other)}/32")

    def close(self):
        for holder in self.holders.values():
            holder.kill()
            holder.wait()


def _namespace_of(process):
    from os import readlink

    return readlink(f"/proc/{process}/ns/net")
