import "./gallery.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { keys } from "@/api/keys";
import { customer } from "../tests/shop";
import { Gallery } from "./Gallery";

const params = new URLSearchParams(location.search);
document.documentElement.dataset.theme = params.get("theme") === "dark" ? "dark" : "light";

// The gallery has no server: the cache already holds the answers that its components query.
const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
});
client.setQueryData(keys.session, customer);

const routeTree = createRootRoute({ component: () => <Gallery only={params.get("only")} /> });
const router = createRouter({ routeTree, history: createMemoryHistory(), parseSearch: () => ({}) });

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <QueryClientProvider client={client}>
    {/* The gallery's links lead nowhere; their types come from the shop's router. */}
    <RouterProvider router={router as never} />
  </QueryClientProvider>,
);
