import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Moves the styles of sonner (toasts) into a file. Sonner adds them as a style element, which the page's
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

/**
 * Writes each route's title and description for the server, which answers 404 for any other path. The browser's copy
 * omits titles and private pages; `lib/head.ts` treats a missing page as unlisted.
 */
const pagesForTheServer: Plugin = {
  name: "pages-for-the-server",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/lib/pages.json")) return null;
    const pages = JSON.parse(code, (key, value: { private?: true }) =>
      key === "title" || value.private ? undefined : value,
    );
    return { code: JSON.stringify(pages), map: null };
  },
  generateBundle() {
    const source = readFileSync(new URL("./src/lib/pages.json", import.meta.url), "utf8");
    this.emitFile({ type: "asset", fileName: "pages.json", source });
  },
};

/** Lets `public/start.js` load and run the code, file by file, after the first view is painted. */
const codeAfterTheFirstView: Plugin = {
  name: "code-after-the-first-view",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(html) {
      const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
      const needed = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;
      const files = [...html.matchAll(needed), ...html.matchAll(new RegExp(entry, "g"))].map(
        (found) => found[1],
      );
      if (files.length < 2) throw new Error("index.html names its code in another way than before");
      return html.replace(needed, '<link data-start="modulepreload" crossorigin href="$1">').replace(
        entry,
        `<script async src="/start.js" data-code="${files.join(" ")}"></script>
    <link data-start="modulepreload" crossorigin href="$1">`,
      );
    },
  },
};

/** Small modules of many pages: icons, mutations, and the design system without its forms, overlays, lists and tables. */
const KIT =
  /\/src\/(lib(?!\/(schema|timeZone))|ui(?!\/(form|overlay|address|password|upload|FilterBar|Menu|NumberedPagination|Pagination|ProgressBar|StatCard|Table|Tabs)))\/|\/src\/api\/places|lucide-react|mutationObserver|useMutation/;

/** The server behind `pnpm dev` and `pnpm preview`. */
const proxy = { "/api": process.env.GREENSTALL_API ?? "http://127.0.0.1:8080" };

export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerStylesInAFile, pagesForTheServer, codeAfterTheFirstView],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    // The Rust server reads the manifest to preload the chunks of a page.
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: over HTTP/1.1 each one costs a round trip, and they compress better together. "vendor" has the
        // packages, which stay in the browser's cache over a release; "shell" the shop's code of the first view;
        // "kit" the modules that most pages share; "products" those that pages with products share.
        codeSplitting: {
          groups: [
            { name: "vendor", test: /node_modules/, tags: ["$initial"], priority: 3 },
            { name: "shell", test: /\/src\/(lib|ui|api|features|app\/shell)\//, tags: ["$initial"], priority: 2 },
            { name: "kit", test: KIT, minShareCount: 4, priority: 1 },
            { name: "products", test: /\/src\/(features\/catalog|api)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { port: 5173, host: "127.0.0.1", proxy },
  preview: { host: "127.0.0.1", proxy },
  test: {
    environment: "jsdom",
    setupFiles: ["./tests/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // A busy machine is slow to load a page's code and to type.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
