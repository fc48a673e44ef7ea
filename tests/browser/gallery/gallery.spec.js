// Compares the components of ui/src/ui, in every state and both themes, with the committed pictures.
import { expect, test as base } from "@playwright/test";
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const BUILT = folder("target/test/gallery");
const PICTURES = folder("tests/browser/gallery/pictures");
/** The major version of the Chromium that took the pictures: each version draws a little differently. */
const TAKEN_WITH = join(PICTURES, "chromium.txt");
/**
 * The tolerance catches one extra pixel of radius or padding and slightly different colors. Another machine or
 * palette stays below it.
 */
const SAME_BROWSER = { threshold: 0.02, maxDiffPixelRatio: 0.0001 };
const OTHER_BROWSER = { threshold: 0.2, maxDiffPixelRatio: 0.02 };
const WIDTHS = { wide: { width: 900, height: 640 }, narrow: { width: 360, height: 640 } };
/** Files with parts of components, which the gallery need not show. */
const PARTS_OF_COMPONENTS = ["Page.tsx"];

const MEDIA_TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" };

/** Serves the built gallery on a free port. */
function serve() {
  const server = createServer(({ url }, answer) => {
    const { pathname } = new URL(url, "http://gallery");
    const path = join(BUILT, pathname === "/" ? "index.html" : pathname);
    createReadStream(path)
      .on("open", () => answer.writeHead(200, { "Content-Type": MEDIA_TYPES[extname(path)] ?? "application/octet-stream" }))
      .on("error", () => answer.writeHead(404).end())
      .pipe(answer);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const test = base.extend({
  site: [
    async ({}, use) => {
      const server = await serve();
      await use(`http://127.0.0.1:${server.address().port}/`);
      server.closeAllConnections();
      server.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site),
});

test.use({ locale: "en-US", timezoneId: "America/Los_Angeles", reducedMotion: "reduce", deviceScaleFactor: 1 });

test.beforeEach(({ page }) => page.clock.setFixedTime("2026-11-21T18:00:00Z"));

/** Shows the marked controls as hovered or focused by keyboard. */
async function force(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  for (const state of ["hover", "focus-visible"]) {
    const { nodeIds } = await devtools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: `[data-as="${state}"]` });
    for (const around of nodeIds) {
      const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: around, selector: "a, :not(:has(a)) > :is(button, input, select, textarea)" });
      await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [state] });
    }
  }
}

