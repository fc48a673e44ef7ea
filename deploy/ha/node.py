"""One node of the database: etcd, and Patroni, which starts Postgres."""

import signal
import sys

import psutil
import psycopg
import urllib3

from layout import SCOPE
from process import Process, kill_all, send, with_children

SHARED_BUFFERS = "64MB"


class Node:
    def __init__(self, layout, network, number):
        self.layout = layout
        self.number = number
        self.name = f"node{number}"
        self.host = layout.host(number)
        self.folder = layout.folder / self.name
        self.http = urllib3.PoolManager(retries=False, timeout=urllib3.Timeout(2))
        self.folder.mkdir(mode=0o700)
        enter = network.inside(number)
        etcd = ["--config-file", self._etcd_settings()]
        self.etcd = Process(f"etcd of {self.name}", [layout.etcd, *etcd], self.folder / "etcd.log", enter=enter)
        passwords = {
            f"PATRONI_{who.upper()}_PASSWORD": layout.passwords[who] for who in ("superuser", "replication", "rewind")
        }
        self.patroni = Process(
            f"Patroni of {self.name}",
            [sys.executable, "-m", "patroni", self._patroni_settings()],
            self.folder / "patroni.log",
            passwords,
            enter,
        )

    def _etcd_settings(self):
        layout, ports = self.layout, self.layout.ports
        members = ",".join(f"node{n}=http://{layout.host(n)}:{ports.etcd_peer(n)}" for n in layout.nodes)
        return layout.fill(
            "etcd.yml",
            self.folder / "etcd.yml",
            name=self.name,
            folder=self.folder,
            host=self.host,
            etcd_peer=ports.etcd_peer(self.number),
            etcd_client=ports.etcd_client(self.number),
            etcd_members=members,
            scope=SCOPE,
        )

    def _patroni_settings(self):
        layout, ports = self.layout, self.layout.ports
        return layout.fill(
            "patroni.yml",
            self.folder / "patroni.yml",
            scope=SCOPE,
            name=self.name,
            host=self.host,
            rest=ports.rest(self.number),
            etcd_hosts=",".join(f"{layout.host(n)}:{ports.etcd_client(n)}" for n in layout.nodes),
            postgres=ports.postgres(self.number),
            folder=self.folder,
            postgres_binaries=layout.postgres_binaries,
            sockets=layout.sockets,
            network=layout.network,
            shared_buffers=SHARED_BUFFERS,
        )

    def start(self):
        for process in (self.etcd, self.patroni):
            if not process.is_running:
                process.start()

    def rest(self, method, path, body=None, timeout=2):
        """An answer of Patroni's REST interface: status and JSON. Raises an HTTPError when there is none."""
        url = f"http://{self.host}:{self.layout.ports.rest(self.number)}{path}"
        answer = self.http.request(method, url, json=body, timeout=timeout)
        try:
            return answer.status, answer.json()
        except ValueError:
            return answer.status, answer.data.decode(errors="replace")

    @property
    def postmaster(self):
        """The pid of the Postgres server, or None."""
        try:
            pid = int((self.folder / "postgres" / "postmaster.pid").read_text().splitlines()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return None
        alive = psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
        return pid if alive else None

    def postgres_processes(self):
        pid = self.postmaster
        return with_children(pid) if pid else []

    def kill_postmaster(self):
        """kill -9 of the postmaster alone. Its children notice and end."""
        pid = self.postmaster
        if pid:
            send([psutil.Process(pid)], signal.SIGKILL)

    def kill(self):
        """kill -9 of everything, as when the machine loses its power."""
        kill_all(self._processes())
        for process in (self.patroni, self.etcd):
            process.kill()

    def _processes(self):
        running = [p.child.pid for p in (self.patroni, self.etcd) if p.is_running]
        return [one for pid in running for one in with_children(pid)] + self.postgres_processes()

    def freeze(self):
        """SIGSTOP of Patroni and Postgres, as when a virtual machine is paused. Returns what was stopped."""
        patroni = with_children(self.patroni.child.pid) if self.patroni.is_running else []
        stopped = patroni + self.postgres_processes()
        send(stopped, signal.SIGSTOP)
        return stopped

    @staticmethod
    def thaw(stopped):
        send(stopped, signal.SIGCONT)

    def connect(self, database="postgres", by_socket=False):
        """A connection to this node's Postgres as its superuser."""
        return psycopg.connect(
            host=str(self.layout.sockets) if by_socket else self.host,
            port=self.layout.ports.postgres(self.number),
            user="postgres",
            password=self.layout.passwords["superuser"],
            dbname=database,
            connect_timeout=3,
            autocommit=True,
            options="-c statement_timeout=30000",
        )

    def logged(self, text):
        """How often Patroni has logged this."""
        log = self.patroni.log
        return log.read_text(errors="replace").count(text) if log.exists() else 0

    def stop(self):
        """An orderly end: Patroni stops Postgres."""
        self.patroni.stop(20)
        kill_all(self.postgres_processes())
        self.etcd.stop(5)
