// The tables of users, products and orders, and the actions on their rows.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { BulkAnswer, paths } from "@/api/types";

type QueryOf<P extends "/admin/users" | "/admin/products" | "/admin/orders"> = NonNullable<
  paths[P]["get"]["parameters"]["query"]
>;

/** Rows per page. */
const PAGE_SIZE = 20;

export const usersQuery = (filter: QueryOf<"/admin/users">) => {
  const query = { ...filter, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: keys.admin.users(query),
    queryFn: ({ signal }) => call(api.GET("/admin/users", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const productsQuery = (filter: QueryOf<"/admin/products">) => {
  const query = { ...filter, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: keys.admin.products(query),
    queryFn: ({ signal }) => call(api.GET("/admin/products", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

export const ordersQuery = (filter: QueryOf<"/admin/orders">) => {
  const query = { ...filter, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: keys.admin.orders(query),
    queryFn: ({ signal }) => call(api.GET("/admin/orders", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

/** A merchant's orders that are neither delivered nor cancelled. */
export const openOrdersQuery = (merchant: string) => {
  const query = { merchant, open: "true", limit: PAGE_SIZE };
  return queryOptions({
    queryKey: keys.admin.orders(query),
    queryFn: ({ signal }) => call(api.GET("/admin/orders", { params: { query }, signal })),
  });
};

const byId = (id: string) => ({ path: { id } });

export const approveUser = (id: string) =>
  call(api.PUT("/admin/users/{id}/approve", { params: byId(id), body: { approved: true } }));
export const rejectUser = (id: string, reason: string | undefined) =>
  call(api.PUT("/admin/users/{id}/approve", { params: byId(id), body: { approved: false, reason } }));
export const deactivateUser = (id: string, reason?: string) =>
  call(api.DELETE("/admin/users/{id}", { params: byId(id), body: { reason } }));
export const reactivateUser = (id: string, reason?: string) =>
  call(api.PUT("/admin/users/{id}/reactivate", { params: byId(id), body: { reason } }));

export const setProductActive = (id: string, isActive: boolean, reason?: string) =>
  call(api.PUT("/admin/products/{id}/toggle-status", { params: byId(id), body: { isActive, reason } }));
export const featureProduct = (id: string, featured: boolean) =>
  call(api.PUT("/admin/products/{id}/featured", { params: byId(id), body: { featured } }));
export const deleteProduct = (id: string, reason?: string) =>
  call(api.DELETE("/admin/products/{id}", { params: byId(id), body: { reason } }));

type Bulk<Action> = (action: Action, ids: string[], reason?: string) => Promise<BulkAnswer>;

export const bulkUsers: Bulk<"approve" | "deactivate"> = (action, ids, reason) =>
  call(api.POST("/admin/users/bulk", { body: { action, ids, reason } }));
export const bulkProducts: Bulk<"activate" | "deactivate"> = (action, ids, reason) =>
  call(api.POST("/admin/products/bulk", { body: { action, ids, reason } }));
