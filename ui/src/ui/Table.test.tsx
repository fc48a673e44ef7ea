import { render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { beforeEach, expect, it, vi } from "vitest";

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index}`);
const inPage = () => document.querySelectorAll("tbody tr").length;
const cell = vi.fn<(row: string) => string>((row) => row);
let Table: typeof import("./Table").Table;

// Each test starts with a page that has not drawn a table yet.
beforeEach(async () => {
  vi.resetModules();
  cell.mockClear();
  ({ Table } = await import("./Table"));
});

/** A table that reports the number of rows in its first commit. */
function Counted({ rows, onFirst }: { rows: string[]; onFirst?: (count: number) => void }) {
  useLayoutEffect(() => onFirst?.(inPage()), [onFirst]);
  return (
    <Table
      caption="Rows"
      columns={[{ key: "row", header: "Row", cell }]}
      rows={rows}
      rowKey={(row) => row}
      card={(row) => row}
    />
  );
}

it("draws the first table of a page load in two steps, and later ones at once", () => {
  const first = vi.fn<(count: number) => void>();
  render(<Counted rows={rowsOf(20)} onFirst={first} />).unmount();
  expect(first).toHaveBeenLastCalledWith(8);
  render(<Counted rows={rowsOf(20)} onFirst={first} />);
  expect(first).toHaveBeenLastCalledWith(20);
});

it("ends with all rows", () => {
  render(<Counted rows={rowsOf(20)} />);
  expect(screen.getAllByRole("row")).toHaveLength(21);
});

it("draws each update once", () => {
  const { rerender } = render(<Counted rows={rowsOf(20)} />);
  cell.mockClear();
  rerender(<Counted rows={rowsOf(12)} />);
  expect(cell).toHaveBeenCalledTimes(12);
  expect(inPage()).toBe(12);
});

it("draws no table in two steps after a short table", () => {
  render(<Counted rows={rowsOf(3)} />).unmount();
  const first = vi.fn<(count: number) => void>();
  render(<Counted rows={rowsOf(20)} onFirst={first} />);
  expect(first).toHaveBeenLastCalledWith(20);
});
