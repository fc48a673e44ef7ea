"""The faults of the drill, one function each. A function returns when the fault is over and everything runs again, so
that the cluster can become whole by itself; `deploy/docs/handbook/high-availability.md` says what each one does."""

import random
import time

import psycopg

# Seconds. Longer than ttl, so that a standby has taken over before the former primary comes back.
OUTAGE = 28


class Unexpected(Exception):
    """The fault did not have the effect that it is made for."""


def kill_postmaster(cluster, dice):
    """kill -9 of the primary's postmaster: Patroni gives the leader key away at once."""
    cluster.leader().kill_postmaster()
    time.sleep(2)


def kill_node(cluster, dice):
    """kill -9 of etcd, Patroni and Postgres of the primary's node: a standby waits for the leader key to expire."""
    node = cluster.leader()
    node.kill()
    time.sleep(OUTAGE)
    node.start()


def kill_patroni(cluster, dice):
    """kill -9 of the primary's Patroni: Postgres goes on without it. A supervisor starts it again soon, or late."""
    node = cluster.leader()
    node.patroni.kill()
    time.sleep(dice.choice([3, OUTAGE]))
    node.patroni.start()


def freeze_primary(cluster, dice):
    """SIGSTOP of Patroni and Postgres of the primary: when it wakes up, it still believes that it leads."""
    node = cluster.leader()
    stopped = node.freeze()
    time.sleep(OUTAGE)
    node.thaw(stopped)


def etcd_without_majority(cluster, dice):
    """Two of three etcd are killed: nobody can renew the leader key. All members are up, so the primary stays."""
    lost = dice.sample(list(cluster.nodes.values()), 2)
    for node in lost:
        node.etcd.kill()
    time.sleep(OUTAGE)
    for node in lost:
        node.etcd.start()


def switchover(cluster, dice):
    """An orderly change of the primary, as for maintenance."""
    leader, candidate = cluster.leader(), dice.choice(cluster.standbys())
    form = {"leader": leader.name, "candidate": candidate.name}
    status, answer = leader.rest("POST", "/switchover", form, timeout=60)
    if status != 200:
        raise Unexpected(f"switchover: {status} {answer}")


def replay_paused(cluster, dice):
    """Both standbys stop replaying, and then the primary's postmaster is killed: what they have on disk must count."""
    standbys = cluster.standbys()
    for node in standbys:
        with node.connect() as connection:
            connection.execute("SELECT pg_wal_replay_pause()")
    time.sleep(5)
    cluster.leader().kill_postmaster()
    time.sleep(8)
    for node in standbys:
        _resume(node)


def _resume(node):
    deadline = time.monotonic() + 30
    while True:
        try:
            with node.connect() as connection:
                connection.execute("SELECT pg_wal_replay_resume() WHERE pg_is_in_recovery()")
            return
        except psycopg.errors.ObjectNotInPrerequisiteState:
            # It is being promoted, which resumes by itself.
            return
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def network_cut(cluster, dice):
    """The primary's node hears nobody, and nobody hears it: it must give up by itself."""
    node = cluster.leader()
    cluster.network.cut(node.number)
    time.sleep(OUTAGE)
    cluster.network.mend(node.number)


def rejoin_by_rewind(cluster, dice):
    """The primary writes what no standby gets, while another one takes over: it comes back by pg_rewind."""
    node = cluster.leader()
    rewound = node.logged("running pg_rewind")
    with node.connect(by_socket=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS astray (n int)")
        cluster.network.cut(node.number)
        connection.execute("SET synchronous_commit = local")
        connection.execute("INSERT INTO astray SELECT generate_series(1, 1000)")
    time.sleep(OUTAGE)
    cluster.network.mend(node.number)
    cluster.wait_until_whole()
    if node.logged("running pg_rewind") == rewound:
        raise Unexpected(f"{node.name} came back without pg_rewind")
    with node.connect() as connection:
        if connection.execute("SELECT count(*) FROM astray").fetchone() != (0,):
            raise Unexpected(f"{node.name} kept rows that no standby has had")


def cancelled_wait(cluster, dice):
    """Commits wait for standbys that are cut off, an administrator cancels the waits, and the primary's node dies. Postgres
    has then reported commits that it has not replicated: a service must not take them for durable."""
    node = cluster.leader()
    others = [number for number in cluster.nodes if number != node.number]
    with node.connect(by_socket=True) as connection:
        cluster.network.part(node.number, others)
        time.sleep(1.5)
        waiting = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        cancelled = connection.execute(waiting).fetchone()[0]
        time.sleep(1.5)
    node.kill()
    cluster.network.join(node.number, others)
    time.sleep(OUTAGE)
    node.start()
    if not cancelled:
        raise Unexpected("no commit waited")


ALL = [
    kill_postmaster,
    kill_node,
    kill_patroni,
    freeze_primary,
    etcd_without_majority,
    switchover,
    replay_paused,
    network_cut,
    rejoin_by_rewind,
    cancelled_wait,
]
NEED_A_NETWORK = [network_cut, rejoin_by_rewind, cancelled_wait]


def schedule(rounds, seed, can_cut):
    """The faults of a run: each once before any comes a second time."""
    dice = random.Random(f"{seed} faults")
    possible = [fault for fault in ALL if can_cut or fault not in NEED_A_NETWORK]
    chosen = []
    while len(chosen) < rounds:
        deck = possible[:]
        dice.shuffle(deck)
        chosen += deck
    return chosen[:rounds]
