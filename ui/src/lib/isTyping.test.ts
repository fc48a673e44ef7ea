import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isTyping } from "./isTyping";

const enter = (init: KeyboardEventInit) => new KeyboardEvent("keydown", { key: "Enter", ...init });

it.each([
  ["Chrome, in the composition", { isComposing: true, keyCode: 229 }, true],
  ["Safari, after its end", { isComposing: false, keyCode: 229 }, true],
  ["a word chosen by an old browser", { isComposing: true, keyCode: 13 }, true],
  ["Enter itself", { isComposing: false, keyCode: 13 }, false],
])("knows the Enter of an input method: %s", (_, init, typing) => {
  expect(isTyping(enter(init))).toBe(typing);
});

/** Handles Enter on an option, which nobody types into. */
const NO_TEXT = ["features/search/components/Suggestions.tsx"];

it("is asked wherever a key of a text field has a meaning", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (name) => /(?<!\.test)\.tsx?$/.test(name) && !NO_TEXT.includes(name),
  );
  const handlers = files.filter((name) => /key [!=]== "Enter"/.test(readFileSync(`src/${name}`, "utf8")));
  expect(handlers.length).toBeGreaterThan(3);
  for (const name of handlers)
    expect([name, readFileSync(`src/${name}`, "utf8")].join()).toContain("isTyping(");
  expect(
    files.filter((name) => /nativeEvent\.isComposing/.test(readFileSync(`src/${name}`, "utf8"))),
  ).toEqual([]);
});
