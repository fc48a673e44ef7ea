import { createMemoryHistory } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { sessionQuery } from "@/api/session";
import { storeToken } from "@/api/token";
import { on } from "../../tests/api";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";
import { sayLoading } from "./sayLoading";

mockServer();
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const GUARDED = [
  "/settings",
  "/checkout",
  "/order-confirmation",
  "/orders/o1",
  "/messages",
  "/messages/k1",
  "/dashboard",
  "/dashboard/customer",
  "/dashboard/merchant",
  "/dashboard/admin",
  "/admin/audit",
  "/admin/operations",
  "/welcome",
];

/** The prerendered page at this path, and the session that the test answers. */
function sent(path: string) {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="root" data-sent><main><h1>Frame</h1></main></div>';
  const client = createQueryClient();
  const session = deferred<typeof customer>();
  void client.query({ ...sessionQuery, queryFn: () => session.promise });
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  sayLoading(router, client, document.getElementById("root") as HTMLElement);
  return session;
}

it.each(GUARDED)("says within 200 ms that the session of %s loads", async (path) => {
  sent(path);
  const status = screen.getByRole("status");
  expect(status).toBeEmptyDOMElement();
  await vi.advanceTimersByTimeAsync(200);
  expect(status).toHaveTextContent("Loading…");
  expect(status).toBeVisible();
});

it("says nothing on a page for everyone, or when the session is known in time", async () => {
  sent("/about");
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.queryByRole("status")).not.toBeInTheDocument();
  const session = sent("/settings");
  session.resolve(customer);
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it.each(["/settings", "/checkout"])("says on the live page that the session of %s loads", async (path) => {
  storeToken("t");
  const session = deferred<void>();
  server.use(
    on.get("/auth/me", async () => {
      await session.promise;
      return customer;
    }),
  );
  open(path);
  const loading = await screen.findByText("Loading…");
  expect(loading).toBeVisible();
  expect(loading).toHaveRole("status");
  session.resolve();
});
