import { afterEach, expect, it, vi } from "vitest";
import { takeEarlyAnswer } from "./earlyAnswers";

afterEach(() => delete window.earlyAnswers);

const CALL = "/api/orders/customer?page=1";
const answer = Promise.resolve(new Response("[]"));

function asked(headers: Record<string, string> = { Authorization: "Bearer t" }) {
  window.earlyAnswers = { [CALL]: { answer, headers, askedAt: performance.now() } };
}
const request = (headers: Record<string, string> = { Authorization: "Bearer t" }, method = "GET") =>
  new Request(window.location.origin + CALL, { headers, method });

it("is used once, by the same request", () => {
  asked();
  expect(takeEarlyAnswer(request())).toBe(answer);
  expect(takeEarlyAnswer(request())).toBeUndefined();
});

it("is not used with another token", () => {
  asked();
  expect(takeEarlyAnswer(request({ Authorization: "Bearer other" }))).toBeUndefined();
});

it("is not used after a write of this tab", () => {
  asked();
  const after = { Authorization: "Bearer t", "Greenstall-After": "7" };
  expect(takeEarlyAnswer(request(after))).toBeUndefined();
  asked(after);
  expect(takeEarlyAnswer(request(after))).toBe(answer);
});

it("is not used for another call", () => {
  asked();
  expect(takeEarlyAnswer(request(undefined, "POST"))).toBeUndefined();
  expect(takeEarlyAnswer(new Request(`${window.location.origin}/api/auth/me`))).toBeUndefined();
  expect(takeEarlyAnswer(request())).toBe(answer);
});

it("expires", () => {
  asked();
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 11_000);
  expect(takeEarlyAnswer(request())).toBeUndefined();
});
