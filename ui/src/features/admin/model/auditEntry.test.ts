import { expect, it } from "vitest";
import { csvRows, dayEnd, dayStart, fieldChanges, plainWords, readable } from "./auditEntry";

it("writes names of actions and fields as words", () => {
  expect(plainWords("certificate-approved")).toBe("Certificate approved");
  expect(plainWords("approvalStatus")).toBe("Approval status");
});

it("writes values as people read them", () => {
  expect(readable(null)).toBe("none");
  expect(readable([])).toBe("none");
  expect(readable(true)).toBe("yes");
  expect(readable(["red", "sweet"])).toBe("red, sweet");
  expect(readable([{ id: "dp_1", amount: 4.86 }])).toBe("Id: dp_1; Amount: 4.86");
});

it("finds the fields that differ, and none when a thing began or ended", () => {
  const before = { approvalStatus: "pending", revision: 1, isActive: true };
  const after = { approvalStatus: "approved", revision: 1, isActive: true, featured: false };
  expect(fieldChanges({ before, after })).toEqual([
    { name: "Approval status", before: "pending", after: "approved" },
    { name: "Featured", before: "none", after: "no" },
  ]);
  expect(fieldChanges({ before: null, after })).toEqual([]);
});

it("makes a day of the reader's own, and leaves what is none to the server", () => {
  const start = new Date(2026, 10, 20);
  expect(dayStart("2026-11-20")).toBe(start.toISOString());
  expect(dayEnd("2026-11-20")).toBe(new Date(new Date(2026, 10, 21).getTime() - 1).toISOString());
  for (const text of ["yesterday", "2026-02-30", "2026-11-20T10:00:00Z", undefined]) {
    expect(dayStart(text)).toBe(text);
    expect(dayEnd(text)).toBe(text);
  }
});

it("counts the records of a file, with line breaks inside of values", () => {
  expect(csvRows("")).toBe(0);
  expect(csvRows('"at","reason"\r\n')).toBe(0);
  expect(csvRows('"at","reason"\r\n"1","two\nlines, ""quoted"""\r\n"2",""\r\n')).toBe(2);
  expect(csvRows("at\n1")).toBe(1);
});
