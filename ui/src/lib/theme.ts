import { useSyncExternalStore } from "react";
import { readText, writeText } from "./storage";

export type Theme = "light" | "dark";

const listeners = new Set<() => void>();

/** The theme in force; `public/firstPaint.js` set it before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === "dark" ? "dark" : "light";

/** The theme in force, also when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Shows the theme that the user chose, and keeps it. */
export function setTheme(theme: Theme): void {
  show(theme);
  for (const bars of document.querySelectorAll<HTMLElement>("meta[data-bars]")) {
    bars.setAttribute("media", bars.dataset.bars === theme ? "all" : "not all");
  }
  writeText("theme", theme);
}

/** Follows the system's theme on every page, until the user chooses one. */
export function followSystemTheme(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    if (readText("theme") === null) show(dark.matches ? "dark" : "light");
  };
  dark.addEventListener("change", follow);
  // The system may have changed since the first paint.
  follow();
}
