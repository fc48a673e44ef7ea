// Draws pages as they are before any data is there, and writes their HTML to dist/prerendered.json: the server sends it, so that
// people see the shop before its code has come (`deploy/greenstall/src/web/first_view.rs`). Links work in it; what
// is done with fields and buttons is kept (`public/early.js`) for the living page that the code puts in its place
// (`src/app/takeOver.ts`).
import { writeFileSync } from "node:fs";
import { JSDOM } from "jsdom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";

/** What the server puts in; `{{` is in no text of ours. */
const HEADING = "{{heading}}";
const picture = (index) => ({ name: `{{name${index}}}`, picture: `/{{picture${index}}}` });
/** How many cards of the catalog's first screen the server fills in. */
const CARDS = 4;
const CONTROLS = "button, input, select, textarea";
/** A page is drawn when nothing has changed for so long. */
const QUIET_MS = 300;

// The router draws as in a browser then, as it does in the tests.
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
// The server answers nothing here, and who looks at the page is not known: neither visitor nor user.
globalThis.fetch = () => new Promise(() => {});
globalThis.Request = class {
  headers = new Headers();
  signal = new AbortController().signal;
};
window.localStorage.setItem("token", "unknown");
// Any width: what depends on it is drawn for all of them, and the style sheet chooses.
const anyWidth = (media) => Object.assign(new window.EventTarget(), { matches: /width/.test(media), media });
window.matchMedia = anyWidth;
globalThis.matchMedia = anyWidth;
window.scrollTo = () => {};
globalThis.scrollTo = window.scrollTo;

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

/** Resolves when the element has not changed for a while. */
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

/** The page at this path; `change` edits what was drawn. */
async function page(path, change = () => {}) {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  // Who must be signed in is asked later, by the living page.
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
  // The living page tells what there is to tell.
  for (const status of copy.querySelectorAll("[role=status]")) status.removeAttribute("role");
  // Without scripts nothing would come of a press.
  for (const control of copy.querySelectorAll(CONTROLS)) {
    control.setAttribute("inert", "");
    if (control.localName !== "button") control.setAttribute("aria-disabled", "true");
  }
  change(main);
  return copy.innerHTML.replace(/src="\/(\{\{\w+\}\})"/g, "$1");
}

/** What is shown while a page's query is on its way, with what the server knows in it. */
function waitingWith(main, element) {
  const waiting = main.querySelector("[aria-busy]");
  waiting.innerHTML = renderToStaticMarkup(element);
  // The server says itself which pictures are to be fetched.
  for (const link of waiting.querySelectorAll("link")) link.remove();
}

/** A page of somebody's own: the living page shows their data, this one its room. */
function own(main) {
  main.classList.add("own-page");
}

/** The page with its first tab, and each of the others with room for what is in it. */
async function tabbed(path, tabs) {
  const waiting = renderToStaticMarkup(createElement(Skeleton, { className: "h-screen" }));
  const drawn = [[path, await page(path, own)]];
  for (const tab of tabs.slice(1)) {
    const name = `${path}?tab=${tab}`;
    const change = (main) => {
      own(main);
      main.querySelector("[role=tabpanel]").innerHTML = waiting;
    };
    drawn.push([name, await page(name, change)]);
  }
  return Object.fromEntries(drawn);
}

const empty = (main) => main.replaceChildren();
const headed = (main) => main.querySelector("h1").replaceChildren(HEADING);
const known = Array.from({ length: CARDS }, (_, index) => picture(index));
const product = createElement(ProductSkeleton, { known: picture(0) });
const named = createElement(ProductSkeleton, { known: { name: picture(0).name } });
const cards = createElement(ProductGridSkeleton, { width: "three", known });

const pages = {
  "/": await page("/"),
  "/products": await page("/products", headed),
  "/products known": await page("/products", (main) => {
    headed(main);
    waitingWith(main, cards);
  }),
  "/products/{id} known": await page("/products/0", (main) => waitingWith(main, product)),
  "/products/{id} named": await page("/products/0", (main) => waitingWith(main, named)),
  "/cart": await page("/cart"),
  "/checkout": await page("/checkout"),
  ...(await tabbed("/dashboard/customer", CUSTOMER_TABS)),
  ...(await tabbed("/dashboard/merchant", MERCHANT_TABS)),
  ...(await tabbed("/dashboard/admin", ADMIN_TABS)),
  ...(await tabbed("/admin/operations", OPERATIONS_TABS)),
  "/admin/audit": await page("/admin/audit", own),
  "/settings": await page("/settings", own),
  "any shop page": await page("/about", empty),
  "any work page": await page("/dashboard/customer", empty),
};
writeFileSync(new URL("../dist/prerendered.json", import.meta.url), JSON.stringify(pages));
await vite.close();
process.exit(0);
