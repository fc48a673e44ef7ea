"""A client of the shop: HTTPS through the proxy, with the certificate that the deployment has made for itself."""

import http.client
import json
import ssl
import uuid
from urllib.parse import urlsplit

PASSWORD = "Rolling-Restart-1!"


class Refused(Exception):
    """An answer that is not the expected one."""


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def json(self):
        return json.loads(self.body)


class Client:
    """One caller. With `keeps`, all requests share a connection; otherwise each has its own."""

    def __init__(self, url, certificate, keeps=True):
        self.place = urlsplit(url).netloc
        self.tls = ssl.create_default_context(cafile=certificate)
        self.keeps, self.connection = keeps, None
        self.token = self.position = None

    def connect(self, timeout=60):
        return http.client.HTTPSConnection(self.place, context=self.tls, timeout=timeout)

    def headers(self):
        headers = {"Greenstall-After": self.position} if self.position else {}
        return headers | ({"Authorization": f"Bearer {self.token}"} if self.token else {})

    def send(self, method, path, body=None, expect=(200, 201, 204), **headers):
        """Sends a request once. Raises Refused for another status than the expected ones, OSError or HTTPException when
        the connection breaks."""
        sent = self.headers() | {name.replace("_", "-"): value for name, value in headers.items()}
        if method != "GET":
            sent["Idempotency-Key"] = str(uuid.uuid4())
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection = self.connection or self.connect()
        self.connection = None
        connection.request(method, path, body, sent)
        answer = Answer(connection.getresponse())
        if self.keeps and answer.headers.get("Connection") != "close":
            self.connection = connection
        else:
            connection.close()
        if answer.status not in expect:
            raise Refused(f"{method} {path}: {answer.status} {answer.body[:200].decode(errors='replace')}")
        # A command's answer says which position the next reads must have seen.
        self.position = answer.headers.get("Greenstall-Position") or self.position
        return answer

    def enter(self, path, form):
        answer = self.send("POST", path, form).json()
        self.token = answer["token"]
        return answer

    def sign_up(self, name):
        form = {"name": name, "email": f"{uuid.uuid4().hex}@rolling.example", "password": PASSWORD, "role": "customer"}
        return self.enter("/api/auth/signup", form)

    def open_stream(self):
        """The live stream, as an open response; `connection` of it belongs to the caller."""
        connection = self.connect()
        connection.request("GET", "/api/stream", headers=self.headers() | {"Accept": "text/event-stream"})
        response = connection.getresponse()
        if response.status != 200:
            raise Refused(f"GET /api/stream: {response.status} {response.read()[:200]}")
        response.socket = connection.sock
        return response

    def buy(self, product, quantity=1):
        """A whole checkout for pickup, paid in the sandbox. Returns the answer of the order."""
        total = round(round(product["price"] * 100) * quantity * 1.08 + 1e-6) / 100
        address = {"firstName": "Cora", "lastName": "Customer", "email": "cora@rolling.example", "phone": ""}
        address |= {"address": "2 Market Street", "city": "Portland", "state": "OR", "zipCode": "97214", "country": "US"}
        intent = self.send("POST", "/api/payments/create-intent", {
            "amount": total,
            "currency": "usd",
            "shipping": address | {"deliveryMethod": "pickup", "deliveryInstructions": ""},
            "billing": {"sameAsShipping": True},
            "items": [{"id": product["id"], "quantity": quantity}],
        }).json()
        number, secret = intent["paymentIntent"]["id"], intent["clientSecret"]
        card = {"number": "4242 4242 4242 4242", "expMonth": 12, "expYear": 2035, "cvc": "123"}
        self.send("POST", f"/api/payments/sandbox/{number}/confirm", {"clientSecret": secret, "card": card})
        return self.send("POST", "/api/orders/create", {"paymentIntentId": number}).json()
