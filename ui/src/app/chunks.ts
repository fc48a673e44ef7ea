// Handles code that failed to load: the network is down, or a new version of the shop has replaced the files.
import { readText, storeText } from "@/lib/storage";

const RELOADED_KEY = "greenstall-reloaded";
/** No second reload within this time: it would not help. */
const RELOAD_INTERVAL_MS = 60_000;
const CHECK_TIMEOUT_MS = 5_000;
const ERROR_NAME = "ChunkError";

export const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === ERROR_NAME;

/** Whether the server can be reached now. */
async function shopAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    return (await fetch(window.location.href, { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Reloads the page if the server can be reached: the browser's error page has no way back. */
export async function reloadPage(): Promise<void> {
  if (await shopAnswers()) window.location.reload();
}

/**
 * Handles `vite:preloadError`: reloads once for a new version, otherwise leaves the error to the route's error page.
 */
export function onPreloadError(event: Event & { payload?: unknown }): void {
  const error = event.payload;
  if (error instanceof Error) {
    // The router reloads at once on the original message, even offline.
    error.name = ERROR_NAME;
    error.message = `The code of the page could not be fetched. ${error.message}`;
  }
  const last = Number(readText(RELOADED_KEY, "sessionStorage"));
  if (Date.now() - last < RELOAD_INTERVAL_MS) return;
  // Without storage the page could not remember the reload and would reload forever.
  if (storeText(RELOADED_KEY, String(Date.now()), "sessionStorage")) void reloadPage();
}
