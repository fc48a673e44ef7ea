// A Greenstall of the test's own: the real binary on a free port, with a data folder that goes away with it.
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

export const test = base.extend({
  /** Each file names its shop, so that it gets one of its own. */
  shopName: ["", { scope: "worker", option: true }],
  /** Settings of the shop that differ from the default, as environment variables. */
  settings: [async ({}, use) => use({}), { scope: "worker" }],
  /** `{ address, operate(...arguments) }`: one instance for all tests of a file. */
  shop: [
    async ({ shopName: _, settings }, use) => {
      const data = mkdtempSync(join(tmpdir(), "greenstall-browser-"));
      const environment = { ...process.env, GREENSTALL_DATA_DIR: data, GREENSTALL_HTTP__ADDR: "127.0.0.1:0",
        // All browsers buy from one address.
        GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS: "0", ...settings };
      const { child, address } = await start(environment);
      const operate = (...args) => execFileSync(binary, args, { env: environment, encoding: "utf8" });
      await use({ address, operate });
      child.removeAllListeners("exit");
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
  /**
   * Opens a page of somebody else, in a browser with these options. The Content-Security-Policy must refuse nothing that
   * the UI does on any of them.
   */
  open: async ({ browser, baseURL }, use) => {
    const refused = [];
    await use(async (options) => {
      const page = await (await browser.newContext({ baseURL, ...options })).newPage();
      page.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) refused.push(message.text());
      });
      return page;
    });
    expect(refused).toEqual([]);
  },
});

/** Waits until nothing fades or slides any more: half-transparent text has no contrast to judge. */
async function settled(page) {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose answer depends on the theme. */
const COLORS = ["color-contrast", "link-in-text-block"];

/** The violations of WCAG 2.2 AA on the page as it stands; `colorsOnly` for a page that was judged in the other theme. */
export async function violationsOf(page, { colorsOnly = false } = {}) {
  await settled(page);
  // One frame, so no page of its own is needed to put the results of several together.
  // Base UI's focus guards hand the focus on as soon as they get it.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude("[data-base-ui-focus-guard]");
  const { violations } = await (colorsOnly ? axe.withRules(COLORS) : axe.withTags(WCAG)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** No violation of WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page) {
  expect(await violationsOf(page), await page.title()).toEqual([]);
}

export { expect };
