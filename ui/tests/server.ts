import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { config } from "./shop";

/**
 * The mock API: every test file defines its answers, and an unexpected call fails the test. Every page reads the
 * shop's configuration, and the header of a signed-in user its counts.
 */
export const server = setupServer(
  http.get("*/api/config", () => HttpResponse.json(config)),
  http.get("*/api/notifications", () => HttpResponse.json({ notifications: [] })),
  http.get("*/api/messages/notifications", () => HttpResponse.json([])),
);

/** The absolute URL of a call, as the client requests it. */
export const at = (path: string): string => `${window.location.origin}/api${path}`;

/** Starts the mock before a file's tests and resets its answers between them. */
export function mockServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
