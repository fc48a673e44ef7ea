import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import pages from "@/lib/pages.json";
import preloads from "../../public/preloads.json";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { product } from "../../tests/shop";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";

mockServer();

const meta = (name: string) => document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
const canonical = () => document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;

/** The head that the server writes for a product's page. */
const SERVED = `
  <title>Cheese from Green Farm · Greenstall</title><meta name="description" content="Ripe.">
  <meta name="robots" content="max-image-preview:large"><link rel="canonical" href="https://shop.example/products/p0">
  <meta property="og:title" content="Cheese"><script type="application/ld+json">{}</script>`;

beforeEach(() => {
  document.head.innerHTML = SERVED;
  server.use(
    on.get("/products/{id}", product()),
    on.get("/products/{id}/reviews", { rating: { average: 0, count: 0 }, reviews: [] }),
    on.get("/products", () => refusal(404, "none")),
  );
});
afterEach(() => {
  document.head.innerHTML = "";
});

const PUBLIC = Object.entries(pages).filter(([route, page]) => !("private" in page) && !route.includes("{"));

it.each(PUBLIC)("describes %s as the server does", async (route, page) => {
  open(route);
  await waitFor(() => expect(document.title).toBe(page.title));
  expect(meta("description")).toBe("description" in page ? page.description : undefined);
  expect(meta("robots")).toBe("max-image-preview:large");
  expect(canonical()).toBe(`https://shop.example${route}`);
});

it("describes the shown product, under the shop's public address", async () => {
  open("/products/p1");
  await waitFor(() => expect(document.title).toBe("San Marzano Tomatoes from Meadow Farm · Greenstall"));
  expect(meta("description")).toMatch(/^\$3\.50 per pound from Meadow Farm/);
  expect(canonical()).toBe("https://shop.example/products/p1");
  expect(document.head.querySelectorAll("title")).toHaveLength(1);
});

it("drops the server's tags of another page", async () => {
  open("/products/p1");
  await screen.findByRole("heading", { level: 1 });
  expect(document.head.querySelector('[property="og:title"], script')).toBeNull();
});

it.each([
  ["/products?category=prepared-foods&page=2&minPrice=3", "/products?category=prepared-foods&page=2"],
  ["/products?inStock=true", "/products"],
])("gives %s the canonical address %s", async (path, address) => {
  open(path);
  await waitFor(() => expect(canonical()).toBe(`https://shop.example${address}`));
});

it.each(["/products?search=eggs", "/cart", "/nowhere"])("keeps %s out of search engines", async (path) => {
  open(path);
  await waitFor(() => expect(meta("robots")).toBe("noindex"));
  expect(canonical()).toBeUndefined();
});

it("keeps a missing product out of search engines", async () => {
  server.use(on.get("/products/{id}", () => refusal(404, "Product not found")));
  open("/products/p1");
  await waitFor(() => expect(document.title).toBe("Product not found · Greenstall"));
  expect(meta("robots")).toBe("noindex");
});

it("lists every route for the server", () => {
  const router = createAppRouter(createQueryClient());
  const routes = Object.keys(router.routesByPath).map((path) => path.replace(/\$(\w+)/g, "{$1}"));
  expect(Object.keys(pages).toSorted()).toEqual(routes.toSorted());
});

it("preloads the product's picture in its displayed size", async () => {
  const image = { url: "/demo/tomatoes.webp", alt: "", isFeatured: true, filename: "tomatoes.webp" };
  server.use(on.get("/products/{id}", product({ images: [image] })));
  open("/products/p1");
  const picture = await screen.findByRole("img", { name: "San Marzano Tomatoes" });
  const preload = preloads.find(({ route }) => route === "/products/{id}");
  expect(picture).toHaveAttribute("sizes", preload?.picture);
});
