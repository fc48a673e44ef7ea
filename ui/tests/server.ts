import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

/** The API in tests: every file says what it answers; a call that nobody expects fails the test. */
export const server = setupServer();

/** An absolute address of a call, as the client asks for it. */
export const at = (path: string): string => `${window.location.origin}/api${path}`;

/** Starts the mock before a file's tests and forgets its answers between them. */
export function mockServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}
