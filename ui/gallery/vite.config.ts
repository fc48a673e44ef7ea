// The component gallery, a separate site that is not part of the shop's build.
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const path = (relative: string) => new URL(relative, import.meta.url).pathname;

export default defineConfig({
  root: path("."),
  base: "./",
  publicDir: false,
  cacheDir: path("../node_modules/.vite-gallery"),
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": path("../src") } },
  build: {
    outDir: path("../../target/test/gallery"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // One chunk holds every component, so it is large.
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
  server: { port: 5174, host: "127.0.0.1" },
});
