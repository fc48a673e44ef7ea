import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { homeQueries } from "@/features/catalog/api/home";
import { productQuery } from "@/api/products";
import { productListQuery } from "@/features/catalog/api/productList";
import { parseProductSearch } from "@/features/catalog/model/productSearch";
import { rootRoute } from "./root";

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  // Data and chunk start together; the page shows skeletons until the data is there.
  loader: ({ context }) => {
    for (const query of homeQueries) context.queryClient.query(query).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/catalog/components/HomePage"), "HomePage"),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products",
  validateSearch: parseProductSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.query(productListQuery(deps)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/catalog/components/ProductsPage"), "ProductsPage"),
});

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products/$id",
  loader: async ({ context, params }) => {
    // A failure is shown by the page itself, which reads the same query.
    await context.queryClient.query(productQuery(params.id)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/catalog/components/ProductPage"), "ProductPage"),
});

export const catalogRoutes = [homeRoute, productsRoute, productRoute] as const;
