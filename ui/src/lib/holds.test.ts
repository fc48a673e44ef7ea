import { afterEach, expect, it, vi } from "vitest";
import { forgetHold, heldUnits, rememberHold } from "./holds";

const kale = { product: { _id: "a", name: "Kale", price: 2 }, quantity: 3 };

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it("knows a customer's own hold until it expires", () => {
  vi.useFakeTimers();
  rememberHold("c1", [kale]);
  expect([...heldUnits("c1")]).toEqual([["a", 3]]);
  expect(heldUnits("c2").size).toBe(0);
  expect(heldUnits(undefined).size).toBe(0);
  vi.advanceTimersByTime(15 * 60_000 + 1);
  expect(heldUnits("c1").size).toBe(0);
});

it("forgets a hold that was used or released", () => {
  rememberHold("c1", [kale]);
  forgetHold("c1");
  expect(heldUnits("c1").size).toBe(0);
});

it.each(["{", "[]", '{"until": 9e15}', '{"until": "x", "units": {"a": 1}}'])(
  "ignores the stored value %s",
  (stored) => {
    localStorage.setItem("hold:c1", stored);
    expect(heldUnits("c1").size).toBe(0);
  },
);
