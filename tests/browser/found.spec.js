// Pages as search engines, link previews and home screens receive them.
import { expect, PASSWORD, test } from "./shop.js";

test.use({ shopName: "found" });

const ADMIN = "ada@market.example";
/** A name that every page must show as plain text. */
const HOSTILE_NAME = `Bread "fresh" </script><script>document.title = 'broken'</script>`;

async function post(request, path, data, token, method = "post") {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await request[method](`/api${path}`, { data, headers });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return response.json();
}

/** An approved merchant with an approved product; returns the ids of both. */
async function marketWith(request, shop) {
  shop.operate("admin", "create", "--email", ADMIN, "--name", "Ada Admin", "--password", PASSWORD);
  const admin = await post(request, "/auth/login", { email: ADMIN, password: PASSWORD });
  const merchant = await post(request, "/auth/signup", {
    name: "Mara Meadows", email: "mara@market.example", password: PASSWORD, role: "merchant", phone: "(415) 555-0134",
    businessName: "Meadow Farm", businessDescription: "Vegetables from the valley.",
    address: { street: "1 Field Road", city: "San Francisco", state: "CA", zipCode: "94110" },
  });
  const { product } = await post(request, "/products", {
    name: HOSTILE_NAME, description: "Crusty.", price: 4.5, category: "bakery", subcategory: "Bread", tags: [], images: [],
    inventory: { quantity: 8, unit: "piece" }, isOrganic: false,
    fulfillment: { method: "pickup-only", pickupInstructions: "" },
  }, merchant.token);
  await post(request, `/admin/users/${merchant.user._id}/approve`, { approved: true }, admin.token, "put");
  await post(request, `/admin/products/${product._id}/approve`, { approved: true }, admin.token, "put");
  return { productId: product._id, merchantId: merchant.user._id };
}

/** The status and metadata of a page before any script runs. */
async function served(context, address) {
  const page = await context.newPage();
  // Load nothing but the page itself.
  await page.route("**/*", (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
  const response = await page.goto(address);
  const found = await page.evaluate(() => ({
    title: document.title,
    robots: document.querySelector('meta[name="robots"]')?.content,
    canonical: document.querySelector('link[rel="canonical"]')?.href,
    description: document.querySelector('meta[name="description"]')?.content,
    titles: document.querySelectorAll("title").length,
    data: [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => JSON.parse(script.textContent)),
  }));
  await page.close();
  return { status: response.status(), ...found };
}

test("a product has a page for people and structured data for search engines", async ({ browser, request, shop, open }) => {
  const { productId, merchantId } = await marketWith(request, shop);
  const context = await browser.newContext({ baseURL: shop.address });
  const address = `${shop.address}/products/${productId}`;

  await test.step("the HTML names the product, its offer and its address", async () => {
    await expect.poll(async () => (await served(context, `${address}?utm_source=x`)).status).toBe(200);
    const page = await served(context, `${address}?utm_source=x`);
    expect(page).toMatchObject({
      title: `${HOSTILE_NAME} from Meadow Farm · Greenstall`,
      titles: 1,
      canonical: address,
      robots: "max-image-preview:large",
      description: "$4.50 per piece from Meadow Farm in San Francisco, CA. Crusty.",
    });
    const [product, trail] = page.data;
    expect(product).toMatchObject({
      "@type": "Product", name: HOSTILE_NAME, offers: { price: "4.50", availability: "https://schema.org/InStock" },
    });
    expect(product.aggregateRating).toBeUndefined();
    expect(trail.itemListElement.map((step) => step.name)).toEqual(["Products", "Bakery", HOSTILE_NAME]);
  });

  await test.step("the page itself says the same, and no policy is broken", async () => {
    const page = await open();
    await page.goto(`/products/${productId}`);
    await expect(page.getByRole("heading", { level: 1, name: HOSTILE_NAME })).toBeVisible();
    await expect(page).toHaveTitle(`${HOSTILE_NAME} from Meadow Farm · Greenstall`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", address);
    await page.getByRole("link", { name: "Meadow Farm" }).first().click();
    await expect(page).toHaveTitle("Meadow Farm in San Francisco, CA · Greenstall");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${shop.address}/merchant/${merchantId}`);
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
    await page.context().close();
  });

  await test.step("a merchant is a local business", async () => {
    const page = await served(context, `${shop.address}/merchant/${merchantId}`);
    expect(page.data[0]).toMatchObject({ "@type": "LocalBusiness", address: { addressLocality: "San Francisco" } });
  });

  await test.step("what is not there is not found, and says so to people", async () => {
    for (const path of ["/nowhere", "/products/0199c0de-0000-7000-8000-000000000000", "/merchant/me"]) {
      const page = await served(context, `${shop.address}${path}`);
      expect([page.status, page.robots], path).toEqual([404, "noindex"]);
    }
    const page = await context.newPage();
    await page.goto("/nowhere");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await page.close();
    expect((await served(context, `${shop.address}/cart`)).robots).toBe("noindex");
  });

  await test.step("the sitemap leads to the product", async () => {
    const robots = await (await request.get("/robots.txt")).text();
    const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1];
    expect(sitemap).toBe(`${shop.address}/sitemap.xml`);
    const locations = async (url) => [...(await (await request.get(url)).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);
    const pages = await locations(sitemap);
    const all = (await Promise.all(pages.map(locations))).flat();
    for (const wanted of [address, `${shop.address}/merchant/${merchantId}`, `${shop.address}/about`]) expect(all).toContain(wanted);
    expect(all.some((url) => url.includes("/cart"))).toBe(false);
  });
  await context.close();
});

test("the shop is installable, and shows an offline page without a connection", async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.address, serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto("/about");
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await context.setOffline(true);
  await page.goto("/products");
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
    return caught.flat();
  });
  expect(cachedPaths.toSorted()).toEqual(["/favicon.svg", "/firstPaint.js", "/offline.css", "/offline.html"]);

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Browse products" })).toBeVisible();
  await context.close();
});
