// The data of an inbox item, and the calls that decide about it.
import { queryOptions } from "@tanstack/react-query";
import { api, call, failureOf, sessionLost } from "@/api/client";
import { keys } from "@/api/keys";
import { currentToken } from "@/api/token";
import type { AuditEntry, AuditPage } from "@/api/types";
import type { Review } from "../model/review";

/** Approval, or rejection with a reason. */
export type Verdict = { approved: true } | { approved: false; reason: string };

export const approveMerchant = (id: string, verdict: Verdict) =>
  call(api.PUT("/admin/users/{id}/approve", { params: { path: { id } }, body: verdict }));

/** Decides about the version on screen: the server refuses if the merchant has changed it since. */
export function sendVerdict(review: Review, verdict: Verdict): Promise<unknown> {
  const params = { path: { id: review.id } };
  switch (review.kind) {
    case "merchant":
      return approveMerchant(review.id, verdict);
    case "product": {
      const body = { ...verdict, revision: review.product.revision };
      return call(api.PUT("/admin/products/{id}/approve", { params, body }));
    }
    case "certificate": {
      const { approved, ...reason } = verdict;
      const url = review.product.organicCertificate?.url ?? undefined;
      const body = { status: approved ? "approved" : "rejected", url, ...reason } as const;
      return call(api.PUT("/admin/products/{id}/organic-certificate", { params, body }));
    }
  }
}

const HISTORY_PAGE_SIZE = 100;
/** A product with more than 500 steps since its last decision shows only the newest. */
const MAX_HISTORY_PAGES = 5;

const isDecision = ({ action }: AuditEntry) => action === "approved" || action === "rejected";

/** The history of an item, newest first, back to the last decision at least. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: keys.admin.history(id),
    queryFn: async ({ signal }) => {
      const history: AuditEntry[] = [];
      for (let page = 1; page <= MAX_HISTORY_PAGES; page += 1) {
        const query = { subject: id, page, limit: HISTORY_PAGE_SIZE };
        const answer = await call(api.GET("/admin/audit", { params: { query }, signal }));
        // Only `format=csv` returns text.
        const { entries, pagination } = answer as AuditPage;
        history.push(...entries);
        if (!pagination.hasMore || history.some(isDecision)) break;
      }
      return history;
    },
  });

/** The file of a certificate. It requires the bearer token, so the page cannot link to it. */
export const certificateQuery = (url: string) =>
  queryOptions({
    queryKey: keys.admin.certificate(url),
    queryFn: async ({ signal }) => {
      const token = currentToken();
      const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal });
      if (response.ok) return response.blob();
      if (response.status === 401) sessionLost(token);
      throw failureOf(response.status, await response.json().catch(() => null));
    },
    // A certificate's file never changes.
    staleTime: Infinity,
  });
