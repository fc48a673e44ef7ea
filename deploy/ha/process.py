"""A program that is started, stopped, killed and started again."""

import os
import signal
import subprocess

import psutil

# The programs of the nodes need no capability, not even those that the run has in its own namespaces.
WITHOUT_CAPABILITIES = ["setpriv", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--"]


class Process:
    def __init__(self, name, command, log, environment=None, enter=()):
        self.name = name
        self.command = [*enter, *WITHOUT_CAPABILITIES, *map(str, command)] if enter else [*map(str, command)]
        self.log = log
        self.environment = {**inherited(), **(environment or {})}
        self.child = None

    @property
    def is_running(self):
        return self.child is not None and self.child.poll() is None

    def start(self):
        assert not self.is_running, f"{self.name} runs already"
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
            )

    def kill(self):
        """kill -9 of this process alone; its children go on."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()

    def stop(self, within):
        """SIGTERM, and SIGKILL when that does not end it."""
        if not self.is_running:
            return
        self.child.terminate()
        try:
            self.child.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()

    def assert_alive(self):
        if not self.is_running:
            raise RuntimeError(f"{self.name} has ended by itself, see {self.log}:\n{self.tail()}")

    def tail(self, lines=20):
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])


def inherited():
    """The environment without the settings of the drill, of which Greenstall would say that it knows none of them."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GREENSTALL_")}


def with_children(pid):
    """The process and everything that it has started, as far as it still runs."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def send(processes, number):
    for process in processes:
        try:
            process.send_signal(number)
        except psutil.NoSuchProcess:
            pass


def kill_all(processes):
    send(processes, signal.SIGKILL)
