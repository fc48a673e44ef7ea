// `public/firstPaint.js`: sets what only the browser knows, before the first paint.
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useOwnHeading } from "./ownHeading";
import { forgetPersonalState } from "./personalState";

const page = document.documentElement;

beforeEach(() => void vi.resetModules());
afterEach(() => {
  document.body.replaceChildren();
  for (const name of Object.keys(page.dataset)) delete page.dataset[name];
});

/** The prerendered page, parsed after the script has run. */
async function sent() {
  await vi.importActual("../../public/firstPaint.js");
  document.body.innerHTML = "<div data-sent><main><h1>My account</h1><p>Orders</p></main></div>";
  await Promise.resolve();
  document.dispatchEvent(new Event("DOMContentLoaded"));
  return document.querySelector("h1")?.textContent;
}

function Dashboard({ path, heading }: { path: string; heading?: string }) {
  useOwnHeading(path, heading);
  return null;
}
const visit = (heading?: string, path = window.location.pathname) =>
  render(<Dashboard path={path} heading={heading} />).unmount();

it("shows a signed-in user the heading of the last visit", async () => {
  localStorage.setItem("token", "t");
  visit("Hello, Ann");
  visit();
  expect(await sent()).toBe("Hello, Ann");
  expect(page.dataset).toMatchObject({ signedIn: "", placed: "" });
});

it("puts the heading into its own page, even after a navigation", async () => {
  localStorage.setItem("token", "t");
  visit("Hello, Ann", "/dashboard/customer");
  expect(await sent()).toBe("My account");
  expect(localStorage.getItem("heading:/dashboard/customer")).toBe("Hello, Ann");
});

it("shows no name after the session has ended", async () => {
  visit("Hello, Ann");
  expect(await sent()).toBe("My account");
  expect(page.dataset.signedIn).toBeUndefined();
  localStorage.setItem("token", "t");
  forgetPersonalState();
  vi.resetModules();
  expect(await sent()).toBe("My account");
});

it("knows whether the shopper has a place, and leaves the live page unchanged", async () => {
  localStorage.setItem("userZipCode", "97214");
  localStorage.setItem("token", "t");
  localStorage.setItem(`heading:${window.location.pathname}`, "Hello, Ann");
  await vi.importActual("../../public/firstPaint.js");
  expect(page.dataset.placed).toBe("");
  document.dispatchEvent(new Event("DOMContentLoaded"));
  document.body.innerHTML = "<div data-sent><main><h1>My account</h1><p>Orders</p></main></div>";
  await Promise.resolve();
  expect(document.querySelector("h1")).toHaveTextContent("My account");
});

const tokenOf = (role: string) => `x.${btoa(JSON.stringify({ role }))}.x`;

it.each([
  ["/admin/audit", "admin", ""],
  ["/dashboard/admin", "merchant", undefined],
  ["/dashboard/merchant", "merchant", ""],
  ["/dashboard/merchant", "customer", undefined],
  ["/dashboard/customer", "customer", ""],
])("shows the frame of %s only to a role that has it: %s", async (path, role, shown) => {
  window.history.replaceState(null, "", path);
  localStorage.setItem("token", tokenOf(role));
  await sent();
  expect(page.dataset.signedIn).toBe(shown);
  window.history.replaceState(null, "", "/");
});

it("works where storage is blocked", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("Denied", "SecurityError");
  });
  expect(await sent()).toBe("My account");
  expect(page.dataset.theme).toBe("light");
});
