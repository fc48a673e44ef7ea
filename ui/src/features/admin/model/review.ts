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

/** A product as far as its review shows it. */
export type ReviewedProduct = Omit<PendingProduct, "merchant"> & {
  merchant: Pick<PendingProduct["merchant"], "_id" | "businessInfo">;
};

export type ProductKind = Exclude<Kind, "merchant">;

/** A pending item. */
export type Review = Common &
  ({ kind: "merchant"; merchant: User } | { kind: ProductKind; product: ReviewedProduct });

function ofMerchant(merchant: User): Review {
  const business = merchant.businessInfo?.businessName ?? merchant.name;
  const { _id: id } = merchant;
  return { kind: "merchant", key: `merchant:${id}`, id, version: id, title: business, business, merchant };
}

/** A product, or its certificate, as an item. */
export function ofProduct(kind: ProductKind, product: ReviewedProduct): Review {
  const { _id: id, name: title, revision, organicCertificate } = product;
  const version = kind === "product" ? String(revision) : (organicCertificate?.url ?? "");
  const business = product.merchant.businessInfo.businessName;
  return { kind, key: `${kind}:${id}`, id, version, title, business, product };
}

/** The pending items of a page, of one kind or of all. */
export function reviewsOf(lists: PendingReviews, kind?: Kind): Review[] {
  const reviews = {
    merchant: () => lists.pendingMerchants.map(ofMerchant),
    certificate: () => lists.pendingOrganic.map((product) => ofProduct("certificate", product)),
    product: () => lists.pendingProducts.map((product) => ofProduct("product", product)),
  };
  return (kind ? [kind] : KINDS).flatMap((one) => reviews[one]());
}

/** The item of a key in the URL that can be loaded without the list. */
export function linkedItem(key: string | undefined): { kind: ProductKind; id: string } | null {
  const [kind, id] = key?.split(":") ?? [];
  return id && (kind === "certificate" || kind === "product") ? { kind, id } : null;
}

/** The list with a further item, in front of its kind. */
export function withReview(reviews: Review[], added: Review | null | undefined): Review[] {
  if (!added) return reviews;
  const order = ({ kind }: Review) => KINDS.indexOf(kind);
  const at = reviews.findIndex((review) => order(review) >= order(added));
  return at < 0 ? [...reviews, added] : reviews.toSpliced(at, 0, added);
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
