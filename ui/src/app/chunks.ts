// Code that could not be fetched: the network is away, or a new version of the shop has replaced the files of this one.
import { readText, storeText } from "@/lib/storage";

const RELOADED_KEY = "greenstall-reloaded";
/** A second failure so soon after a reload is not mended by another. */
const ONCE_WITHIN_MS = 60_000;
const CHECK_MS = 5_000;
const NAME = "ChunkError";

export const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === NAME;

/** Whether the shop's pages can be fetched now. */
async function shopAnswers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_MS);
    return (await fetch(window.location.href, { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Loads the page anew, but only if it can be: the browser's own error page has no way back. */
export async function reloadPage(): Promise<void> {
  if (await shopAnswers()) window.location.reload();
}

/** Handles `vite:preloadError`: reloads once for a new version, and else leaves it to the route's error page. */
export function onPreloadError(event: Event & { payload?: unknown }): void {
  const error = event.payload;
  if (error instanceof Error) {
    // Under its own message the router would reload at once, offline too.
    error.name = NAME;
    error.message = `The code of the page could not be fetched. ${error.message}`;
  }
  const last = Number(readText(RELOADED_KEY, "sessionStorage"));
  if (Date.now() - last < ONCE_WITHIN_MS) return;
  // A page that cannot keep this would reload without end.
  if (storeText(RELOADED_KEY, String(Date.now()), "sessionStorage")) void reloadPage();
}
