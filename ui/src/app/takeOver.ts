// Puts the drawn page in the place of the one that the server has sent (`scripts/prerender.mjs`), when it shows as much.
import type { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "./router";

/** How long the sent page may stand in for one whose data is late, or one without content for one whose code is late. */
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

/** Whether the sent page has more than the shell. */
const hasContent = () => document.querySelector("[data-sent] main:not(:empty)") !== null;

const late = () => new Promise<void>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));

/**
 * Resolves when the route's code is there, and the data that it began to fetch if the sent page shows some of it, and `parts`,
 * or these are late. While the code is on its way the router would draw a bare "Loading…": the sent page says more.
 */
export async function firstPageIsReady(
  router: AppRouter,
  client: QueryClient,
  parts: Promise<unknown>,
): Promise<void> {
  // The router keeps a failure, and shows it.
  const code = router.load().catch(() => {});
  await (hasContent() ? code : Promise.race([code, late()]));
  const data = holdsNoData() ? parts : Promise.all([answers(client), parts]);
  await Promise.race([data, late()]);
}
