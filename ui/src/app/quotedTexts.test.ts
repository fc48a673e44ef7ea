// Checks the table of the specification's texts against the source and its tests; see the table's first lines.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ROOT = "..";
const NEVER = "never";

interface Row {
  text: string;
  source: string;
  seenBy: string;
}

const rows: Row[] = readFileSync("tests/quotedTexts.txt", "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => {
    const [text = "", source = "", seenBy = "", ...more] = line.split(" | ");
    if (!seenBy || more.length > 0) throw new Error(`Not three columns: ${line}`);
    return { text, source, seenBy };
  });

/** The text as a pattern: a placeholder in braces matches any short text. */
function pattern(text: string): RegExp {
  const parts = text.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^\\n]{0,40}?"));
}

/** A file's text as it is displayed, without escapes and line breaks inside strings. */
const read = (path: string) =>
  readFileSync(`${ROOT}/${path}`, "utf8")
    .replace(/\\(["'`/.$?+|()[\]{}*^!])/g, "$1")
    .replace(/\s+/g, " ");

const visibleRows = rows.filter(({ source }) => source !== NEVER);

describe("the texts of the specification", () => {
  it("are in the table once each", () => {
    const texts = rows.map(({ text, source }) => `${text} | ${source}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  it.each(visibleRows)("$text: in $source", ({ text, source }) => {
    expect(pattern(text).test(read(source)), `${source} does not have “${text}”`).toBe(true);
  });

  it.each(visibleRows)("$text: seen by $seenBy", ({ text, seenBy }) => {
    expect(seenBy).toMatch(/\.(test\.tsx?|spec\.js|rs)$/);
    expect(pattern(text).test(read(seenBy)), `${seenBy} does not look for “${text}”`).toBe(true);
  });
});
