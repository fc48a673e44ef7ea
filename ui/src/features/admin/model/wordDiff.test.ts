import { expect, it } from "vitest";
import { wordDiff } from "./wordDiff";

/** Marks "[-removed-]" and "{+added+}" words between unchanged ones. */
const marked = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "removed" ? `[-${text}-]` : `{+${text}+}`))
    .join("");

it.each([
  ["sweet red plums", "sweet red plums", "sweet red plums"],
  ["sweet red plums", "sweet blue plums", "sweet [-red-]{+blue+} plums"],
  ["plums", "ripe plums", "{+ripe +}plums"],
  ["ripe plums", "plums", "[-ripe -]plums"],
  ["sweet, red", "sweet red, ripe", "sweet[-,-] red{+, ripe+}"],
  ["", "plums", "{+plums+}"],
  ["plums", "", "[-plums-]"],
])("marks the changed words of %s → %s", (before, after, expected) => {
  expect(marked(before, after)).toBe(expected);
});

it("shows very long texts as replaced", () => {
  const [before, after] = ["a ".repeat(2_000), "b ".repeat(2_000)];
  expect(wordDiff(before, after)).toEqual([
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ]);
});
