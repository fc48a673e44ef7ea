import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { judgeMerchant } from "../api/admin";
import { VerdictButtons } from "./VerdictButtons";
import { texts } from "../texts";

/** "Farm · Portland, OR · Ana Sole, ana@example.com", of what is known. */
function about({ name, email, address, businessInfo }: User): string {
  const place = address && [address.city, address.state].filter(Boolean).join(", ");
  return [businessInfo?.businessType, place, `${name}, ${email}`].filter(Boolean).join(" · ");
}

/** Merchants who wait to be let in. */
export function PendingMerchants({ merchants }: { merchants: User[] }) {
  return (
    <section aria-labelledby="pending-merchants" className="grid gap-4">
      <h2 id="pending-merchants" className="text-h2">
        {texts.merchants.title}
      </h2>
      {merchants.length === 0 && <p className="text-muted">{texts.merchants.none}</p>}
      <ul className="grid gap-4 md:grid-cols-2">
        {merchants.map((merchant) => {
          const name = merchant.businessInfo?.businessName ?? merchant.name;
          return (
            <li key={merchant._id}>
              <Card role="group" aria-label={name} className="grid h-full content-start gap-3">
                <div className="flex flex-wrap items-baseline justify-between gap-2">
                  <h3 className="text-h3">{name}</h3>
                  {merchant.createdAt && (
                    <span className="text-sm text-muted">
                      {texts.merchants.signedUp(formatDate(merchant.createdAt))}
                    </span>
                  )}
                </div>
                <p className="text-sm text-muted">{about(merchant)}</p>
                {merchant.businessInfo?.businessDescription && (
                  <p>{merchant.businessInfo.businessDescription}</p>
                )}
                <VerdictButtons
                  name={name}
                  consequence={texts.merchants.consequence}
                  judge={(verdict) => judgeMerchant(merchant._id, verdict)}
                  failure={texts.merchants.failed}
                />
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
