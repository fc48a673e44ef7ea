// Draws pages without data and writes their HTML to dist/prerendered.json. The server sends it, so that the shop is
// visible before its code has loaded (`deploy/greenstall/src/web/first_view.rs`). Its links work; `public/early.js`
// records the use of fields and buttons for the live page that replaces it (`src/app/takeOver.ts`).
import { writeFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";

/** Placeholders that the server fills in; no text of the shop contains `{{`. */
const HEADING = "{{heading}}";
const picture = (index) => ({ name: `{{name${index}}}`, picture: `/{{picture${index}}}` });
/** How many of the catalog's first cards the server fills in. */
const FILLED_CARDS = 4;
const CONTROLS = "button, input, select, textarea";
/** A page counts as drawn when nothing has changed for this long. */
const QUIET_MS = 300;

// The router then draws as in a browser, as it does in the tests.
process.env.NODE_ENV = "test";
const dom = new JSDOM('<!doctype html><title></title><div id="root"></div>', {
  url: "http://localhost/",
  pretendToBeVisual: true,
});
const { window } = dom;
for (const key of Object.getOwnPropertyNames(window)) {
  if (!(key in globalThis)) globalThis[key] = window[key];
}
for (const key of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
  globalThis[key] = window[key].bind(window);
}
for (const key of [
  "window",
  "navigator",
  "Event",
  "CustomEvent",
  "EventTarget",
  "AbortController",
  "AbortSignal",
]) {
  Object.defineProperty(globalThis, key, { value: window[key], configurable: true, writable: true });
}
// No call is answered here, so the session stays unknown: neither visitor nor user.
globalThis.fetch = () => new Promise(() => {});
globalThis.Request = class {
  headers = new Headers();
  signal = new AbortController().signal;
};
window.localStorage.setItem("token", "unknown");
// Parts that depend on the width are drawn for all widths; the style sheet chooses.
const anyWidth = (media) => Object.assign(new window.EventTarget(), { matches: /width/.test(media), media });
window.matchMedia = anyWidth;
globalThis.matchMedia = anyWidth;
window.scrollTo = () => {};
globalThis.scrollTo = window.scrollTo;

// jsdom does not know the element <search>. React warns about it, which would look like a fault of the build.
// oxlint-disable-next-line no-console -- React has no other way to warn.
const report = console.error;
// oxlint-disable-next-line no-console
console.error = (message, ...rest) => {
  if (!String(message).includes("is unrecognized in this browser")) report(message, ...rest);
};

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "warn" });
const load = (module) => vite.ssrLoadModule(module);
const { createRoot } = await import("react-dom/client");
const { QueryClientProvider } = await import("@tanstack/react-query");
const { RouterProvider, createMemoryHistory } = await import("@tanstack/react-router");
const { createAppRouter } = await load("/src/app/router.tsx");
const { createQueryClient } = await load("/src/app/queryClient.ts");
const { ProductGridSkeleton } = await load("/src/features/catalog/components/ProductGrid.tsx");
const { Skeleton } = await load("/src/ui/Skeleton.tsx");
const { CUSTOMER_TABS, MERCHANT_TABS, ADMIN_TABS } = await load("/src/app/dashboards/tabs.ts");
const { OPERATIONS_TABS } = await load("/src/features/operations/model/tabs.ts");
const { ProductSkeleton } = await load("/src/features/catalog/components/product/ProductSkeleton.tsx");

/** Resolves when the element has not changed for `QUIET_MS`. */
function atRest(element) {
  return new Promise((resolve) => {
    let timer = setTimeout(done, QUIET_MS);
    const observer = new window.MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET_MS);
    });
    observer.observe(element, { subtree: true, childList: true, attributes: true });
    function done() {
      observer.disconnect();
      resolve();
    }
  });
}

/** Draws the page at this path; `change` edits the result. */
async function page(path, change = () => {}) {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  // The live page checks who is signed in.
  for (const route of Object.values(router.routesById)) route.options.beforeLoad = undefined;
  const root = window.document.getElementById("root");
  const drawn = createRoot(root);
  await router.load();
  drawn.render(createElement(QueryClientProvider, { client }, createElement(RouterProvider, { router })));
  await atRest(root);
  const copy = root.cloneNode(true);
  drawn.unmount();
  const main = copy.querySelector("main");
  if (!main || copy.querySelector(":is([role=alert], [role=status]) button")) {
    throw new Error(`${path} was not drawn, or says that something failed`);
  }
  // Only the live page announces its status.
  for (const status of copy.querySelectorAll("[role=status]")) status.removeAttribute("role");
  // Without scripts a press would do nothing.
  for (const control of copy.querySelectorAll(CONTROLS)) {
    control.setAttribute("inert", "");
    if (control.localName !== "button") control.setAttribute("aria-disabled", "true");
  }
  change(main);
  return copy.innerHTML.replace(/src="\/(\{\{\w+\}\})"/g, "$1");
}

/** The loading state of a page's query, with the server's placeholders in it. */
function fillPending(main, element) {
  const waiting = main.querySelector("[aria-busy]");
  waiting.innerHTML = renderToStaticMarkup(element);
  // The server adds its own preload links for pictures.
  for (const link of waiting.querySelectorAll("link")) link.remove();
}

/** An account page: the prerendered one has only its frame, the live one the data. */
function markAsOwn(main) {
  main.classList.add("own-page");
}

/** The page with its first tab, and each further tab with an empty frame. */
async function pageWithTabs(path, tabs) {
  const waiting = renderToStaticMarkup(createElement(Skeleton, { className: "h-screen" }));
  const drawn = [[path, await page(path, markAsOwn)]];
  for (const tab of tabs.slice(1)) {
    const name = `${path}?tab=${tab}`;
    const change = (main) => {
      markAsOwn(main);
      main.querySelector("[role=tabpanel]").innerHTML = waiting;
    };
    drawn.push([name, await page(name, change)]);
  }
  return Object.fromEntries(drawn);
}

const empty = (main) => main.replaceChildren();
const markHeading = (main) => main.querySelector("h1").replaceChildren(HEADING);
const known = Array.from({ length: FILLED_CARDS }, (_, index) => picture(index));
const product = createElement(ProductSkeleton, { known: picture(0) });
const named = createElement(ProductSkeleton, { known: { name: picture(0).name } });
const cards = createElement(ProductGridSkeleton, { width: "three", known });

const pages = {
  "/": await page("/"),
  "/products": await page("/products", markHeading),
  "/products known": await page("/products", (main) => {
    markHeading(main);
    fillPending(main, cards);
  }),
  "/products/{id} known": await page("/products/0", (main) => fillPending(main, product)),
  "/products/{id} named": await page("/products/0", (main) => fillPending(main, named)),
  "/cart": await page("/cart"),
  "/checkout": await page("/checkout"),
  ...(await pageWithTabs("/dashboard/customer", CUSTOMER_TABS)),
  ...(await pageWithTabs("/dashboard/merchant", MERCHANT_TABS)),
  ...(await pageWithTabs("/dashboard/admin", ADMIN_TABS)),
  ...(await pageWithTabs("/admin/operations", OPERATIONS_TABS)),
  "/admin/audit": await page("/admin/audit", markAsOwn),
  "/settings": await page("/settings", markAsOwn),
  "any shop page": await page("/about", empty),
  "any work page": await page("/dashboard/customer", empty),
};
writeFileSync(new URL("../dist/prerendered.json", import.meta.url), JSON.stringify(pages));
await vite.close();
process.exit(0);
