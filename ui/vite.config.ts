import { readFileSync } from "node:fs";
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

/**
 * Hands the server what each route's page says of itself; a path that is not among them is not found. The browser's copy
 * leaves out titles and private pages; `lib/head.ts` treats a missing page as unlisted.
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

/** Leaves the code to `public/start.js`, which fetches and runs it, file by file, when the first view is there. */
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

/** Small parts of many pages: the design system without its forms, overlays and tables, icons, mutations. */
const KIT =
  /\/src\/(lib(?!\/schema)|ui(?!\/(form|overlay|address|password|upload|Menu|NumberedPagination|ProgressBar|Table|Tabs)))\/|\/src\/api\/places|lucide-react|query-core|react-query/;

/** The services behind `pnpm dev` and `pnpm preview`. */
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
        // Few files: each one costs a round trip where the server speaks HTTP/1.1, and they compress better together.
        // The packages are a file of their own, which a release of ours leaves in the browser's cache; next to it is
        // what the first view brings of ours, then what most pages share, and what the pages with products do.
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
    // A busy machine takes its time over the code of a page, and over what somebody types.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
