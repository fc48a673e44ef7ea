// Real Chromium against the real binary. `make test` says where both are.
import { defineConfig } from "@playwright/test";

// As root Chromium has no sandbox; the rest keeps it from calling home.
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Letters and colors come out the same on every machine.
const EVEN = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--hide-scrollbars"];

const launch = (args) => ({ launchOptions: { executablePath: process.env.GREENSTALL_TEST_CHROMIUM, args } });

export default defineConfig({
  testDir: ".",
  outputDir: "../../target/test/browser",
  timeout: 300_000,
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  use: {
    browserName: "chromium",
    headless: true,
    ...launch(QUIET),
    viewport: { width: 1280, height: 900 },
    // The worker of the offline page takes requests before a test can; the test of that page allows it.
    serviceWorkers: "block",
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
  snapshotPathTemplate: "{testDir}/gallery/pictures/{arg}{ext}",
  projects: [
    { name: "shop", testMatch: "browser/*.spec.js" },
    // Needs the built gallery alone, no Greenstall.
    { name: "gallery", testMatch: "browser/gallery/*.spec.js", use: { ...launch([...QUIET, ...EVEN]), trace: "off" } },
  ],
});
