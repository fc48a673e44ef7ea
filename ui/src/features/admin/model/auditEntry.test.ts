import { expect, it } from "vitest";
import { csvRows, dayEnd, dayStart, fieldChanges, humanized, readable } from "./auditEntry";

it("writes names of actions and fields as words", () => {
  expect(humanized("certificate-approved")).toBe("Certificate approved");
  expect(humanized("approvalStatus")).toBe("Approval status");
});

it("writes values in a readable form", () => {
  expect(readable(null)).toBe("none");
  expect(readable([])).toBe("none");
  expect(readable(true)).toBe("yes");
  expect(readable(["red", "sweet"])).toBe("red, sweet");
  expect(readable([{ id: "dp_1", amount: 4.86 }])).toBe("Id: dp_1; Amount: 4.86");
});

it("lists the changed fields, and none when the subject begins or ends", () => {
  const before = { approvalStatus: "pending", revision: 1, isActive: true };
  const after = { approvalStatus: "approved", revision: 1, isActive: true, featured: false };
  expect(fieldChanges({ before, after })).toEqual([
    { name: "Approval status", before: "pending", after: "approved" },
    { name: "Featured", before: "none", after: "no" },
  ]);
  expect(fieldChanges({ before: null, after })).toEqual([]);
});

it("reads a day in the reader's time zone, and leaves an invalid one to the server", () => {
  const start = new Date(2026, 10, 20);
  expect(dayStart("2026-11-20")).toBe(start.toISOString());
  expect(dayEnd("2026-11-20")).toBe(new Date(new Date(2026, 10, 21).getTime() - 1).toISOString());
  for (const text of ["yesterday", "2026-02-30", "2026-11-20T10:00:00Z", undefined]) {
    expect(dayStart(text)).toBe(text);
    expect(dayEnd(text)).toBe(text);
  }
});

it("counts the records of a file, including line breaks inside values", () => {
  expect(csvRows("")).toBe(0);
  expect(csvRows('"at","reason"\r\n')).toBe(0);
  expect(csvRows('"at","reason"\r\n"1","two\nlines, ""quoted"""\r\n"2",""\r\n')).toBe(2);
  expect(csvRows("at\n1")).toBe(1);
});
