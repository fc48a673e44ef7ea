import { api, call } from "@/api/client";
import type { ProductChanges, ProductRequest } from "@/api/types";

const byId = (id: string) => ({ params: { path: { id } } });

/** Lists a product; an admin reviews it before customers see it. */
export const listProduct = (body: ProductRequest) => call(api.POST("/products", { body }));

/** Changes the given parts of a product. Returns its approval state. */
export const reviseProduct = async (id: string, body: ProductChanges) =>
  (await call(api.PUT("/products/{id}", { ...byId(id), body }))).product;

export const deleteProduct = (id: string) => call(api.DELETE("/products/{id}", byId(id)));

/** Requests another review of a rejected product. */
export const resubmitProduct = (id: string) => call(api.PUT("/products/{id}/resubmit", byId(id)));

/** Requests another review of a rejected certificate. */
export const resubmitCertificate = (id: string) => call(api.PUT("/products/{id}/resubmit-organic", byId(id)));

/** Puts a product on sale, or takes it off. */
export const setProductActive = (id: string, isActive: boolean) =>
  call(api.PUT("/products/{id}/toggle-status", { ...byId(id), body: { isActive } }));
