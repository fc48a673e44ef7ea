// A Greenstall for the tests of one file: the real binary on a free port, with a data folder that is deleted
// afterwards.
import { test as base, expect } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const PASSWORD = "Correct#Horse1";

const binary = process.env.GREENSTALL_TEST_BINARY;
const READY_WITHIN_MS = 60_000;

async function start(environment) {
  if (!binary) throw new Error("GREENSTALL_TEST_BINARY is not set: run through make test");
  const child = spawn(binary, ["serve"], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ready = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("not ready in time")), READY_WITHIN_MS);
    child.once("exit", (code) => reject(new Error(`greenstall serve ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
  });
  return { child, address: await ready };
}

const NAVIGATIONS = ["goto", "reload", "goBack", "goForward"];

/** A tab whose navigations end when the UI's code has taken over the prerendered page. */
export function living(page) {
  for (const name of NAVIGATIONS) {
    const navigate = page[name].bind(page);
    page[name] = async (...args) => {
      const response = await navigate(...args);
      await page.waitForFunction(() => !document.querySelector("[data-sent]"));
      return response;
    };
  }
  return page;
}

export const test = base.extend({
  /** The name of the shop; each file has its own. */
  shopName: ["", { scope: "worker", option: true }],
  /** Settings of the shop that differ from the defaults, as environment variables. */
  settings: [async ({}, use) => use({}), { scope: "worker" }],
  /**
   * `{ address, operate(...arguments), sql(statements) }`: one instance for all tests of a file. `operate` runs an
   * operator's command, `sql` runs psql statements on the database.
   */
  shop: [
    async ({ shopName: _, settings }, use) => {
      const data = mkdtempSync(join(tmpdir(), "greenstall-browser-"));
      const environment = { ...process.env, GREENSTALL_DATA_DIR: data, GREENSTALL_HTTP__ADDR: "127.0.0.1:0",
        // All browsers share one address.
        GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS: "0", ...settings };
      const { child, address } = await start(environment);
      const operate = (...args) => execFileSync(binary, args, { env: environment, encoding: "utf8" });
      const psql = ["-h", join(data, "postgres/socket"), "-U", "greenstall", "-d", "greenstall", "-v", "ON_ERROR_STOP=1"];
      const sql = (statements) => execFileSync("psql", psql, { input: statements, encoding: "utf8" });
      await use({ address, operate, sql });
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
  page: async ({ page }, use) => use(living(page)),
  /**
   * Opens another person's page in a browser with these options. The Content-Security-Policy must not block anything
   * that the UI does on it.
   */
  open: async ({ browser, baseURL }, use) => {
    const refused = [];
    await use(async (options) => {
      const page = living(await (await browser.newContext({ baseURL, ...options })).newPage());
      page.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) refused.push(message.text());
      });
      return page;
    });
    expect(refused).toEqual([]);
  },
});

/**
 * Waits until nothing fades or slides: axe cannot judge the contrast of half-transparent text. Animations of undrawn
 * elements, as in a closed `<details>`, never end and are ignored.
 */
async function settled(page) {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) =>
      Number.isFinite(effect?.getComputedTiming().endTime) && effect.target?.checkVisibility());
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

const WCAG_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The axe rules that depend on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** The violations of WCAG 2.2 AA on the present page; `colorsOnly` for a page already checked in the other theme. */
export async function violationsOf(page, { colorsOnly = false } = {}) {
  // A message that disappears while axe runs must disappear at once, not half-transparent.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await settled(page);
  // The page has one frame, so axe needs no blank page to merge the results of several.
  // Base UI's focus guards pass the focus on at once.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude("[data-base-ui-focus-guard]");
  const { violations } = await (colorsOnly ? axe.withRules(COLOR_RULES) : axe.withTags(WCAG_TAGS)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/**
 * Elements with two classes for the same property. The order of the style sheet decides between them, so one class
 * has no effect.
 */
export const rivalClassesOf = (page) => page.evaluate(() => {
  const properties = new Map();
  const collect = (rules) => {
    for (const rule of rules) {
      // Rules for a state, a width or a parent are meant to override.
      const name = /^\.((?:[\w-]|\\.)+)$/.exec(rule.selectorText ?? "")?.[1];
      if (name) properties.set(name.replaceAll("\\", ""), [...rule.style].filter((property) => !property.startsWith("--")).join());
      else if (rule.cssRules && !(rule instanceof CSSConditionRule)) collect(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) collect(sheet.cssRules);
  return [...document.querySelectorAll("[class]")].flatMap((element) => {
    const ruleOfProperty = new Map();
    return [...element.classList].flatMap((name) => {
      const key = properties.get(name);
      if (!key) return [];
      const rival = ruleOfProperty.get(key);
      ruleOfProperty.set(key, name);
      return rival ? [`${rival} and ${name} on ${element.outerHTML.slice(0, 120)}`] : [];
    });
  });
});

/** Fails if the present page violates WCAG 2.2 AA. */
export async function expectAccessible(page) {
  expect(await violationsOf(page), await page.title()).toEqual([]);
}

/** Fails on a violation of WCAG 2.2 AA or cut-off content, on a phone and a desktop, in both themes. */
export async function expectAccessibleEverywhere(page) {
  const before = page.viewportSize();
  for (const size of [{ width: 360, height: 740 }, { width: 1280, height: 900 }]) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      expect(await violationsOf(page), `${size.width} ${colorScheme}`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth), "sideways").toBeLessThanOrEqual(size.width);
  }
  await page.setViewportSize(before);
}

export { expect };
