// Registers the worker that shows the offline page (`public/sw.js`). A browser drops the worker when the server has none.

function register(): void {
  // Private windows and some settings refuse it; the shop works without.
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}

/** Registers it when the page has loaded, so that it takes nothing from the first view. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
