import { expect, it, test } from "vitest";
import { formatDollars, formatMoney, readDollars } from "./money";

test("amounts look as the browser's formatter writes them", () => {
  const formats = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  for (const value of [
    0, 0.01, 0.1, 0.29, 1.1, 9.99, 12.5, 19.995, 99.999, 100, 999.99, 1000, 1234.5, 1_234_567.89,
  ]) {
    expect(formatMoney(value)).toBe(formats.format(value));
    expect(formatMoney(-value - 0.01)).toBe(formats.format(-value - 0.01));
  }
});

test("whole dollar amounts have no cents", () => {
  expect([50, 50.5, 1000].map(formatDollars)).toEqual(["$50", "$50.50", "$1,000"]);
});

it.each([
  ["4.50", 4.5],
  [" $4.50 ", 4.5],
  [".99", 0.99],
  ["1,000.00", 1000],
  ["7", 7],
  ["2,50", null],
  ["1,00", null],
  ["-1", null],
  ["1.234", null],
  [".", null],
  ["", null],
])("reads a typed amount: %s", (text, dollars) => {
  expect(readDollars(text)).toBe(dollars);
});
