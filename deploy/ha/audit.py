"""The checks after the drill: what was acknowledged is in the log once, the views equal a rebuild, and money and mail went
out once. Reads the log and the provider's books by SQL on the primary."""

import json
import time
from collections import Counter

SETTLED_WITHIN = 180
SETTLE_POLL = 3

PRODUCTS = """
    SELECT data->'details'->>'name', count(*), count(DISTINCT correlation_id)
    FROM event_store.events WHERE event_type = 'ProductListed' GROUP BY 1
"""
EVENTS_OF_MONEY = """
    SELECT event_type, data FROM event_store.events
    WHERE event_type IN ('CheckoutStarted', 'OrderPlaced', 'OrderCancelled', 'OrderRefunded', 'PaymentReceived',
                         'RefundIssued', 'RefundedElsewhere')
    ORDER BY position
"""
STREAM_GAPS = """
    SELECT category, stream_id FROM event_store.events GROUP BY 1, 2
    HAVING min(version) <> 1 OR max(version) <> count(*)
"""


def missing_products(cluster, promises):
    """Acknowledged products that the log does not have; quick enough for every round."""
    acknowledged = set(promises.products)
    have = {row[0] for row in cluster.ask(PRODUCTS)}
    return acknowledged - have


class Audit:
    def __init__(self, cluster, ledger):
        self.cluster = cluster
        self.promises = ledger.promises
        self.lost = []
        self.doubled = []
        self.broken = []
        self.counts = Counter()

    def run(self):
        """Waits until the process managers have finished, and checks everything."""
        deadline = time.monotonic() + SETTLED_WITHIN
        while True:
            self.lost, self.doubled, self.broken, self.counts = [], [], [], Counter()
            self._products()
            self._money()
            self._streams()
            self._mails()
            if not (self.lost or self.doubled or self.broken) or time.monotonic() > deadline:
                break
            time.sleep(SETTLE_POLL)
        self._parked()
        self._views()

    def _products(self):
        rows = self.cluster.ask(PRODUCTS)
        listed = {name: (events, commands) for name, events, commands in rows}
        for name in self.promises.products:
            self.counts["acknowledged products looked up in the log"] += 1
            if name not in listed:
                self.lost.append(f"product {name}")
        self.doubled += [f"product {name}: {times}" for name, times in listed.items() if times != (1, 1)]

    def _money(self):
        # The books first: a payment that is captured in between would not be in a log that was read before.
        books = [row[0] for row in self.cluster.ask("SELECT intent FROM sandbox.intents")]
        of = {}
        for kind, data in self.cluster.ask(EVENTS_OF_MONEY):
            of.setdefault(kind, []).append(data)
        self._payments(books, of)
        self._orders(of)

    def _payments(self, books, of):
        placed, planned, received, back = Counter(), {}, Counter(), Counter()
        for data in of.get("CheckoutStarted", []):
            planned[data["checkoutId"]] = len(data["orders"])
        for data in of.get("OrderPlaced", []):
            placed[data["checkoutId"]] += 1
        for data in of.get("PaymentReceived", []):
            received[data["checkoutId"]] += 1
        for data in of.get("RefundIssued", []) + of.get("RefundedElsewhere", []):
            back[data["checkoutId"]] += data["amount"]
        captured = set()
        for intent in books:
            self.counts["payments compared with their orders"] += 1
            identity, checkout, amount = intent["id"], intent["checkout_id"], intent["amount"]
            paid = intent["status"] == "succeeded"
            captured |= {identity} if paid else set()
            refunded = sum(refund["amount"] for refund in intent["refunds"])
            orders, expected = placed[checkout], planned.get(checkout, 0)
            if orders > expected or received[checkout] > 1 or (orders and not paid):
                self.doubled.append(f"payment {identity}: {orders} orders of {expected}, {received[checkout]} receipts")
            elif paid and orders < expected and refunded != amount:
                self.broken.append(f"payment {identity}: {orders} of {expected} orders, {refunded} of {amount} went back")
            elif paid and expected == 0:
                self.lost.append(f"the checkout of payment {identity}")
            if refunded > amount or refunded > back[checkout]:
                self.doubled.append(f"refunds of {identity}: {refunded} of {amount}, {back[checkout]} in the log")
            elif refunded != back[checkout]:
                self.broken.append(f"refunds of {identity}: {refunded} paid, {back[checkout]} in the log")
        self.lost += [f"payment {identity}" for identity in self.promises.paid - captured]

    def _orders(self, of):
        placed = of.get("OrderPlaced", [])
        numbers = {data["parentNumber"] for data in placed}
        self.counts["acknowledged orders looked up in the log"] += len(self.promises.orders)
        self.lost += [f"order {number}" for number in self.promises.orders - numbers]
        times = Counter(data["orderId"] for data in placed)
        self.doubled += [f"order {identity} placed {n} times" for identity, n in times.items() if n > 1]
        cancelled = Counter(data["orderId"] for data in of.get("OrderCancelled", []))
        self.counts["cancelled orders compared with their refunds"] += len(cancelled)
        self.doubled += [f"order {identity} cancelled {n} times" for identity, n in cancelled.items() if n > 1]
        self.lost += [f"the cancelling of {identity}" for identity in self.promises.cancelled - set(cancelled)]
        refunds = Counter(data["orderId"] for data in of.get("RefundIssued", []) if data.get("orderId"))
        recorded = Counter(data["orderId"] for data in of.get("OrderRefunded", []))
        for identity in {*cancelled, *refunds, *recorded}:
            if refunds[identity] > 1 or recorded[identity] > 1 or (refunds[identity] and not cancelled[identity]):
                told = f"{refunds[identity]} refunds, {recorded[identity]} recorded"
                self.doubled.append(f"order {identity}, {cancelled[identity]} times cancelled: {told}")
            elif not refunds[identity] or not recorded[identity]:
                self.broken.append(f"order {identity} was cancelled and not refunded")

    def _streams(self):
        gaps = self.cluster.ask(STREAM_GAPS)
        self.lost += [f"versions of {category}-{stream}" for category, stream in gaps]
        (events, doubled), = self.cluster.ask("SELECT count(*), count(*) - count(DISTINCT event_id) FROM event_store.events")
        self.counts["events in the log"] = events
        if doubled:
            self.doubled.append(f"{doubled} event ids")

    def _mails(self):
        letters = Counter((mail["to"], mail["subject"]) for mail in self.cluster.services.mails())
        self.counts["letters"] = sum(letters.values())
        # The number of an order makes such a subject unique.
        twice = [letter for letter, n in letters.items() if n > 1 and "GS-" in letter[1]]
        self.doubled += [f"letter to {to}: {subject}" for to, subject in twice]

    def _parked(self):
        status, told, failure = self.cluster.services.operate("parked", "list", "--check")
        if status:
            self.broken.append(f"parked work: {told or failure}")

    def _views(self):
        status, told, failure = self.cluster.services.operate("views", "verify", "--json", within=500)
        compared = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
        self.counts["views compared with a rebuild"] = len(compared)
        if status or not compared:
            self.broken.append(f"views differ from a rebuild: {told} {failure}")
