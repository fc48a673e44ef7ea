import { expect, it } from "vitest";
import { endOfMoment, fromDateTimeInput, toDateTimeInput } from "./moments";

it("reads a URL's time with the whole second, and a day to its end", () => {
  expect(endOfMoment("2026-11-20T12:00:00.000Z")).toBe(Date.UTC(2026, 10, 20, 12, 0, 0, 999));
  expect(endOfMoment("2026-11-20")).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).getTime());
  for (const odd of [undefined, "", "yesterday"]) expect(endOfMoment(odd)).toBeUndefined();
});

it("shows a time in the reader's time zone and reads the same one back", () => {
  const end = endOfMoment("2026-11-20T12:00:05.000Z") ?? 0;
  expect(fromDateTimeInput(toDateTimeInput(end))).toBe("2026-11-20T12:00:05.000Z");
  for (const odd of ["", "2026-11-20T"]) expect(fromDateTimeInput(odd)).toBeUndefined();
});
