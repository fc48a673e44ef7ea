import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { zipDigits } from "./zip";

it.each([
  ["97214", "97214"],
  [" 97214", "97214"],
  ["\t97214 ", "97214"],
  ["97214-1234", "97214"],
  ["9721", null],
  ["972141", null],
])("finds the five digits of %j", (typed, digits) => expect(zipDigits(typed)).toBe(digits));

/** Fields for free text, which is sent as typed. */
const FREE_TEXT =
  /^features\/(admin\/components\/(lists\/ActDialog|inbox\/VerdictDialog)|reviews\/components\/ReplyForm|merchant\/components\/PictureItem)\.tsx$/;

it("sees the whole of a pasted text: no parsed field has a browser's limit, which cuts before blanks are removed", () => {
  const limited = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (name) =>
      name.endsWith(".tsx") &&
      !name.endsWith(".test.tsx") &&
      readFileSync(`src/${name}`, "utf8").includes("maxLength="),
  );
  expect(limited.filter((name) => !FREE_TEXT.test(name))).toEqual([]);
});
