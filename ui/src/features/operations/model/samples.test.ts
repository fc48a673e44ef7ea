import { expect, it } from "vitest";
import { linePoints, addSamples, type Samples } from "./samples";

it("keeps the last sixty samples of each view", () => {
  let samples: Samples = {};
  for (let lag = 0; lag < 70; lag += 1) samples = addSamples(samples, [{ name: "catalog", lag }]);
  expect(samples.catalog).toHaveLength(60);
  expect(samples.catalog?.at(-1)).toBe(69);
  expect(addSamples(samples, [{ name: "orders", lag: 1 }])).toEqual({ orders: [1] });
});

it("draws the newest sample at the right edge and the highest at the top", () => {
  expect(linePoints([0, 4, 2], 118, 20)).toBe("114,20 116,0 118,10");
  expect(linePoints([0], 118, 20)).toBe("118,20");
  expect(linePoints([], 118, 20)).toBe("");
});
