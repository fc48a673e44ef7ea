import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { Pagination } from "@/ui/Pagination";
import { adminPendingQuery, INBOX_PAGE_SIZE } from "../api/admin";
import { texts } from "../texts";
import { AcceptName } from "./AcceptName";

/** Approved merchants whose business name differs from the approved one. */
export function RenamedMerchants() {
  const [page, setPage] = useState(1);
  const { data } = useQuery({ ...adminPendingQuery(page), placeholderData: keepPreviousData });
  if (!data || data.pagination.totalRenamed === 0) return null;
  return (
    <section aria-labelledby="renamed-merchants" className="grid gap-4">
      <h2 id="renamed-merchants" className="text-h2">
        {texts.renamed.title}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {data.renamedMerchants.map((merchant) => (
          <li key={merchant._id}>
            <Card className="grid h-full content-start justify-items-start gap-1">
              <h3 className="text-h3">{merchant.businessName}</h3>
              <p>{texts.renamed.approvedAs(merchant.approvedName)}</p>
              <p className="text-sm text-muted">
                {texts.renamed.when(formatDate(merchant.renamedAt), merchant.name, merchant.email)}
              </p>
              <AcceptName merchant={merchant} />
            </Card>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        totalPages={Math.ceil(data.pagination.totalRenamed / INBOX_PAGE_SIZE)}
        onChange={setPage}
      />
    </section>
  );
}
