import "@/ui/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { sessionQuery, watchSession } from "@/api/session";
import { currentToken } from "@/api/token";
import { nextTask } from "@/lib/nextTask";
import { followSystemTheme } from "@/lib/theme";
import { onPreloadError } from "./chunks";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";
import { AccountBar, VerifyNotice } from "./shell/lazyParts";
import { sayLoading } from "./sayLoading";
import { firstPageIsReady } from "./takeOver";
import { TakenOver } from "./TakenOver";

window.addEventListener("vite:preloadError", onPreloadError);
followSystemTheme();
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
watchSession(queryClient, () => void router.invalidate());
await nextTask();
// The account bar loads together with the session, so that nothing moves later.
const bar = currentToken() ? AccountBar.preload() : null;
const parts = queryClient.query(sessionQuery).then(
  (user) => Promise.all([bar, user?.emailVerified === false ? VerifyNotice.preload() : null]),
  () => {},
);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
sayLoading(router, queryClient, root);
await nextTask();

const page = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <TakenOver root={root} />
    </QueryClientProvider>
  </StrictMode>
);
void firstPageIsReady(router, queryClient, parts).then(() => {
  const drawn = createRoot(root);
  // React renders this in slices, so input is handled in between.
  startTransition(() => drawn.render(page));
  import("@/api/live").then(
    ({ startLive }) => startLive(queryClient),
    () => {},
  );
  // No offline page in development: every reload must show the latest code.
  if (import.meta.env.PROD) {
    import("./serviceWorker").then(
      ({ registerServiceWorker }) => registerServiceWorker(),
      () => {},
    );
  }
});
