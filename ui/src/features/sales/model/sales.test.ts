import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { csvFile } from "./csv";
import { parseSales, rangesOf } from "./period";
import { changeOf, stepsOf, axisTop } from "./series";

const row = (day: string, net: number) => ({
  day,
  net,
  gross: net,
  orders: 1,
  units: 1,
  refundedOrders: 0,
  refundedUnits: 0,
  refunds: 0,
});

it("compares a period with the same number of days before it", () => {
  expect(rangesOf("7d", "2026-11-22")).toEqual({
    now: { from: "2026-11-16", to: "2026-11-22" },
    before: { from: "2026-11-09", to: "2026-11-15" },
  });
  expect(parseSales({ period: "2y" })).toEqual({ period: "30d", by: "day" });
});

it("includes days without sales, and sums cents", () => {
  const rows = [row("2026-11-22", 0.1), row("2026-11-20", 4)];
  const days = stepsOf(rows, rangesOf("7d", "2026-11-22").now, "7d");
  expect(days.map(({ net }) => net)).toEqual([0, 0, 0, 0, 4, 0, 0.1]);
  const steps = stepsOf(rows, rangesOf("90d", "2026-11-22").now, "90d");
  expect(steps).toHaveLength(30);
  expect(steps.at(-1)).toEqual({ from: "2026-11-20", to: "2026-11-22", net: 4.1, orders: 2 });
  expect(stepsOf([], rangesOf("12m", "2026-11-22").now, "12m")).toHaveLength(27);
});

it("calculates changes and axis limits", () => {
  expect([changeOf(15, 10), changeOf(5, 10), changeOf(5, 0)]).toEqual([0.5, -0.5, null]);
  expect([axisTop([]), axisTop([0, 34]), axisTop([101]), axisTop([50])]).toEqual([1, 50, 200, 50]);
});

const written = async (rows: Parameters<typeof csvFile>[0]): Promise<string> =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await csvFile(rows).arrayBuffer());

it("writes a file that spreadsheets open", async () => {
  const rows = [
    ["Product", "Net"],
    ["Crème", -2.5],
  ];
  expect(await written(rows)).toBe('\ufeff"Product","Net"\r\n"Crème","-2.5"\r\n');
});

it("writes cells as the server does", async () => {
  const table = readFileSync("../query-service/src/http/csv_cells.json", "utf8");
  for (const [cell, expected] of JSON.parse(table) as [string, string][])
    expect(await written([[cell]])).toBe(`\ufeff"${expected}"\r\n`);
});
