"""Walks through the shop once, through the proxy: pages, an account, the catalog, the live stream, a cart and its order."""

import json
import time
import urllib.request

from client import Client

DEMO = {"email": "farmer@greenstall.example", "password": "Greenstall#1"}


def products_for_pickup(client):
    """Products of the demo market that can be picked up, with the most units first."""
    listed = client.send("GET", "/api/products?limit=48&inStock=true&fulfillment=pickup").json()["products"]
    return sorted(listed, key=lambda product: -product["inventory"]["quantity"])


def upstream_of(shop, request_id):
    """Which kind of process has answered a request, by the proxy's log."""
    for line in shop.access_log.read_text().splitlines():
        entry = json.loads(line)
        if entry["request_id"] == request_id:
            port = int(entry["upstream"].rsplit(":", 1)[1])
            return next(name.rsplit("-", 1)[0] for name, taken in shop.addresses.items() if taken == port)
    raise SystemExit(f"the proxy's log has no request {request_id}")


def next_event(stream, wanted, limit=20):
    """Reads the stream up to an event of this kind; returns after how many seconds it came."""
    began = time.monotonic()
    while time.monotonic() - began < limit:
        if stream.readline().decode().strip() == f"event: {wanted}":
            return time.monotonic() - began
    raise SystemExit(f"the stream has sent no {wanted} in {limit} s")


def walk(shop):
    def seen(what):
        print(f"  {what}")

    def routed(answer, kind):
        # The log line is written when the answer has gone out.
        time.sleep(0.05)
        got = upstream_of(shop, answer.headers["X-Request-Id"])
        if got != kind:
            raise SystemExit(f"a {kind} process should have answered, and {got} did")
        return answer

    client = Client(shop.url, shop.certificate)
    request = urllib.request.Request(f"http://127.0.0.1:{shop.http}/cart", method="HEAD")
    opener = urllib.request.build_opener(type("Stay", (urllib.request.HTTPRedirectHandler,), {"redirect_request": lambda *_: None}))
    try:
        opener.open(request)
        raise SystemExit("http:// is answered without a redirect")
    except urllib.error.HTTPError as redirect:
        seen(f"http:// leads to https: {redirect.status} {redirect.headers['Location']}")
    page = routed(client.send("GET", "/"), "query")
    seen(f"GET /: {page.status}, {len(page.body)} bytes, Strict-Transport-Security {page.headers['Strict-Transport-Security']}")
    name = client.sign_up("Cora Customer")["user"]["name"]
    seen(f"signed up as {name}")
    listed = routed(client.send("GET", "/api/products"), "query").json()
    seen(f"GET /api/products: {len(listed['products'])} on the first page")
    product = products_for_pickup(client)[0]
    favourite = routed(client.send("POST", f"/api/users/favorites/{product['id']}"), "command")
    mine = client.send("GET", "/api/users/favorites")
    seen(f"a favourite: position {favourite.headers['Greenstall-Position']}; the next read has {len(mine.json())}")
    merchant = Client(shop.url, shop.certificate)
    merchant.enter("/api/auth/login", DEMO)
    seen(f"logged in as {DEMO['email']}")
    own = routed(merchant.send("GET", "/api/products/my-products"), "query").json()["products"]
    offer = next(one for one in products_for_pickup(client) if one["id"] in {mine["id"] for mine in own})
    stream = merchant.open_stream()
    began = time.monotonic()
    order = client.buy(offer)
    seen(f"a cart with {offer['name']} became {len(order['checkout'].get('orders', [1]))} order(s) and was paid")
    seen(f"the merchant's open stream has told of the order after {next_event(stream, 'order'):.2f} s")
    mine = client.send("GET", "/api/orders/customer").json()
    seen(f"the customer sees {len(mine)} order(s)")
    while time.monotonic() - began < 65:
        if not stream.readline():
            raise SystemExit("the stream has ended")
    seen(f"the stream is open after {time.monotonic() - began:.0f} s, longer than any time-out of the proxy but its own")
    stream.socket.close()
