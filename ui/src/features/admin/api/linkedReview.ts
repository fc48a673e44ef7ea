// The item of a link into the inbox. The list has pages, and the item may stand on any of them.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { isNotFound } from "@/api/error";
import { keys } from "@/api/keys";
import type { Product } from "@/api/types";
import { ofProduct, type ProductKind, type Review } from "../model/review";

/** A product or certificate that waits for a decision; null if it does not wait (any more). */
export const linkedReviewQuery = (kind: ProductKind, id: string) =>
  queryOptions({
    queryKey: keys.admin.review(kind, id),
    queryFn: async ({ signal }): Promise<Review | null> => {
      const path = { path: { id } };
      const product = await call(api.GET("/products/{id}", { params: path, signal })).catch(nullIfNotFound);
      if (!product || !isWaiting(kind, product)) return null;
      const { merchant, revision } = product;
      // Admins and the merchant receive the revision of every product.
      if (revision === undefined) return null;
      // The profile of a merchant that is not approved does not exist.
      const profile = await call(
        api.GET("/users/{id}", { params: { path: { id: merchant._id } }, signal }),
      ).catch(nullIfNotFound);
      const { businessName } = merchant.businessInfo;
      const businessInfo = { businessName, isApproved: profile !== null };
      return ofProduct(kind, { ...product, revision, merchant: { _id: merchant._id, businessInfo } });
    },
  });

function nullIfNotFound(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}

const isOpen = (status: string | undefined) => status === "pending" || status === "resubmitted";

/** A certificate is decided only for a product that claims to be organic. */
const isWaiting = (kind: ProductKind, { approvalStatus, isOrganic, organicCertificate }: Product): boolean =>
  kind === "product" ? isOpen(approvalStatus) : isOrganic && isOpen(organicCertificate?.status);
