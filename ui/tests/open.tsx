import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createQueryClient } from "@/app/queryClient";
import { createAppRouter } from "@/app/router";

/** Renders the whole app at a path. */
export const open = (path: string) => openWith(path).router;

/** Renders the whole app at a path; returns its query client as well. */
export function openWith(path: string) {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, client };
}

/** Renders a component that uses queries, without a router. */
export function renderAlone(children: ReactNode) {
  return render(<QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>);
}

/** Renders a component that uses the router. The component appears asynchronously: find it instead of getting it. */
export function renderRouted(children: ReactNode) {
  const routeTree = createRootRoute({ component: () => children });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  // The registered type of every router is the app's own.
  return renderAlone(<RouterProvider router={router as never} />);
}
