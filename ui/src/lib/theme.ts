import { readText, writeText } from "./storage";

export type Theme = "light" | "dark";

/** The theme in force; `public/firstPaint.js` set it before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === "dark" ? "dark" : "light";

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const bars of document.querySelectorAll<HTMLElement>("meta[data-bars]")) {
    bars.setAttribute("media", bars.dataset.bars === theme ? "all" : "not all");
  }
  writeText("theme", theme);
}

/** Whether the user chose a theme; otherwise the page follows the system's. */
export const hasChosenTheme = (): boolean => readText("theme") !== null;
