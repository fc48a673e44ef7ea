import type { RenamedMerchant } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { texts } from "../texts";

/** Approved merchants whose business has another name than the approved one. */
export function RenamedMerchants({ merchants }: { merchants: RenamedMerchant[] }) {
  if (merchants.length === 0) return null;
  return (
    <section aria-labelledby="renamed-merchants" className="grid gap-4">
      <h2 id="renamed-merchants" className="text-h2">
        {texts.renamed.title}
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {merchants.map((merchant) => (
          <li key={merchant._id}>
            <Card className="grid h-full content-start gap-1">
              <h3 className="text-h3">{merchant.businessName}</h3>
              <p>{texts.renamed.approvedAs(merchant.approvedName)}</p>
              <p className="text-sm text-muted">
                {texts.renamed.when(formatDate(merchant.renamedAt), merchant.name, merchant.email)}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