/** Opens the overlays, whose code loads separately. */
const OPENS = {
  menu: (page) => expect(page.getByRole("menu")).toBeVisible(),
  popover: (page) => expect(page.getByText("Nothing new")).toBeVisible(),
  toast: (page) => expect(page.getByRole("button", { name: "Undo" })).toBeVisible(),
  tooltip: async (page) => {
    await page.keyboard.press("Tab");
    await expect(page.locator("[data-tooltip]")).toBeVisible();
  },
  combobox: async (page) => {
    await page.getByRole("button", { name: "Show options" }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
  },
};

async function show(page, name, theme) {
  await page.goto(`/?only=${name}&theme=${theme}`);
  await expect(page.locator("main")).toBeVisible();
  await OPENS[name]?.(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  await force(page);
}

/** Every section and screen listed on the gallery's first page. */
async function shown(page) {
  await page.goto("/");
  await expect(page.locator("main")).toBeVisible();
  return page.locator("[data-shown]").evaluateAll((all) => all.map(({ dataset: { shown, kind, narrow } }) => ({ name: shown, kind, narrow })));
}

/** The difference allowed between a picture and the committed one. */
function tolerance(browser, { config, annotations }) {
  const version = browser.version().split(".")[0];
  if (config.updateSnapshots === "all") {
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(TAKEN_WITH, `${version}\n`);
  }
  const before = readFileSync(TAKEN_WITH, "utf8").trim();
  if (version === before) return SAME_BROWSER;
  annotations.push({ type: "Chromium", description: `${version}, and the pictures are of ${before}: compared loosely` });
  return OTHER_BROWSER;
}

for (const theme of ["light", "dark"]) {
  test(`every component looks as it did, ${theme}`, async ({ page, browser }, info) => {
    const options = tolerance(browser, info);
    const all = await shown(page);
    const taken = [];
    for (const { name, kind, narrow } of all) {
      for (const width of narrow ? ["wide", "narrow"] : ["wide"]) {
        await page.setViewportSize(WIDTHS[width]);
        await show(page, name, theme);
        const picture = `${[name, theme, narrow && width].filter(Boolean).join("-")}.png`;
        taken.push(picture);
        await expect.soft(kind === "screen" ? page : page.locator("main")).toHaveScreenshot(picture, options);
      }
    }
    const left = readdirSync(PICTURES).filter((file) => file.includes(`-${theme}`) && !taken.includes(file));
    expect(left, "pictures of what is not in the gallery any more").toEqual([]);
  });
}

/** How many pixels of two pictures of the same size differ. */
const differingPixels = (page, pictures) => page.evaluate(async (encoded) => {
  const [first, second] = await Promise.all(encoded.map(async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  }));
  let count = 0;
  for (let at = 0; at < first.data.length; at += 4)
    if ([0, 1, 2].some((channel) => first.data[at + channel] !== second.data[at + channel])) count += 1;
  return count;
}, pictures.map((picture) => picture.toString("base64")));

/** The fewest pixels that a state must change to be seen, the size of a small icon. */
const VISIBLE_PIXELS = 100;

for (const colorScheme of ["light", "dark"]) {
  test(`forced colors draw every state and every edge, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await show(page, "chosen", colorScheme);
    // The gallery keeps its state to itself. Leave the pressed thumbnail: its focus would be a difference as well.
    await page.locator('[data-pair="thumbnails"] [data-second] button').nth(1).click();
    await page.evaluate(() => document.activeElement.blur());
    await page.mouse.move(0, 0);
    const pairs = await page.locator("[data-pair]").all();
    expect(pairs.length).toBeGreaterThan(8);
    for (const pair of pairs) {
      const name = await pair.getAttribute("data-pair");
      const pictures = [];
      // Both at the same place: between two pixels, equal edges differ.
      for (const state of ["first", "second"]) {
        const element = pair.locator(`[data-${state}]`);
        await element.evaluate((one) => Object.assign(one.style, { position: "fixed", inset: "0 auto auto 0", width: "600px", height: "600px", background: "Canvas" }));
        pictures.push(await element.screenshot());
        await element.evaluate((one) => one.removeAttribute("style"));
      }
      expect.soft(await differingPixels(page, pictures), name).toBeGreaterThan(VISIBLE_PIXELS);
    }
    // One tab of two is marked, not both.
    const edges = await page.locator('[data-pair="tabs"] [data-first] [role="tab"]')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(edges[0]).not.toBe(edges[1]);

    await show(page, "buttons", colorScheme);
    const edgeless = await page.locator("main :is(button, a)").evaluateAll((buttons) => buttons
      .filter((button) => /bg-(tomato|leaf|surface)/.test(button.className) && getComputedStyle(button).borderTopWidth === "0px")
      .map((button) => button.outerHTML));
    expect(edgeless).toEqual([]);
  });
}

test("every component is in the gallery", () => {
  const gallery = folder("ui/gallery");
  const sources = readdirSync(gallery, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  const text = sources.map((file) => readFileSync(join(gallery, file), "utf8")).join("\n");
  const components = readdirSync(folder("ui/src/ui")).filter((file) => /^[A-Z]\w+\.tsx$/.test(file) && !PARTS_OF_COMPONENTS.includes(file));
  expect(components.filter((file) => !text.includes(`"@/ui/${file.replace(".tsx", "")}"`))).toEqual([]);
});
