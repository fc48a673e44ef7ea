import "@/ui/styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startLive } from "@/api/live";
import { sessionQuery, watchSession } from "@/api/session";
import { currentToken } from "@/api/token";
import { onPreloadError } from "./chunks";
import { createQueryClient } from "./queryClient";
import { createAppRouter } from "./router";
import { registerServiceWorker } from "./serviceWorker";
import { preloadAccountBar } from "./shell/lazyParts";

window.addEventListener("vite:preloadError", onPreloadError);
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
watchSession(queryClient, () => void router.invalidate());
startLive(queryClient);
if (currentToken()) preloadAccountBar();
queryClient.query(sessionQuery).catch(() => {});

// In development there is no offline page: every reload shows what was written last.
if (import.meta.env.PROD) registerServiceWorker();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
