"""Callers that use the shop without a pause, and count what fails: nothing may, whatever is restarted meanwhile."""

import http.client
import itertools
import random
import threading
import time

from client import Client, Refused
from walk import products_for_pickup

# Between two requests of a caller, so that the machine is busy and not overloaded.
PAUSE = 0.01
# The stream's heartbeat comes more often than this.
SILENCE = 60


class Traffic:
    """Threads that call the shop until `stop`. `answered` and `failures` grow meanwhile."""

    def __init__(self, shop):
        self.shop, self.ended = shop, threading.Event()
        self.answered, self.failures, self.lock = {}, [], threading.Lock()
        self.stale = self.reconnects = 0
        callers = 3 * [self.visitor, self.customer, self.watcher] + 2 * [self.buyer, self.looker]
        first = self.client()
        self.products = products_for_pickup(first)
        self.threads = [threading.Thread(target=self.run, args=[caller], daemon=True) for caller in callers]

    def client(self, **options):
        return Client(self.shop.url, self.shop.certificate, **options)

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.ended.set()
        for thread in self.threads:
            thread.join(SILENCE)

    def total(self):
        with self.lock:
            return sum(self.answered.values())

    def run(self, caller):
        name = caller.__name__
        for step in caller():
            if self.ended.is_set():
                return
            try:
                step()
                with self.lock:
                    self.answered[name] = self.answered.get(name, 0) + 1
            except (OSError, http.client.HTTPException, Refused) as failure:
                with self.lock:
                    self.failures.append(f"{time.strftime('%T')} {name}: {type(failure).__name__} {failure}")
            time.sleep(PAUSE)

    # Each caller yields its next step: one request, or one that follows from an earlier one.

    def visitor(self):
        """Looks around without an account, with a new connection for each request."""
        client = self.client(keeps=False)
        product = random.choice(self.products)["id"]
        paths = ["/", "/api/products", f"/api/products/{product}", "/api/products?search=beets", "/api/config"]
        for path in itertools.cycle(paths):
            yield lambda path=path: client.send("GET", path)

    def looker(self):
        """Looks at products: a command without an account."""
        client = self.client(keeps=False)
        for product in itertools.cycle(self.products):
            yield lambda product=product: client.send("POST", f"/api/products/{product['id']}/views")

    def customer(self):
        """Adds and removes a favourite, and each time reads back what the command has done."""
        client = self.client()
        yield lambda: client.sign_up("Fay Favourite")
        product = self.products[0]["id"]
        for method, expected in itertools.cycle([("POST", True), ("DELETE", False)]):
            yield lambda method=method: client.send(method, f"/api/users/favorites/{product}")
            yield lambda expected=expected: self.read_back(client, product, expected)

    def read_back(self, client, product, expected):
        answer = client.send("GET", "/api/users/favorites")
        if answer.headers.get("Greenstall-Stale"):
            self.stale += 1
        elif (product in str(answer.json())) != expected:
            raise Refused(f"a command's effect is not read back: {answer.body[:300]}")

    def buyer(self):
        """Buys one product after another: three commands each, and the order must be there afterwards."""
        client = self.client()
        yield lambda: client.sign_up("Bo Buyer")
        bought = 0
        for product in itertools.cycle(self.products[:20]):
            yield lambda product=product: client.buy(product)
            bought += 1
            yield lambda: client.send("GET", "/api/orders/customer")

    def watcher(self):
        """Keeps an event stream open, and opens it again when the process behind it stops."""
        client = self.client()
        yield lambda: client.sign_up("Wes Watcher")
        while True:
            yield lambda: self.watch(client)

    def watch(self, client):
        stream = client.open_stream()
        stream.socket.settimeout(SILENCE)
        # Its end is no failure: a browser connects again. The next connection must succeed at once.
        while not self.ended.is_set() and stream.readline():
            pass
        stream.close()
        self.reconnects += 1
