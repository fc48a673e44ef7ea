import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { fetchFile } from "@/api/file";
import { keys } from "@/api/keys";
import type { AuditPage } from "@/api/types";
import { stringifySearch } from "@/lib/search";
import { dayEnd, dayStart } from "../model/auditEntry";

/** Rows per page. */
const PAGE_SIZE = 25;

/** The audit filters in the URL. */
export interface AuditFilter {
  type?: string;
  action?: string;
  actor?: string;
  subject?: string;
  from?: string;
  to?: string;
  asOf?: string;
}

const toParams = ({ type, action, actor, subject, from, to, asOf }: AuditFilter) => ({
  type,
  action,
  actor,
  subject,
  from: dayStart(from),
  to: dayEnd(to),
  asOf: dayEnd(asOf),
});

export const auditQuery = (filter: AuditFilter, page: number) => {
  const query = { ...toParams(filter), page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: keys.admin.audit(query),
    // Only `format=csv` returns text.
    queryFn: async ({ signal }) =>
      (await call(api.GET("/admin/audit", { params: { query }, signal }))) as AuditPage,
  });
};

/** All matching entries, as a file. */
export const auditFile = (filter: AuditFilter): Promise<Blob> =>
  fetchFile(`/admin/audit${stringifySearch({ ...toParams(filter), format: "csv" })}`);
