import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Puts the styles of sonner (toasts) into a file. Its code adds them as an element of the page, which the page's
 * Content-Security-Policy forbids.
 */
const sonnerStylesInAFile: Plugin = {
  name: "sonner-styles-in-a-file",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/sonner/dist/index.mjs")) return null;
    const withoutStyles = code.replace(/^__insertCSS\(".*$/m, "");
    if (withoutStyles === code) throw new Error("sonner adds its styles in another way than before");
    return { code: `import "./styles.css";\n${withoutStyles}`, map: null };
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerStylesInAFile],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    // The Rust server reads the manifest to preload the chunks of a page.
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 5173, host: "127.0.0.1", proxy: { "/api": "http://127.0.0.1:8080" } },
  test: {
    environment: "jsdom",
    setupFiles: ["./tests/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
