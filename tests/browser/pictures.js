// Opens pages of a running demo shop for pictures, and takes them as WebP files.
import { chromium, expect } from "@playwright/test";
import { mkdirSync, writeFileSync } from "node:fs";

const MAX_BYTES = 60 * 1024;

/** Calls the API of the shop at `base`. */
export const caller = (base) => async (path, { token, ...options } = {}) => {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${base}/api${path}`, { ...options, headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

/** GREENSTALL_TEST_CHROMIUM names a Chromium; the default is the one on the PATH. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.GREENSTALL_TEST_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });

/** A page of a new browser profile with this storage. */
export async function newPage(browser, base, device, stored = {}) {
  const context = await browser.newContext({
    ...device,
    baseURL: base,
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  return context.newPage();
}

/** Waits until nothing loads or moves. */
export async function settled(page) {
  await page.waitForFunction(() => !document.querySelector("[data-sent]"));
  await page.locator("main h1").waitFor();
  await expect(page.locator("main .appear-late")).toHaveCount(0);
  await page.evaluate(async () => {
    // A lazy picture that is not drawn never decodes.
    const inView = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && top < innerHeight;
    });
    await Promise.all(inView.map((image) => image.decode()));
    await document.fonts.ready;
  });
}

/** WebP in the best quality within the size limit; Playwright itself writes only PNG and JPEG. */
async function webp(page) {
  const browser = await page.context().newCDPSession(page);
  for (const quality of [90, 80, 70, 60, 50, 40]) {
    const { data } = await browser.send("Page.captureScreenshot", { format: "webp", quality });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`${page.url()} does not fit into ${MAX_BYTES} bytes`);
}

/** Writes what the page shows to `name`.webp in the folder. */
export async function take(page, folder, name) {
  mkdirSync(folder, { recursive: true });
  const bytes = await webp(page);
  writeFileSync(new URL(`${name}.webp`, folder), bytes);
  process.stdout.write(`${name}.webp ${Math.ceil(bytes.length / 1024)} KB\n`);
}
