import { expect, it } from "vitest";
import { entry } from "../../../../tests/inbox";
import { comparisonsOf } from "./changes";

const revised = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  entry("revised", { before: { revision: 1, ...before }, after: { revision: 2, ...after } });

it("compares the product at the last decision with the present one", () => {
  const rejected = entry("rejected", { reason: "Blurred" });
  const history = [
    entry("resubmitted"),
    revised({ name: "Kale", tags: ["a"] }, { name: "Black Kale", tags: ["a", "b"] }),
    revised({ name: "Kail", description: "Green." }, { name: "Kale", description: "Green and crisp." }),
    rejected,
    revised({ category: "dairy" }, { category: "produce" }),
    entry("listed"),
  ];
  expect(comparisonsOf(history)).toEqual([
    {
      since: rejected,
      changes: [
        { part: "name", before: "Kail", after: "Black Kale" },
        { part: "description", before: "Green.", after: "Green and crisp." },
        { part: "tags", before: ["a"], after: ["a", "b"] },
      ],
    },
  ]);
});

it("omits reverted changes, and parts that admins do not review", () => {
  const history = [
    revised({ name: "Black Kale", isActive: true }, { name: "Kale", isActive: false }),
    revised({ name: "Kale" }, { name: "Black Kale" }),
    entry("approved"),
  ];
  expect(comparisonsOf(history).map(({ changes }) => changes)).toEqual([[]]);
});

it("compares a rejected change with the version on sale as well", () => {
  const [approved, rejected] = [entry("approved"), entry("rejected")];
  const history = [
    revised({ name: "Kale 2" }, { name: "Kale 3" }),
    rejected,
    revised({ name: "Kale 1" }, { name: "Kale 2" }),
    approved,
  ];
  expect(comparisonsOf(history)).toEqual([
    { since: rejected, changes: [{ part: "name", before: "Kale 2", after: "Kale 3" }] },
    { since: approved, changes: [{ part: "name", before: "Kale 1", after: "Kale 3" }] },
  ]);
});

it("compares nothing before the first decision", () => {
  expect(comparisonsOf([revised({ name: "Kale" }, { name: "Chard" }), entry("listed")])).toEqual([]);
});
