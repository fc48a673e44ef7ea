"""Runs the profile `split` of deploy/container/compose.yaml on loopback, without containers.

Every process gets exactly the environment and the arguments that the file gives it. Only addresses differ: a container's
address and port become 127.0.0.1 and a free port, and its data folder a temporary one. nginx runs with deploy/proxy/nginx.conf
and deploy/container/upstreams.conf, with the same replacements.
"""

import os
import re
import secrets
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import compose

# How long a start may take; compose.yaml and the chart allow 15 minutes, for a view that is built anew.
START_LIMIT = 900
# compose.yaml: stop_grace_period.
STOP_LIMIT = 45


class Ports:
    """Free ports of 127.0.0.1, from `first` on; 0 takes any."""

    def __init__(self, first):
        self.next = first

    def take(self):
        while True:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind(("127.0.0.1", self.next))
                except OSError:
                    self.next += 1
                    continue
                port = probe.getsockname()[1]
            self.next = self.next and port + 1
            return port


def wait_for(what, ready, limit=30, process=None):
    end = time.monotonic() + limit
    while not ready():
        if process and process.poll() is not None:
            raise SystemExit(f"{what} has ended with status {process.returncode}")
        if time.monotonic() > end:
            raise SystemExit(f"{what} is not ready after {limit} s")
        time.sleep(0.05)


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=3) as answer:
            return answer.status == 200
    except OSError:
        return False


