import type { PendingProduct, PendingReviews, User } from "@/api/types";
import { INBOX_PAGE_SIZE } from "../api/admin";

/** The kinds, in the order of the inbox. */
export const KINDS = ["merchant", "certificate", "product"] as const;
export type Kind = (typeof KINDS)[number];

interface Common {
  /** The item's key in the URL. */
  key: string;
  /** The id of the account or the product. */
  id: string;
  /** Changes whenever the merchant resubmits. */
  version: string;
  title: string;
  business: string;
}

/** A pending item. */
export type Review = Common &
  ({ kind: "merchant"; merchant: User } | { kind: "certificate" | "product"; product: PendingProduct });

function ofMerchant(merchant: User): Review {
  const business = merchant.businessInfo?.businessName ?? merchant.name;
  const { _id: id } = merchant;
  return { kind: "merchant", key: `merchant:${id}`, id, version: id, title: business, business, merchant };
}

const ofProduct =
  (kind: "certificate" | "product") =>
  (product: PendingProduct): Review => {
    const { _id: id, name: title, revision, organicCertificate } = product;
    const version = kind === "product" ? String(revision) : (organicCertificate?.url ?? "");
    const business = product.merchant.businessInfo.businessName;
    return { kind, key: `${kind}:${id}`, id, version, title, business, product };
  };

/** The pending items of a page, of one kind or of all. */
export function reviewsOf(lists: PendingReviews, kind?: Kind): Review[] {
  const reviews = {
    merchant: () => lists.pendingMerchants.map(ofMerchant),
    certificate: () => lists.pendingOrganic.map(ofProduct("certificate")),
    product: () => lists.pendingProducts.map(ofProduct("product")),
  };
  return (kind ? [kind] : KINDS).flatMap((one) => reviews[one]());
}

/** The number of pending items on all pages, by kind. */
export function totalsOf({ pagination }: PendingReviews): Record<Kind, number> {
  const { totalMerchants, totalOrganic, totalProducts } = pagination;
  return { merchant: totalMerchants, certificate: totalOrganic, product: totalProducts };
}

/** The number of pages of one kind, or of the longest. */
export function pagesOf(totals: Record<Kind, number>, kind?: Kind): number {
  return Math.ceil(Math.max(...(kind ? [totals[kind]] : Object.values(totals))) / INBOX_PAGE_SIZE);
}
