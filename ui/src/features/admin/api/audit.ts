import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { fetchFile } from "@/api/file";
import { keys } from "@/api/keys";
import type { AuditPage } from "@/api/types";
import { stringifySearch } from "@/lib/search";
import { dayEnd, dayStart } from "../model/auditEntry";

/** The rows of a page. */
const LIMIT = 25;

/** What the URL says of the entries that are wanted. */
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
    // Only `format=csv` is answered with a text.
    queryFn: async ({ signal }) =>
      (await call(api.GET("/admin/audit", { params: { query }, signal }))) as AuditPage,
  });
};

/** Every entry that fits, as a file. */
export async function auditFile(filter: AuditFilter): Promise<string> {
  const file = await fetchFile(`/admin/audit${stringifySearch({ ...asSent(filter), format: "csv" })}`);
  return file.text();
}
