import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { fetchFile } from "@/api/file";
import { keys } from "@/api/keys";
import type { AuditPage } from "@/api/types";
import { stringifySearch } from "@/lib/search";
import { dayEnd, dayStart } from "../model/auditEntry";

/** Rows per page. */
const LIMIT = 25;

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

const asSent = ({ type, action, actor, subject, from, to, asOf }: AuditFilter) => ({
  type,
  action,
  actor,
  subject,
  from: dayStart(from),
  to: dayEnd(to),
  asOf: dayEnd(asOf),
});

export const auditQuery = (filter: AuditFilter, page: number) => {
  const query = { ...asSent(filter), page, limit: LIMIT };
  return queryOptions({
    queryKey: keys.admin.audit(query),
    // Only `format=csv` returns text.
    queryFn: async ({ signal }) =>
      (await call(api.GET("/admin/audit", { params: { query }, signal }))) as AuditPage,
  });
};

/** All matching entries, as a file. */
export async function auditFile(filter: AuditFilter): Promise<string> {
  const file = await fetchFile(`/admin/audit${stringifySearch({ ...asSent(filter), format: "csv" })}`);
  return file.text();
}
