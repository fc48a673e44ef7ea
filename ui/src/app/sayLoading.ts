// Says that the session loads, on the prerendered page of a route that waits for it.
import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import type { AppRouter } from "./router";
import { texts } from "./texts";

/** A page says so at the latest this long after the browser's request. */
const LATEST_MS = 200;
const NOTICE =
  "fixed inset-x-0 bottom-6 z-40 mx-auto w-fit rounded-full border border-line bg-surface px-5 py-2 text-ink shadow-sm";

/** Whether the route's guard waits for the session. */
function isGuarded(router: AppRouter): boolean {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  return routes.some(({ options }) => options.beforeLoad !== undefined);
}

/**
 * Adds a status to `root` that says "Loading…" while the session of a guarded route is unknown. The live page replaces
 * it together with the prerendered one.
 */
export function sayLoading(router: AppRouter, client: QueryClient, root: HTMLElement): void {
  if (!isGuarded(router)) return;
  // Screen readers announce what changes in a status that is there already.
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  root.append(status);
  setTimeout(
    () => {
      if (client.getQueryState(keys.session)?.status !== "pending") return;
      status.className = NOTICE;
      status.textContent = texts.loading;
    },
    Math.max(0, LATEST_MS - performance.now()),
  );
}
