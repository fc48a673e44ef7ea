import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { parseSearch, stringifySearch } from "@/lib/search";
import { authRoutes } from "./routes/auth";
import { cartRoutes } from "./routes/cart";
import { catalogRoutes } from "./routes/catalog";
import { checkoutRoutes } from "./routes/checkout";
import { dashboardRoutes } from "./routes/dashboards";
import { infoRoutes } from "./routes/info";
import { messageRoutes } from "./routes/messages";
import { rootRoute } from "./routes/root";
import { ErrorPage } from "./shell/ErrorPage";
import { NotFoundPage } from "./shell/lazyParts";
import { PagePending } from "./shell/PagePending";

const routeTree = rootRoute.addChildren([
  ...catalogRoutes,
  ...authRoutes,
  ...cartRoutes,
  ...checkoutRoutes,
  ...dashboardRoutes,
  ...infoRoutes,
  ...messageRoutes,
]);

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    history,
    defaultPreload: "intent",
    // The query cache decides which data is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
