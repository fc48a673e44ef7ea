import { expect, it } from "vitest";
import { product } from "../../../../tests/shop";
import { filterProducts, parseFilter, stateOf } from "./productFilter";

const stock = (quantity: number) => ({ quantity, unit: "pound", lowStockThreshold: 5 });
const all = [
  product({ _id: "a", name: "Kale", tags: ["winter"], inventory: stock(40) }),
  product({ _id: "b", name: "Leeks", inventory: stock(5) }),
  product({ _id: "c", name: "Chard", approvalStatus: "rejected", isActive: false, inventory: stock(0) }),
];
const ids = (search: Record<string, string>) =>
  filterProducts(all, parseFilter(search)).rows.map(({ _id }) => _id);

it("distinguishes the states", () => {
  const changes: Parameters<typeof product>[0][] = [
    {},
    { approvalStatus: "pending" },
    { approvalStatus: "resubmitted" },
    { isActive: false },
    { approvalStatus: "rejected", isActive: false },
  ];
  expect(changes.map((change) => stateOf(product(change)))).toEqual([
    "live",
    "pending",
    "review",
    "inactive",
    "changes",
  ]);
});

it("filters by state, by stock and by text", () => {
  expect(ids({})).toEqual(["a", "b", "c"]);
  expect(ids({ show: "live" })).toEqual(["a", "b"]);
  expect(ids({ stock: "low" })).toEqual(["b", "c"]);
  expect(ids({ q: "WINTER" })).toEqual(["a"]);
  expect(ids({ show: "odd", page: "9" })).toEqual(["a", "b", "c"]);
});

it("pages long lists", () => {
  const many = Array.from({ length: 21 }, (_, index) => product({ _id: String(index) }));
  expect(filterProducts(many, parseFilter({ page: "2" }))).toMatchObject({
    rows: [{ _id: "20" }],
    total: 21,
    page: 2,
    totalPages: 2,
  });
});
