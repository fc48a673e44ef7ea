// Runs real Chromium against the real binary; `make test` sets the paths of both.
import { defineConfig } from "@playwright/test";

// Chromium has no sandbox when run as root; the other options keep it from calling home.
const QUIET_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// These flags make letters and colors the same on every machine.
const EVEN_FLAGS = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--hide-scrollbars"];

const launch = (args) => ({ launchOptions: { executablePath: process.env.GREENSTALL_TEST_CHROMIUM, args } });

export default defineConfig({
  testDir: ".",
  outputDir: "../../target/test/browser",
  timeout: 240_000,
  expect: { timeout: 15_000 },
  workers: 2,
  forbidOnly: true,
  use: {
    browserName: "chromium",
    headless: true,
    ...launch(QUIET_FLAGS),
    viewport: { width: 1280, height: 900 },
    // The offline page's service worker takes requests before a test can intercept them; only the test of that page
    // allows it.
    serviceWorkers: "block",
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
  snapshotPathTemplate: "{testDir}/gallery/pictures/{arg}{ext}",
  projects: [
    { name: "shop", testMatch: "browser/*.spec.js" },
    // Needs only the built gallery, and no Greenstall.
    { name: "gallery", testMatch: "browser/gallery/*.spec.js", use: { ...launch([...QUIET_FLAGS, ...EVEN_FLAGS]), trace: "off" } },
  ],
});
