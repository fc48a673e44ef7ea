import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { currentTheme, followSystemTheme, setTheme } from "./theme";

/** The media queries for the browser bars' colors, as in index.html. */
const media = () =>
  [...document.head.querySelectorAll("meta")].map(
    (meta) => [meta.dataset.bars, meta.getAttribute("media")] as const,
  );

beforeEach(() => {
  const html = readFileSync("index.html", "utf8");
  document.head.innerHTML = html.match(/<meta name="theme-color".*>/g)?.join("") ?? "";
});
afterEach(() => {
  document.head.innerHTML = "";
});

it("colors the browser's bars by the system's theme until the user chooses one", () => {
  expect(media()).toEqual([
    ["light", "(prefers-color-scheme: light)"],
    ["dark", "(prefers-color-scheme: dark)"],
  ]);
  setTheme("dark");
  expect(media()).toEqual([
    ["light", "not all"],
    ["dark", "all"],
  ]);
  setTheme("light");
  expect(media()).toEqual([
    ["light", "all"],
    ["dark", "not all"],
  ]);
});

it("follows the system's theme until the user chooses one", () => {
  localStorage.clear();
  const system = Object.assign(new EventTarget(), { matches: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(system as MediaQueryList);
  const turn = (matches: boolean) => {
    system.matches = matches;
    system.dispatchEvent(new Event("change"));
    return currentTheme();
  };
  followSystemTheme();
  expect(currentTheme()).toBe("dark");
  expect(turn(false)).toBe("light");
  setTheme("dark");
  expect(turn(false)).toBe("dark");
});
