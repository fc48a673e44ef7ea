"""The peer eventsourcing (Python), on the benchmark's Postgres. Speaks the protocol of ../README.md.

An append is `insert_events` of its PostgresApplicationRecorder with the library's default settings, state and topic
given ready-made, as ours is given JSON: what comes above (aggregates, transcoding, decorators) would take longer than
the database. The key (originator id, version) plays the part of our expected version. Writers are threads, spread over
as many processes as there are processors, since threads of one process take turns; each process has a pool of as many
connections as it has writers. psycopg is the one with C code (`psycopg[binary]`).
"""

import json
import multiprocessing
import os
import sys
import threading
import time
from importlib.metadata import version
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from eventsourcing.application import Application
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner

URL, EVENT = sys.argv[1:]
STATE = EVENT.encode()
PAGE = 1000


def address():
    parts = urlsplit(URL)
    return {
        "dbname": parts.path.lstrip("/"),
        "host": parse_qs(parts.query)["host"][0],
        "port": parts.port,
        "user": parts.username,
        "password": "",
    }


def recorder(connections, table="stored_events"):
    """A recorder whose connections are all open."""
    datastore = PostgresDatastore(**address(), pool_size=connections)
    datastore.pool.open(wait=True)
    store = PostgresApplicationRecorder(datastore, events_table_name=table)
    datastore.register_type_adapters()
    return store


def new_stream(count):
    stream = uuid4()
    return stream, [StoredEvent(stream, version, "bench:OrderPlaced", STATE) for version in range(1, count + 1)]


def sample(latencies, seconds):
    latencies.sort()
    percentile = lambda percent: latencies[(len(latencies) - 1) * percent // 100] if latencies else None
    return {"operations": len(latencies), "seconds": seconds, "p50": percentile(50), "p99": percentile(99)}


def repeat(step, seconds, latencies):
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        sent = time.perf_counter()
        step()
        latencies.append((time.perf_counter() - sent) * 1e3)


def write(threads, events, seconds, ready, answers):
    """One of the writing processes."""
    try:
        store = recorder(threads)
        failures, latencies = [], [[] for _ in range(threads)]

        def run(mine):
            try:
                repeat(lambda: store.insert_events(new_stream(events)[1]), seconds, mine)
            except Exception as error:
                failures.append(repr(error))

        running = [threading.Thread(target=run, args=(mine,)) for mine in latencies]
        ready.wait(60)
        start = time.perf_counter()
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        elapsed = time.perf_counter() - start
        store.datastore.close()
        answers.put((sum(latencies, []), elapsed, failures[:1]))
    except Exception as error:
        answers.put(([], seconds, [repr(error)]))


def append(request):
    processes = min(os.cpu_count(), request["writers"])
    ready, answers = multiprocessing.Barrier(processes), multiprocessing.Queue()
    shares = [request["writers"] // processes + (i < request["writers"] % processes) for i in range(processes)]
    running = [
        multiprocessing.Process(target=write, args=(share, request["events"], request["seconds"], ready, answers))
        for share in shares
    ]
    for process in running:
        process.start()
    parts = [answers.get(timeout=120) for _ in running]
    for process in running:
        process.join()
    for _, _, failures in parts:
        if failures:
            raise RuntimeError(failures[0])
    return sample(sum((latencies for latencies, _, _ in parts), []), max(elapsed for _, elapsed, _ in parts))


def read_all(request):
    """The log in pages of 1,000 notifications."""
    store = recorder(1)
    start, read, after = time.perf_counter(), 0, 0
    while read < request["events"]:
        page = store.select_notifications(after, min(PAGE, request["events"] - read), inclusive_of_start=False)
        if not page:
            break
        read += len(page)
        after = page[-1].id
    elapsed = time.perf_counter() - start
    store.datastore.close()
    return {"operations": read, "seconds": elapsed}


STREAM_OF_HUNDRED = []


def read_stream(request):
    store = recorder(1)
    if not STREAM_OF_HUNDRED:
        stream, events = new_stream(100)
        store.insert_events(events)
        STREAM_OF_HUNDRED.append(stream)

    def read():
        found = len(store.select_events(STREAM_OF_HUNDRED[0]))
        if found != 100:
            raise RuntimeError(f"the stream of 100 events has {found}")

    start, latencies = time.perf_counter(), []
    repeat(read, request["seconds"], latencies)
    elapsed = time.perf_counter() - start
    store.datastore.close()
    return sample(latencies, elapsed)


class OrdersTable(PostgresTrackingRecorder):
    """A row for each stream; the checkpoint is written in the transaction of each event, as the library has it."""

    def __init__(self, datastore, **kwargs):
        super().__init__(datastore, **kwargs)
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(
                "CREATE TABLE IF NOT EXISTS orders (id uuid PRIMARY KEY, number text, total bigint, events bigint)"
            )

    def placed(self, event, tracking):
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(
                "INSERT INTO orders AS o (id, number, total, events) VALUES (%s, %s, %s, 1) ON CONFLICT (id) DO UPDATE "
                "SET number = excluded.number, total = o.total + excluded.total, events = o.events + 1",
                (event["stream"], event["number"], event["amounts"]["total"]),
                prepare=True,
            )


class Orders(Projection[OrdersTable]):
    def process_event(self, event, tracking):
        self.view.placed(event, tracking)


class PlainMapper:
    """Reads the events as this benchmark has written them."""

    def to_domain_event(self, stored):
        return json.loads(stored.state) | {"stream": stored.originator_id}


class Shop(Application):
    name = "shop"

    def construct_mapper(self, *args, **kwargs):
        return PlainMapper()


def project(request):
    """So many events in streams of ten, then (measured) their projection. Needs an empty database of its own."""
    store = recorder(1, table="shop_events")
    store.create_table()
    for _ in range(request["events"] // 100):
        store.insert_events([event for _ in range(10) for event in new_stream(10)[1]])
    last = store.max_notification_id()
    store.datastore.close()
    where = address()
    environment = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": where["dbname"],
        "POSTGRES_HOST": where["host"],
        "POSTGRES_PORT": str(where["port"]),
        "POSTGRES_USER": where["user"],
        "POSTGRES_PASSWORD": "none",
    }
    start = time.perf_counter()
    with ProjectionRunner(
        application_class=Shop, projection_class=Orders, view_class=OrdersTable, env=environment
    ) as runner:
        runner.wait(last, timeout=300)
        elapsed = time.perf_counter() - start
        with runner.view.datastore.transaction() as cursor:
            cursor.execute("SELECT sum(events)::int AS events FROM orders")
            projected = cursor.fetchone()["events"]
    if projected != request["events"]:
        raise RuntimeError(f"projected {projected} of {request['events']} events")
    return {"operations": projected, "seconds": elapsed}


MEASURES = {"append": append, "read_all": read_all, "read_stream": read_stream, "project": project}


def main():
    store = recorder(1)
    store.create_table()
    store.datastore.close()
    about = f"insert_events, threads in {os.cpu_count()} processes, pool = writers"
    print(json.dumps({"peer": f"eventsourcing {version('eventsourcing')}", "about": about}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = MEASURES[request["measure"]](request)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
