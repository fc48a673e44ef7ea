import { createRootRouteWithContext } from "@tanstack/react-router";
import type { RouterContext } from "../guards";
import { ErrorPage } from "../shell/ErrorPage";
import { NotFoundPage } from "../shell/lazyParts";
import { Shell } from "../shell/Shell";

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
