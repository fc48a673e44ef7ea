import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { nearbyQuery } from "@/api/nearby";
import { productQuery } from "@/api/products";
import { popularQuery } from "@/features/catalog/api/home";
import { productListQuery, summaryQuery } from "@/features/catalog/api/productList";
import { listPlace, parseProductSearch } from "@/features/catalog/model/productSearch";
import { merchantQuery, merchantProductsQuery } from "@/features/merchants/api/merchant";
import { parseMerchantSearch } from "@/features/merchants/model/merchantSearch";
import { currentPlace } from "@/lib/place";
import { rootRoute } from "./root";

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  // Data and code load in parallel; the page shows skeletons until the data arrives.
  loader: ({ context }) => {
    const place = currentPlace();
    context.queryClient.query(popularQuery(place)).catch(() => {});
    if (place) context.queryClient.query(nearbyQuery(place)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/catalog/components/HomePage"), "HomePage"),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products",
  validateSearch: parseProductSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const place = listPlace(deps, currentPlace());
    context.queryClient.query(productListQuery(deps, place)).catch(() => {});
    context.queryClient.query(summaryQuery(deps, place)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/catalog/components/ProductsPage"), "ProductsPage"),
});

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/products/$id",
  // The page reads the same query and shows its failure.
  loader: ({ context, params }) => {
    context.queryClient.query(productQuery(params.id)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("../pages/ShopProductPage"), "ShopProductPage"),
});

const merchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/merchant/$id",
  validateSearch: parseMerchantSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    context.queryClient.query(merchantQuery(params.id)).catch(() => {});
    context.queryClient.query(merchantProductsQuery(params.id, deps)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("../pages/ShopMerchantPage"), "ShopMerchantPage"),
});

export const catalogRoutes = [homeRoute, productsRoute, productRoute, merchantRoute] as const;
