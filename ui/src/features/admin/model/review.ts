import type { PendingProduct, PendingReviews, User } from "@/api/types";
import { INBOX_PAGE } from "../api/admin";

/** In the order in which the inbox lists them. */
export const KINDS = ["merchant", "certificate", "product"] as const;
export type Kind = (typeof KINDS)[number];

interface Common {
  /** Stands in the URL. */
  key: string;
  /** Of the account or the product. */
  id: string;
  /** Differs when the merchant has handed in something else. */
  version: string;
  title: string;
  business: string;
}

/** Something that waits for a decision. */
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

/** What waits on a page, of one kind or of all. */
export function reviewsOf(lists: PendingReviews, kind?: Kind): Review[] {
  const reviews = {
    merchant: () => lists.pendingMerchants.map(ofMerchant),
    certificate: () => lists.pendingOrganic.map(ofProduct("certificate")),
    product: () => lists.pendingProducts.map(ofProduct("product")),
  };
  return (kind ? [kind] : KINDS).flatMap((one) => reviews[one]());
}

/** How many wait on all pages. */
export function totalsOf({ pagination }: PendingReviews): Record<Kind, number> {
  const { totalMerchants, totalOrganic, totalProducts } = pagination;
  return { merchant: totalMerchants, certificate: totalOrganic, product: totalProducts };
}

/** How many pages there are of one kind, or of the longest. */
export function pagesOf(totals: Record<Kind, number>, kind?: Kind): number {
  return Math.ceil(Math.max(...(kind ? [totals[kind]] : Object.values(totals))) / INBOX_PAGE);
}
