"""The load: merchants list products, customers buy and cancel, and visitors look, until they are told to stop."""

import threading
import time
import traceback

from client import Client, Failed

MERCHANTS = 3
CUSTOMERS = 3
VISITORS = 2
PRICE = 2.5
ADMIN = "admin@market.example"
CARD = {"number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123"}
# Seconds between two commands of a client, at most.
PAUSE = 0.15
LISTED_ORDERS = 60


class Load:
    def __init__(self, cluster, ledger, seed):
        self.cluster = cluster
        self.ledger = ledger
        self.seed = seed
        self.stopping = threading.Event()
        self.threads = []
        self.writers = []

    def client(self, name):
        layout = self.cluster.layout
        return Client(f"{layout.hub}:{layout.ports.shop}", self.ledger, name, self.seed)

    def start(self):
        """Signs everybody up, and lets them work."""
        password = self.cluster.layout.passwords["people"] + "#Aa1"
        made = ["admin", "create", "--email", ADMIN, "--name", "Ada Admin", "--password", password]
        status, _, told = self.cluster.services.operate(*made)
        if status:
            raise RuntimeError(f"no admin could be made: {told}")
        admin = self.client("admin")
        admin.token = admin.command("POST", "/auth/login", {"email": ADMIN, "password": password}).at("token")
        merchants = [Merchant(self.client(f"merchant{n}"), admin, password) for n in range(MERCHANTS)]
        product = merchants[0].sells
        customers = [Customer(self.client(f"customer{n}"), product, password) for n in range(CUSTOMERS)]
        visitors = [Visitor(self.client(f"visitor{n}"), product) for n in range(VISITORS)]
        self.writers = [one.client.name for one in [*merchants, *customers]]
        for one in [*merchants, *customers, *visitors]:
            thread = threading.Thread(target=self._work, args=(one,), name=one.client.name, daemon=True)
            self.threads.append(thread)
            thread.start()

    def _work(self, one):
        while not self.stopping.is_set():
            try:
                one.act()
            except Failed:
                pass
            except Exception:
                self.ledger.offence(f"{one.client.name}: {traceback.format_exc(limit=3)}")
            time.sleep(one.client.dice.uniform(0, PAUSE))

    def wait_until_flowing(self, within=120):
        """Waits until every writer has had an acknowledgement from now on. False when that takes too long."""
        now = time.monotonic()
        while not self.ledger.all_acknowledged_since(now, self.writers):
            if time.monotonic() > now + within:
                return False
            time.sleep(0.1)
        return True

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(200)


class Merchant:
    """Lists products, each under a name that is used once."""

    def __init__(self, client, admin, password):
        self.client = client
        form = {
            "name": "Mara Meadows",
            "email": f"{client.name}@market.example",
            "password": password,
            "role": "merchant",
            "phone": "(415) 555-0134",
            "businessName": f"Meadow Farm of {client.name}",
            "businessDescription": "Vegetables from the valley.",
            "address": {"street": "1 Field Road", "city": "San Francisco", "state": "CA", "zipCode": "94110"},
        }
        answer = client.command("POST", "/auth/signup", form)
        client.token = answer.at("token")
        admin.command("PUT", f"/admin/users/{answer.at('user', 'id')}/approve", {"approved": True})
        self.listed = 0
        listed = client.command("POST", "/products", product(f"Spinach of {client.name}", 900_000))
        self.sells = listed.at("product", "id")
        admin.command("PUT", f"/admin/products/{self.sells}/approve", {"approved": True})

    def act(self):
        self.listed += 1
        name = f"Crate {self.listed} of {self.client.name}"
        self.client.command("POST", "/products", product(name, 3))
        self.client.ledger.promise("products", name)


class Customer:
    """Buys, cancels some orders, and expects to see the orders that were acknowledged."""

    def __init__(self, client, sold, password):
        self.client = client
        self.sold = sold
        form = {
            "name": client.name,
            "email": f"{client.name}@market.example",
            "password": password,
            "role": "customer",
        }
        client.token = client.command("POST", "/auth/signup", form).at("token")

    def act(self):
        client, promise = self.client, self.client.ledger.promise
        opened = client.command("POST", "/payments/create-intent", intent(self.sold, client.dice.randint(1, 3)))
        payment = opened.at("paymentIntent", "id")
        form = {"clientSecret": opened.at("clientSecret"), "card": CARD}
        client.command("POST", f"/payments/sandbox/{payment}/confirm", form)
        promise("paid", payment)
        # Otherwise the process manager places the order.
        if client.dice.random() < 0.8:
            placed = client.command("POST", "/orders/create", {"paymentIntentId": payment})
            number = placed.at("order", "orderNumber")
            promise("orders", number)
            self.look_for(number)

    def look_for(self, number):
        answer = self.client.read(f"/orders/customer?limit={LISTED_ORDERS}")
        if answer is None:
            return
        orders = [order for order in answer.body if order["orderNumber"].startswith(number)]
        if not orders:
            self.client.ledger.offence(f"order {number} is not in an answer that is not marked as stale")
        elif self.client.dice.random() < 0.3:
            identity = orders[0]["_id"]
            self.client.command("PUT", f"/orders/{identity}/cancel", {})
            self.client.ledger.promise("cancelled", identity)


class Visitor:
    """Searches and looks at a product."""

    def __init__(self, client, sold):
        self.client = client
        self.sold = sold

    def act(self):
        self.client.read("/products?search=spinach&limit=5", after=0)
        self.client.read(f"/products/{self.sold}", after=0)


def product(name, quantity):
    return {
        "name": name,
        "description": "Picked this morning.",
        "price": PRICE,
        "category": "produce",
        "subcategory": "Vegetables",
        "inventory": {"quantity": quantity, "unit": "pound"},
        "tags": ["fresh"],
        "images": [],
        "isOrganic": False,
        "fulfillment": {"method": "both", "deliveryOptions": {"localDelivery": True, "deliveryRadius": 50}},
    }


def intent(sold, quantity):
    subtotal = PRICE * quantity
    tax = round(subtotal * 8) / 100
    return {
        "amount": round((subtotal + tax) * 100) / 100,
        "currency": "usd",
        "shipping": {
            "firstName": "Cora",
            "lastName": "Customer",
            "email": "cora@market.example",
            "phone": "",
            "address": "2 Market Street",
            "apartment": "",
            "city": "San Francisco",
            "state": "CA",
            "zipCode": "94110",
            "country": "US",
            "deliveryMethod": "pickup",
            "deliveryInstructions": "",
        },
        "billing": {"sameAsShipping": True},
        "items": [{"id": sold, "name": "Spinach", "price": PRICE, "quantity": quantity}],
    }
