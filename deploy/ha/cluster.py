"""Everything that serves: three nodes of the database, the balancer and the services."""

import time

import psycopg
import urllib3
from psycopg import sql

from balancer import Balancer
from layout import DATABASE
from network import Network
from node import Node
from services import Services

WHOLE_WITHIN = 180


class Cluster:
    def __init__(self, layout):
        self.layout = layout
        self.network = Network(layout)
        self.nodes = {}
        self.services = None
        self.balancer = None

    def start(self):
        self.layout.sockets.mkdir(mode=0o700)
        self.network.open()
        self.nodes = {number: Node(self.layout, self.network, number) for number in self.layout.nodes}
        for node in self.nodes.values():
            node.etcd.start()
        # The nodes of etcd wait for each other, and Patroni for etcd.
        for node in self.nodes.values():
            node.patroni.start()
        self.wait_until_whole()
        self._create_database()
        self.services = Services(self.layout)
        self.balancer = Balancer(self.layout, self.services.all)
        self.balancer.start()
        self.services.start()
        self.services.wait_until_ready()

    def _create_database(self):
        with self.leader().connect() as connection:
            password = sql.Literal(self.layout.passwords["shop"])
            connection.execute(sql.SQL("CREATE ROLE greenstall LOGIN PASSWORD {}").format(password))
            connection.execute(f"CREATE DATABASE {DATABASE} OWNER greenstall")

    def members(self):
        """What Patroni knows of the nodes, asked of the first one that answers."""
        for node in self.nodes.values():
            try:
                status, answer = node.rest("GET", "/cluster")
            except urllib3.exceptions.HTTPError:
                continue
            if status == 200:
                return answer["members"]
        return []

    def leader(self, within=60):
        """The node that Patroni lets write. Asks each node itself: the list of members may be old."""
        deadline = time.monotonic() + within
        while True:
            for node in self.nodes.values():
                try:
                    if node.rest("GET", "/primary")[0] == 200:
                        return node
                except urllib3.exceptions.HTTPError:
                    pass
            if time.monotonic() > deadline:
                raise TimeoutError(f"there is no primary: {self.members()}")
            time.sleep(0.1)

    def standbys(self):
        leader = self.leader()
        return [node for node in self.nodes.values() if node is not leader]

    def is_whole(self):
        """One leader, and all others stream and count for the quorum."""
        members = self.members()
        leaders = [m for m in members if m["role"] == "leader" and m["state"] == "running"]
        followers = [m for m in members if m["role"] == "quorum_standby" and m["state"] == "streaming"]
        same = len({m.get("timeline") for m in members}) == 1
        return len(leaders) == 1 and len(followers) == len(self.nodes) - 1 and same

    def wait_until_whole(self, within=WHOLE_WITHIN):
        began = time.monotonic()
        while not self.is_whole():
            if time.monotonic() - began > within:
                raise TimeoutError(f"the cluster is not whole after {within} s: {self.members()}")
            time.sleep(0.3)
        return time.monotonic() - began

    def ask(self, statement, parameters=()):
        """The rows that the primary answers with."""
        deadline = time.monotonic() + 60
        while True:
            try:
                with self.leader().connect(DATABASE) as connection:
                    return connection.execute(statement, parameters).fetchall()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.5)

    def stop(self):
        if self.services:
            self.services.stop()
        if self.balancer:
            self.balancer.stop()
        for node in self.nodes.values():
            node.stop()
        self.network.close()
