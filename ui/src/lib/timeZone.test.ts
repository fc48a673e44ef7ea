import { expect, it } from "vitest";
import { dayAt, zoneAt } from "./timeZone";

it.each([
  ["OR", 45.5, -122.6, "America/Los_Angeles"],
  ["OR", 44, -117.5, "America/Denver"],
  ["ID", 47, -116, "America/Los_Angeles"],
  ["TX", 31.8, -106.4, "America/Denver"],
  ["IN", 39.8, -87.3, "America/New_York"],
  ["AZ", 33, -112, "America/Phoenix"],
  ["VT", 44, -73, "America/New_York"],
  ["PR", 18.2, -66.7, "America/Puerto_Rico"],
  ["GU", 13.5, 144.8, "Pacific/Guam"],
  ["AS", -14.3, -170.7, "Pacific/Pago_Pago"],
])("finds the time zone of %s at %d, %d", (state, latitude, longitude, zone) => {
  expect(zoneAt({ state, latitude, longitude })).toBe(zone);
});

it("names the day at the place", () => {
  expect(dayAt("2026-11-22T07:59:00Z", { state: "CA" })).toBe("2026-11-21");
  expect(dayAt("2026-11-22T07:59:00Z", null)).toBe("2026-11-22");
});