class Shop:
    """The processes of the deployment. A context manager: leaving it stops everything."""

    def __init__(self, folder, binary, first_port):
        self.folder, self.binary = Path(folder), binary
        self.ports = Ports(first_port)
        self.https, self.http = self.ports.take(), self.ports.take()
        self.url = f"https://localhost:{self.https}"
        variables = compose.example() | {"SHOP_URL": self.url}
        variables |= {name: secrets.token_hex(16) for name in variables if name.endswith("_PASSWORD")}
        self.services = compose.services(variables)
        ours = [name for name, service in self.services.items() if service["image"].startswith("greenstall:")]
        # The processes that serve.
        self.names = [name for name in ours if name not in ("shop", "migrate")]
        self.addresses = {name: self.ports.take() for name in ours}
        self.metrics = {name: self.ports.take() for name in ours}
        self.running = {}
        self.postgres = self.nginx = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name in list(self.running):
            self.running[name].send_signal(signal.SIGTERM)
        for process in self.running.values():
            process.wait(STOP_LIMIT)
        if self.nginx and self.nginx.poll() is None:
            self.nginx.terminate()
            self.nginx.wait(30)
        if self.postgres and self.postgres.poll() is None:
            # pg_ctl finds the server by its pid file: the child here may be runuser, which passes no signals on.
            stop = [self.programs / "pg_ctl", "-D", self.folder / "postgres", "-s", "-m", "fast", "stop"]
            subprocess.run([*self.unprivileged, *stop], check=True)
            self.postgres.wait(30)

    # ── Postgres ──

    def start_postgres(self):
        folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not folders:
            raise SystemExit("Postgres is missing. On Debian: apt-get install postgresql")
        self.programs, data = folders[-1], self.folder / "postgres"
        self.database_port = self.ports.take()
        # Postgres refuses to run as root.
        self.unprivileged = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        password = self.folder / "password"
        settings = self.services["postgres"]["environment"]
        password.write_text(settings["POSTGRES_PASSWORD"])
        data.mkdir()
        if self.unprivileged:
            for path in (data, password):
                subprocess.run(["chown", "nobody", path], check=True)
        init = [self.programs / "initdb", "-D", data, "-U", settings["POSTGRES_USER"], f"--pwfile={password}", "--auth=scram-sha-256", "-E", "UTF8"]
        subprocess.run([*self.unprivileged, *init], check=True, stdout=subprocess.DEVNULL)
        password.unlink()
        options = [option for option in self.services["postgres"]["command"] if option.startswith("-c")]
        place = [f"-cport={self.database_port}", "-clisten_addresses=127.0.0.1", "-cunix_socket_directories="]
        log = open(self.folder / "postgres.log", "w")
        # A group of its own: Ctrl-C at the terminal must not stop it before the others.
        command = [*self.unprivileged, self.programs / "postgres", "-D", data, *options, *place]
        self.postgres = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        ready = [self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.database_port)]
        wait_for("Postgres", lambda: subprocess.run(ready).returncode == 0, process=self.postgres)
        self.fill_database(settings)

    def fill_database(self, settings):
        """What the image of Postgres does when its volume is empty: the database, and then the files of compose.yaml."""
        there = {"PGHOST": "127.0.0.1", "PGPORT": str(self.database_port), "PGPASSWORD": settings["POSTGRES_PASSWORD"]}
        environment = settings | there | {"PATH": f"{self.programs}:{os.environ['PATH']}"}
        psql = ["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-U", settings["POSTGRES_USER"], "-d"]
        subprocess.run([*psql, "postgres", "-c", f"CREATE DATABASE {settings['POSTGRES_DB']}"], env=environment, check=True)
        for volume in self.services["postgres"]["volumes"]:
            source, target, *_ = volume.split(":")
            if not target.startswith("/docker-entrypoint-initdb.d/"):
                continue
            file = (compose.FOLDER / source).resolve()
            run = [*psql, settings["POSTGRES_DB"], "-f", file] if file.suffix == ".sql" else [file]
            subprocess.run(run, env=environment, check=True)

    # ── Greenstall ──

    def environment(self, name):
        service = self.services[name]
        settings = compose.image_environment() | service["environment"]
        changes = {
            "GREENSTALL_DATABASE__URL": ("@postgres:5432/", f"@127.0.0.1:{self.database_port}/"),
            "GREENSTALL_HTTP__ADDR": ("0.0.0.0:8080", f"127.0.0.1:{self.addresses[name]}"),
            "GREENSTALL_METRICS__ADDR": ("0.0.0.0:9100", f"127.0.0.1:{self.metrics[name]}"),
            "GREENSTALL_HTTP__TRUSTED_PROXIES": (compose.address_of(self.services["proxy"]), "127.0.0.1"),
            "GREENSTALL_DATA_DIR": ("/var/lib/greenstall", str(self.folder / "data")),
        }
        for key, (expected, here) in changes.items():
            if expected not in settings[key]:
                raise SystemExit(f"{key} of {name} is {settings[key]}, without {expected}")
            settings[key] = settings[key].replace(expected, here)
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder)} | settings

    def start(self, name):
        """Starts a process, and returns when it has ended its start: after how many seconds."""
        began = time.monotonic()
        self.launch(name)
        self.wait(name)
        return time.monotonic() - began

    def launch(self, name):
        log = open(self.folder / f"{name}.log", "a")
        command = [self.binary, *self.services[name]["command"]]
        self.running[name] = subprocess.Popen(
            command, env=self.environment(name), cwd=self.folder, stdout=log, stderr=log, start_new_session=True
        )

    def wait(self, name):
        url = f"http://127.0.0.1:{self.addresses[name]}/health/ready"
        wait_for(name, lambda: answers(url), START_LIMIT, self.running[name])

    def stop(self, name):
        """Stops a process as Compose, systemd and Kubernetes do; returns after how many seconds it has ended."""
        began, process = time.monotonic(), self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        status = process.wait(STOP_LIMIT)
        if status != 0:
            raise SystemExit(f"{name} has ended with status {status}; see {self.folder}/{name}.log")
        return time.monotonic() - began

    def migrate(self):
        """Runs the service of compose.yaml that makes the tables."""
        self.operate(*self.services["migrate"]["command"])

    def operate(self, *arguments):
        """Runs an operator's command as the owner of the database; returns what it prints."""
        command = [self.binary, *arguments]
        done = subprocess.run(command, env=self.environment("migrate"), cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"greenstall {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def warnings(self):
        """Lines of the processes' logs that say that a variable is no setting."""
        logs = (self.folder / f"{name}.log" for name in self.names)
        return [line for log in logs for line in log.read_text().splitlines() if "names no setting" in line]

    # ── nginx ──

    def start_nginx(self):
        folder, tls = self.folder / "nginx", self.folder / "tls"
        folder.mkdir()
        tls.mkdir()
        self.certificate = tls / "cert.pem"
        make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
        names = ["-addext", "subjectAltName=DNS:localhost", "-keyout", tls / "key.pem", "-out", self.certificate]
        subprocess.run([*make.split(), *names], check=True, stderr=subprocess.DEVNULL)
        upstreams = (compose.FOLDER / "upstreams.conf").read_text()
        for name in self.names:
            upstreams = upstreams.replace(
                f"server {compose.address_of(self.services[name])}:8080 ", f"server 127.0.0.1:{self.addresses[name]} "
            )
        if re.search(r"server (?!127\.0\.0\.1:)", upstreams):
            raise SystemExit(f"upstreams.conf names an address that compose.yaml does not have:\n{upstreams}")
        (folder / "upstreams.conf").write_text(upstreams)
        config = Path("deploy/proxy/nginx.conf").read_text()
        for old, new in (
            ("/etc/nginx/greenstall/", f"{folder}/"),
            ("/etc/greenstall/tls/", f"{tls}/"),
            ("/run/nginx.pid", f"{folder}/nginx.pid"),
            ("/var/log/nginx/", f"{folder}/"),
            ("listen 80;", f"listen 127.0.0.1:{self.http};"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.https} ssl http2;"),
        ):
            if old not in config:
                raise SystemExit(f"deploy/proxy/nginx.conf has no {old}")
            config = config.replace(old, new)
        (folder / "nginx.conf").write_text(config)
        command = ["nginx", "-p", folder, "-e", folder / "start.log", "-c", folder / "nginx.conf", "-g", "daemon off;"]
        self.nginx = subprocess.Popen(command, start_new_session=True)
        wait_for("nginx", lambda: answers(f"http://127.0.0.1:{self.http}/proxy-health"), process=self.nginx)
        self.access_log = folder / "access.log"
