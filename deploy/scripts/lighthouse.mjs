// Runs Lighthouse over the shopper's pages or the dashboards; see lighthouse.sh. The reports of all runs are kept beside the npm packages.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, base, times, which] = process.argv;
const packages = createRequire(resolve(folder, "package.json"));
const load = (name) => import(pathToFileURL(packages.resolve(name)).href);
const { default: lighthouse } = await load("lighthouse");
const { default: puppeteer } = await load("puppeteer-core");

// As root, Chromium cannot use its sandbox. The other options keep it from contacting Google.
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Of the demo shop. */
const logIn = (name) => call("/auth/login", { email: `${name}@greenstall.example`, password: "Greenstall#1" });
/** Columns of the table: what Lighthouse calls it, and how it is shown. */
const FIGURES = [
  ["performance", (report) => report.categories.performance.score * 100, (value) => value.toFixed(0)],
  ["LCP s", (report) => report.audits["largest-contentful-paint"].numericValue / 1000, (value) => value.toFixed(2)],
  ["FCP s", (report) => report.audits["first-contentful-paint"].numericValue / 1000, (value) => value.toFixed(2)],
  ["TBT ms", (report) => report.audits["total-blocking-time"].numericValue, (value) => value.toFixed(0)],
  ["CLS", (report) => report.audits["cumulative-layout-shift"].numericValue, (value) => value.toFixed(3)],
  ["accessibility", (report) => report.categories.accessibility.score * 100, (value) => value.toFixed(0)],
];

async function call(path, body) {
  const answer = await fetch(`${base}/api${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const { products } = await call("/products?limit=20&inStock=true");
const product = products.find(({ images }) => images.length > 1) ?? products[0];
if (!product) throw new Error(`${base} has no products: start it with --demo`);
const session = await logIn("shopper");
const cart = JSON.stringify([
  {
    product: {
      _id: product._id,
      name: product.name,
      price: product.price,
      unit: product.inventory.unit,
      images: product.images,
      merchant: product.merchant,
    },
    quantity: 2,
  },
]);
const signedIn = {
  token: session.token,
  "cart-owner": session.user._id,
  [`cart:${session.user._id}`]: cart,
  // Measure a visit as it is except directly after a log-in.
  "heading:/dashboard/customer": `Hello, ${session.user.name}`,
};
const farmer = await logIn("farmer");
const merchant = {
  token: farmer.token,
  "heading:/dashboard/merchant": farmer.user.businessInfo.businessName,
};
const admin = { token: (await logIn("admin")).token };
/** Page, path, and what the browser has stored. */
const SHOP = [
  ["home", "/", {}],
  ["catalog", "/products", {}],
  ["product", `/products/${product._id}`, {}],
  ["cart", "/cart", { cart }],
  ["checkout", "/checkout", signedIn],
];
const DASHBOARDS = [
  ["customer", "/dashboard/customer", signedIn],
  ["customer-orders", "/dashboard/customer?tab=orders", signedIn],
  ["merchant", "/dashboard/merchant", merchant],
  ["merchant-orders", "/dashboard/merchant?tab=orders", merchant],
  ["admin", "/dashboard/admin", admin],
  ["admin-users", "/dashboard/admin?tab=users", admin],
  ["audit", "/admin/audit", admin],
  ["operations", "/admin/operations", admin],
  ["settings", "/settings", signedIn],
];
const PAGES = which === "dashboards" ? DASHBOARDS : SHOP;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const row = (name, cells) =>
  process.stdout.write(`${name.padEnd(18)}${cells.map((cell) => cell.padStart(15)).join("")}\n`);
const shown = (values) => FIGURES.map(([, , show], index) => show(values[index]));

/** How often a run is repeated of which Chromium has recorded no trace. */
const TRIES = 3;

/** One run: a browser and a profile of its own, so that nothing is cached. */
async function run(path, stored) {
  const browser = await puppeteer.launch({ executablePath: process.env.GREENSTALL_TEST_CHROMIUM, args: QUIET });
  try {
    const page = await browser.newPage();
    // Open a small file of the same origin, so that storage can be filled before the page itself is opened.
    await page.goto(`${base}/favicon.svg`);
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, stored);
    const port = Number(new URL(browser.wsEndpoint()).port);
    const options = { port, output: "json", onlyCategories: ["performance", "accessibility"], logLevel: "error" };
    return await lighthouse(`${base}${path}`, options);
  } finally {
    await browser.close();
  }
}

async function runRecorded(name, path, stored) {
  for (let tries = 1; ; tries += 1) {
    const { lhr, report } = await run(path, stored);
    if (lhr.runtimeError?.code === "NO_NAVSTART" && tries < TRIES) {
      process.stdout.write(`${name}: Chromium has recorded no trace; once more\n`);
      continue;
    }
    if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== path.split("?")[0]) {
      throw new Error(`${name} led to ${lhr.finalDisplayedUrl}`);
    }
    return { lhr, report };
  }
}

mkdirSync(resolve(folder, "reports"), { recursive: true });
row("", FIGURES.map(([name]) => name));
const medians = [];
for (const [name, path, stored] of PAGES) {
  const runs = [];
  for (let number = 1; number <= Number(times); number += 1) {
    const { lhr, report } = await runRecorded(name, path, stored);
    writeFileSync(resolve(folder, "reports", `${name}-${number}.json`), report);
    runs.push(FIGURES.map(([, read]) => read(lhr)));
    row(`${name} ${number}`, shown(runs.at(-1)));
  }
  medians.push([name, FIGURES.map((_, index) => median(runs.map((figures) => figures[index])))]);
}
process.stdout.write("\nMedians\n");
for (const [name, values] of medians) row(name, shown(values));
