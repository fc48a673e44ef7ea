import { expect, it } from "vitest";
import { lastPosition, notePosition } from "./position";

it("keeps the highest position, beyond the precision of a double", () => {
  expect(lastPosition()).toBeNull();
  notePosition("9007199254740993");
  notePosition("9007199254740992");
  expect(lastPosition()).toBe("9007199254740993");
});

it("ignores values that are not positions", () => {
  notePosition("12");
  notePosition(null);
  notePosition("abc");
  notePosition("-13");
  expect(lastPosition()).toBe("12");
});
