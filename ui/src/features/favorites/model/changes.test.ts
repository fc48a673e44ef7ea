import { expect, it } from "vitest";
import { product } from "../../../../tests/shop";
import { byMerchant, changesSince } from "./changes";

const stocked = (quantity: number) => ({ quantity, unit: "pound", lowStockThreshold: 5 });

it.each([
  [{ price: 3, inventory: stocked(4) }, { price: 3.5, available: true }, ["Was $3.50 when you saved it"]],
  [
    { price: 4, inventory: stocked(4) },
    { price: 3.5, available: true },
    ["Was only $3.50 when you saved it"],
  ],
  [{ price: 3.5, inventory: stocked(4) }, { price: 3.5, available: false }, ["Back in stock"]],
  [{ price: 3.5, inventory: stocked(0) }, { price: 3.5, available: true }, ["Sold out since you saved it"]],
  [{ price: 3.5, inventory: stocked(4) }, { price: 3.5, available: true }, []],
  [{ price: 3.5, inventory: stocked(4) }, undefined, []],
])("describes the changes of a favorite: %#", (change, saved, texts) => {
  expect(changesSince(product(change), saved).map(({ text }) => text)).toEqual(texts);
});

it("groups by merchant", () => {
  const { merchant } = product();
  const other = product({ _id: "p2", merchant: { ...merchant, _id: "m2" } });
  const groups = byMerchant([product(), other, product({ _id: "p3" })]);
  expect(groups.map((group) => group.map(({ _id }) => _id))).toEqual([["p1", "p3"], ["p2"]]);
});
