import { expect, it } from "vitest";
import { lineChange } from "./cartChecks";
import type { Product } from "./types";

const line = (price: number, quantity: number) => ({ product: { _id: "a", name: "Kale", price }, quantity });
const productNow = (price: number, quantity: number) =>
  ({ _id: "a", name: "Kale", price, images: [], inventory: { quantity } }) as unknown as Product;

it("reports nothing for a line that still holds", () => {
  expect(lineChange(line(2.5, 3), productNow(2.5, 3))).toBeNull();
});

it("reports a changed price, but a shortage first", () => {
  expect(lineChange(line(2.5, 3), productNow(2.75, 3))).toMatchObject({ kind: "price", was: 2.5, now: 2.75 });
  expect(lineChange(line(2.5, 3), productNow(2.75, 2))).toEqual({ kind: "stock", left: 2 });
});

it("does not report goods as sold out that the customer's own hold reserves", () => {
  expect(lineChange(line(2.5, 3), productNow(2.5, 0), 3)).toBeNull();
  expect(lineChange(line(2.5, 4), productNow(2.5, 0), 3)).toEqual({ kind: "stock", left: 3 });
});
