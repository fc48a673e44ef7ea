// Puts the drawn page in the place of the one that the server has sent (`scripts/prerender.mjs`), when it shows as much.
import type { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "./router";

/** How long the sent page may stand in for one whose code or data is late. */
const LONGEST_WAIT_MS = 1500;

/** Resolves when no query is on its way. */
function answers(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = client.getQueryCache().subscribe(look);
    look();
  });
}

/** Whether the sent page holds no data, so that the living page need not wait for any. */
const holdsNoData = () => document.querySelector("[data-sent] :is(main:empty, .own-page)") !== null;

/**
 * Resolves when the route's code is there, the data that it began to fetch if the sent page shows some of it, and `parts`; or
 * when that takes too long.
 */
export function firstPageIsReady(
  router: AppRouter,
  client: QueryClient,
  parts: Promise<unknown>,
): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  const ready = router.load().then(
    () => (holdsNoData() ? undefined : answers(client)),
    // The router keeps a failure, and shows it.
    () => {},
  );
  return Promise.race([Promise.all([ready, parts]).then(() => {}), late]);
}
