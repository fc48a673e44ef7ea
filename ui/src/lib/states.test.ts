import { expect, it } from "vitest";
import { ALL_US_STATES, deliveryStates, statesOf, US_STATES } from "./states";

const codes = (states: readonly { value: string }[]) => states.map(({ value }) => value);

it("bills soldiers and territories beside the fifty states", () => {
  expect(US_STATES).toHaveLength(50);
  const others = codes(ALL_US_STATES).filter((code) => !codes(US_STATES).includes(code));
  expect(others.toSorted()).toEqual(["AA", "AE", "AP", "AS", "DC", "GU", "MP", "PR", "VI"]);
  expect(statesOf("United States")).toBe(ALL_US_STATES);
  expect(codes(statesOf("Canada"))).toContain("QC");
});

it("delivers to a territory when a stall or the shopper is there, and never to the military's post", () => {
  expect(deliveryStates(["OR", "AE"])).toEqual(US_STATES);
  const added = codes(deliveryStates(["PR", "DC"])).filter((code) => !codes(US_STATES).includes(code));
  expect(added.toSorted()).toEqual(["DC", "PR"]);
});
