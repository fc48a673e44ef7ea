import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { config } from "./shop";

/**
 * The API in tests: every file says what it answers; a call that nobody expects fails the test. Every page asks how the
 * shop is set up, and the header of whoever is signed in asks what is new.
 */
export const server = setupServer(
  http.get("*/api/config", () => HttpResponse.json(config)),
  http.get("*/api/notifications", () => HttpResponse.json({ notifications: [] })),
  http.get("*/api/messages/notifications", () => HttpResponse.json([])),
);

/** An absolute address of a call, as the client asks for it. */
export const at = (path: string): string => `${window.location.origin}/api${path}`;

/** Starts the mock before a file's tests and forgets its answers between them. */
export function mockServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
