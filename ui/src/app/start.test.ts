// The calls that `public/start.js` makes before the shop's code has loaded.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { body, documentElement: page } = document;
const fetchCall = vi.fn<(call: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  fetchCall.mockReset().mockResolvedValue(Response.json([]));
  vi.stubGlobal("fetch", fetchCall);
  const script = document.createElement("script");
  script.dataset.code = "/assets/index.js";
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  // Keep the script from loading the code.
  vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  localStorage.setItem("token", "t");
  // `firstPaint.js` sets this for a user whose role has the page.
  page.dataset.signedIn = "";
});

afterEach(() => {
  delete page.dataset.signedIn;
  vi.unstubAllGlobals();
  if (!document.body) page.append(body);
  for (const link of document.querySelectorAll("link")) link.remove();
  delete window.earlyAnswers;
});

const run = () => vi.importActual("../../public/start.js");
const calls = () => fetchCall.mock.calls.map(([call]) => call);
const link = (call: string) => {
  const named = document.createElement("link");
  named.dataset.own = "";
  named.setAttribute("href", call);
  document.head.append(named);
};

test("fetches the session at once, and the page's calls when their links are parsed", async () => {
  body.remove();
  await run();
  expect(calls()).toEqual(["/api/auth/me"]);
  link("/api/orders/customer");
  link("/api/users/favorites");
  page.append(body);
  await vi.waitFor(() => expect(calls()).toHaveLength(3));
  const all = ["/api/auth/me", "/api/orders/customer", "/api/users/favorites"];
  expect(calls()).toEqual(all);
  expect(Object.keys(window.earlyAnswers ?? {})).toEqual(all);
  expect(fetchCall.mock.calls[0]?.[1].headers).toEqual({ Authorization: "Bearer t" });
});

test("makes all calls at once when the links are already parsed", async () => {
  link("/api/orders/customer");
  await run();
  expect(calls()).toEqual(["/api/auth/me", "/api/orders/customer"]);
});

test("makes no calls for a page that the account's role does not have", async () => {
  delete page.dataset.signedIn;
  link("/api/admin/audit");
  await run();
  expect(calls()).toEqual(["/api/auth/me"]);
});

test("makes no calls without a token", async () => {
  localStorage.clear();
  link("/api/orders/customer");
  await run();
  expect(calls()).toEqual([]);
});

test("starts the shop even when the early calls fail", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    throw new TypeError("AbortSignal.timeout is not a function");
  });
  const addListener = vi.spyOn(document, "addEventListener");
  await run();
  expect(addListener).toHaveBeenCalledWith("DOMContentLoaded", expect.any(Function));
});
