import { expect, it } from "vitest";
import { isLow, stockLevel } from "./stock";

it("derives the stock level from the threshold", () => {
  const stocks = [0, 1, 5, 6].map((quantity) => ({ quantity, lowStockThreshold: 5 }));
  expect(stocks.map(stockLevel)).toEqual(["out", "low", "low", "in"]);
  expect(stocks.map(isLow)).toEqual([true, true, true, false]);
});

it("takes five units for low where the merchant says nothing, and none for low at a threshold of 0", () => {
  expect([5, 6].map((quantity) => stockLevel({ quantity }))).toEqual(["low", "in"]);
  expect([0, 1].map((quantity) => stockLevel({ quantity, lowStockThreshold: 0 }))).toEqual(["out", "in"]);
});
