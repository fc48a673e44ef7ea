import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deferred } from "../../tests/deferred";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";
import { firstPageIsReady } from "./takeOver";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page without queries of its own, and a query that is answered when the test says so. */
function opened() {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: ["/cart"] }));
  vi.spyOn(router, "load").mockResolvedValue();
  const first = deferred<string>();
  void client.query({ queryKey: ["first"], queryFn: () => first.promise });
  const ready = vi.fn<() => void>();
  const parts = deferred<void>();
  void firstPageIsReady(router, client, parts.promise).then(ready);
  return { ready, answer: () => first.resolve("there"), bringParts: () => parts.resolve() };
}

test("the sent page stays until the first data and the parts of the header are there", async () => {
  const { ready, answer, bringParts } = opened();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ready).not.toHaveBeenCalled();
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).not.toHaveBeenCalled();
  bringParts();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toHaveBeenCalled();
});

test("data that is late is waited for in the living page", async () => {
  const { ready } = opened();
  await vi.advanceTimersByTimeAsync(1499);
  expect(ready).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ready).toHaveBeenCalled();
});
