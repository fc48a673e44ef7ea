import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deferred } from "../../tests/deferred";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";
import { firstPageIsReady } from "./takeOver";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A page without queries of its own, and a query that the test answers. */
function opened() {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: ["/cart"] }));
  const code = deferred<void>();
  vi.spyOn(router, "load").mockReturnValue(code.promise);
  const first = deferred<string>();
  void client.query({ queryKey: ["first"], queryFn: () => first.promise });
  const ready = vi.fn<() => void>();
  const parts = deferred<void>();
  void firstPageIsReady(router, client, parts.promise).then(ready);
  const bringCode = () => code.resolve();
  return { ready, bringCode, answer: () => first.resolve("there"), bringParts: () => parts.resolve() };
}

test("the prerendered page stays until the first data and the header's parts have loaded", async () => {
  const { ready, bringCode, answer, bringParts } = opened();
  bringCode();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ready).not.toHaveBeenCalled();
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).not.toHaveBeenCalled();
  bringParts();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalled();
});

test("a prerendered page with content stays until the code has loaded, however late", async () => {
  document.body.innerHTML = "<div data-sent><main><h1>My account</h1></main></div>";
  const { ready, bringCode, answer, bringParts } = opened();
  answer();
  bringParts();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ready).not.toHaveBeenCalled();
  bringCode();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalled();
});

test("a prerendered page without content gives way to the router's loading page when the code is late", async () => {
  document.body.innerHTML = "<div data-sent><main></main></div>";
  const { ready, answer, bringParts } = opened();
  answer();
  bringParts();
  await vi.advanceTimersByTimeAsync(1499);
  expect(ready).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toHaveBeenCalled();
});

test("the live page replaces the prerendered one when the data is late", async () => {
  const { ready, bringCode } = opened();
  bringCode();
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1499);
  expect(ready).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toHaveBeenCalled();
});

test.each([
  ["its frame", '<main class="own-page"><h1>My account</h1></main>'],
  ["room for the page", "<main></main>"],
])("a prerendered page with only %s does not wait for data", async (_, main) => {
  document.body.innerHTML = `<div data-sent>${main}</div>`;
  const { ready, bringCode, bringParts } = opened();
  bringCode();
  bringParts();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalled();
});
