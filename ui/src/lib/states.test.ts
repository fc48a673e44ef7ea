import { expect, it } from "vitest";
import { ALL_US_STATES, statesOf, US_STATES } from "./states";

const codes = (states: readonly { value: string }[]) => states.map(({ value }) => value);

it("delivers to the fifty states, and bills soldiers and territories, too", () => {
  expect(US_STATES).toHaveLength(50);
  const others = codes(ALL_US_STATES).filter((code) => !codes(US_STATES).includes(code));
  expect(others.toSorted()).toEqual(["AA", "AE", "AP", "AS", "DC", "GU", "MP", "PR", "VI"]);
  expect(statesOf("United States")).toBe(ALL_US_STATES);
  expect(codes(statesOf("Canada"))).toContain("QC");
});
