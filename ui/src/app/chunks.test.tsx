import { expect, it, vi } from "vitest";
import { screen } from "@testing-library/react";
import { renderRouted } from "../../tests/open";
import { writeText } from "@/lib/storage";
import { isChunkError, onPreloadError } from "./chunks";
import { ErrorPage } from "./shell/ErrorPage";

const failure = () => new TypeError("Failed to fetch dynamically imported module: /assets/Page.js");
const failToPreload = (payload: unknown) =>
  onPreloadError(Object.assign(new Event("vite:preloadError"), { payload }));

function page(answer: () => Promise<Response>) {
  vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  const reload = vi.fn<() => void>();
  vi.stubGlobal("location", { href: "https://shop.test/cart", origin: "https://shop.test", reload });
  return reload;
}

it("reloads the page once when the shop answers", async () => {
  const reload = page(() => Promise.resolve(new Response("<html>")));
  failToPreload(failure());
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  failToPreload(failure());
  await Promise.resolve();
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it("does not reload the page when storage cannot remember the reload", async () => {
  const reload = page(() => Promise.resolve(new Response("<html>")));
  vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("Denied", "SecurityError");
  });
  failToPreload(failure());
  await Promise.resolve();
  expect(fetch).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  // The time of the reload is kept in memory, for the next test as well.
  vi.restoreAllMocks();
  writeText("greenstall-reloaded", null, "sessionStorage");
  vi.unstubAllGlobals();
});

it("stays on the page when the shop is unreachable, and prevents the router's own reload", async () => {
  const asked = Promise.resolve();
  const reload = page(() => asked.then(() => Promise.reject(new TypeError("Failed to fetch"))));
  const error = failure();
  failToPreload(error);
  await asked;
  expect(reload).not.toHaveBeenCalled();
  expect(isChunkError(error)).toBe(true);
  // The router reloads by itself on an error with this message.
  expect(error.message).not.toMatch(/^Failed to fetch dynamically imported module/);
  vi.unstubAllGlobals();
});

it("fetches a page's code again when the network is back", async () => {
  const reload = page(() => Promise.resolve(new Response("<html>")));
  sessionStorage.setItem("greenstall-reloaded", String(Date.now()));
  const error = failure();
  failToPreload(error);
  const { unmount } = renderRouted(<ErrorPage error={error} reset={() => {}} />);
  expect(await screen.findByRole("heading", { name: "We could not reach the shop." })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  unmount();
  window.dispatchEvent(new Event("online"));
  await Promise.resolve();
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
