// Registers the service worker of the offline page (`public/sw.js`). A browser drops the worker when the server stops
// serving it.

function register(): void {
  // Private windows and some settings refuse it; the shop works without it.
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}

/** Registers the worker after the page has loaded, so that it does not slow down the first view. */
export function registerServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
