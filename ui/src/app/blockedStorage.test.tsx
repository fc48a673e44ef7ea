// Some browsers block storage: even reading `window.localStorage` throws.
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { STORAGE_AREAS } from "@/lib/storage";
import { at, mockServer, server } from "../../tests/server";
import { streamServer } from "../../tests/stream";
import { customer } from "../../tests/shop";

mockServer();

const drawn: Root[] = [];
vi.mock("react-dom/client", async (importOriginal) => {
  const original = await importOriginal<typeof import("react-dom/client")>();
  return {
    ...original,
    createRoot: (...args: Parameters<typeof original.createRoot>) => {
      const root = original.createRoot(...args);
      drawn.push(root);
      return root;
    },
  };
});

beforeEach(() => {
  for (const area of STORAGE_AREAS) {
    vi.spyOn(window, area, "get").mockImplementation(() => {
      throw new DOMException("Denied", "SecurityError");
    });
  }
  vi.resetModules();
});
afterEach(() => {
  act(() => {
    for (const root of drawn) root.unmount();
  });
  // Closes the stream.
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  vi.restoreAllMocks();
});

it("starts the shop, and keeps a log-in until the page is left", async () => {
  const stream = streamServer();
  server.use(
    http.post(at("/auth/login"), () => HttpResponse.json({ success: true, token: "t", user: customer })),
  );
  window.history.replaceState(null, "", "/login?redirect=/about");
  const root = document.createElement("div");
  root.id = "root";
  document.body.append(root);
  await act(() => import("./main"));
  await userEvent.type(await screen.findByLabelText(/^Email/), customer.email);
  await userEvent.type(screen.getByLabelText("Password"), "Correct#Horse1");
  await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Log in" }));
  await vi.waitFor(() => expect(window.location.pathname).toBe("/about"));
  expect(await screen.findByRole("button", { name: new RegExp(customer.name) })).toBeVisible();
  // Calls carry the token.
  await vi.waitFor(() => expect(stream.opened.at(-1)?.authorization).toBe("Bearer t"));
});
