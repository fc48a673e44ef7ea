import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createQueryClient } from "@/app/queryClient";
import { createAppRouter } from "@/app/router";

/** The whole app at a path. */
export const open = (path: string) => openWith(path).router;

/** The same, with its query client. */
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

/** One component that reads or writes, without links. */
export function renderAlone(children: ReactNode) {
  return render(<QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>);
}

/** One component that follows or guards navigations. It is there a moment later. */
export function renderRouted(children: ReactNode) {
  const routeTree = createRootRoute({ component: () => children });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  // The app's own routes are registered as the type of every router.
  return renderAlone(<RouterProvider router={router as never} />);
}
