// Many tabs of one person. Over HTTP/1.1 a browser opens six connections to a host, so the stream of a hidden tab
// must not occupy one that another tab needs.
import { openAs, signUp } from "./calls.js";
import { expect, living, test } from "./shop.js";

test.use({ shopName: "tabs" });

const TABS = 8;

/** Every tab of a headless browser is visible, so set the visibility that a browser with a window would report. */
const show = (page, isVisible) => page.evaluate((visible) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: !visible });
  Object.defineProperty(document, "visibilityState", { configurable: true, value: visible ? "visible" : "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}, isVisible);

/** Counts the open streams of this context's tabs. */
function streamsOf(context) {
  const open = new Set();
  context.on("request", (request) => {
    if (request.url().endsWith("/api/stream")) open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"]) context.on(end, (request) => open.delete(request));
  return {
    count: () => open.size,
    has: (page) => [...open].some((request) => request.frame() === page.mainFrame()),
  };
}

test("eight tabs of one person load, and a tab shown again receives live updates", async ({ open, shop }) => {
  const cora = await signUp(shop, "Cora Customer", "customer");
  const first = await openAs(open, cora, "/about");
  const streams = streamsOf(first.context());
  await first.reload();
  await expect.poll(() => streams.has(first)).toBe(true);

  const tabs = [first];
  while (tabs.length < TABS) {
    await show(tabs.at(-1), false);
    const tab = living(await first.context().newPage());
    await tab.goto("/dashboard/customer");
    await expect(tab.getByRole("heading", { level: 1 })).toContainText("Cora");
    await expect.poll(() => streams.has(tab), `tab ${tabs.length + 1}`).toBe(true);
    await expect.poll(() => streams.count(), `tab ${tabs.length + 1}`).toBe(1);
    tabs.push(tab);
  }

  await test.step("a hidden tab keeps its stream until another one is shown", async () => {
    await show(tabs.at(-1), false);
    await first.waitForTimeout(500);
    expect(streams.has(tabs.at(-1))).toBe(true);
    await show(first, true);
    await expect.poll(() => streams.has(first)).toBe(true);
    await expect.poll(() => streams.count()).toBe(1);
  });
});
