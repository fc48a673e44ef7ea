import { expect, it } from "vitest";
import { changesBetween, lineOf, maskedAccount } from "./tree";

it("finds the differences leaf by leaf", () => {
  const before = { status: "pending", items: [{ price: 250 }], note: null };
  const after = { status: "confirmed", items: [{ price: 250 }, { price: 100 }], note: null };
  expect(changesBetween(before, after)).toEqual([
    { path: "status", before: "pending", after: "confirmed" },
    { path: "items.1", before: undefined, after: { price: 100 } },
  ]);
  expect(changesBetween(before, before)).toEqual([]);
});

it("treats a value of another kind as a change as a whole", () => {
  expect(changesBetween(null, { a: 1 })).toEqual([{ path: "", before: null, after: { a: 1 } }]);
  expect(changesBetween({ a: [] }, { a: {} })).toEqual([{ path: "a", before: [], after: {} }]);
});

it("distinguishes masked values from others", () => {
  expect(maskedAccount({ $masked: "a1" })).toBe("a1");
  expect(maskedAccount({ masked: "a1" })).toBeUndefined();
  expect(maskedAccount(["a1"])).toBeUndefined();
  expect(lineOf(undefined)).toBe("—");
  expect(lineOf({ a: 1 })).toBe('{"a":1}');
});
