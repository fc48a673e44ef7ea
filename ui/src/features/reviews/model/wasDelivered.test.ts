import { expect, it } from "vitest";
import { order } from "../../../../tests/shop";
import { wasDelivered } from "./wasDelivered";

it.each([
  ["delivered", "p1", true],
  ["shipped", "p1", false],
  ["returned", "p1", false],
  ["delivered", "p2", false],
] as const)("decides on a review of a %s order of p1, asked for %s", (status, productId, may) => {
  expect(wasDelivered([order({ status })], productId)).toBe(may);
});
