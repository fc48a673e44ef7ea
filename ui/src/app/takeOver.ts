// Replaces the prerendered page (`scripts/prerender.mjs`) by the live one once that shows as much.
import type { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "./router";

/** How long the prerendered page waits for late data, or without content for late code. */
const MAX_WAIT_MS = 1500;

/** Resolves when no query is in flight. */
function queriesSettled(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (client.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = client.getQueryCache().subscribe(check);
    check();
  });
}

/** Whether the prerendered page shows no data, so that the live page need not wait for any. */
const holdsNoData = () => document.querySelector("[data-sent] :is(main:empty, .own-page)") !== null;

/** Whether the prerendered page has more than the shell. */
const hasContent = () => document.querySelector("[data-sent] main:not(:empty)") !== null;

const longestWait = () => new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));

/**
 * Resolves when the route's code and `parts` have loaded, with the route's data if the prerendered page shows any, or
 * when these are late. While the code loads the router would draw a bare "Loading…"; the prerendered page shows more.
 */
export async function firstPageIsReady(
  router: AppRouter,
  client: QueryClient,
  parts: Promise<unknown>,
): Promise<void> {
  // The router stores a failure and shows it.
  const code = router.load().catch(() => {});
  await (hasContent() ? code : Promise.race([code, longestWait()]));
  const data = holdsNoData() ? parts : Promise.all([queriesSettled(client), parts]);
  await Promise.race([data, longestWait()]);
}
