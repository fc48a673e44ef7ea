import { Link } from "@tanstack/react-router";
import { StatCard } from "@/ui/StatCard";
import { texts } from "../texts";
import { formatCount } from "@/lib/count";
import { INBOX_TITLE } from "../model/useInbox";

const TOTALS = ["totalUsers", "totalMerchants", "totalCustomers", "totalProducts"] as const;
/** Pending counts, with the part of the inbox each links to. */
const PENDING = [
  ["pendingMerchants", "merchant"],
  ["pendingOrganic", "certificate"],
  ["pendingProducts", "product"],
] as const;

export type Stats = Partial<Record<(typeof TOTALS)[number] | (typeof PENDING)[number][0], number>>;

const valueOf = (count: number | undefined) => (count === undefined ? undefined : formatCount(count));

/** The shop's figures; pending counts link to their part of the inbox. */
export function Figures({ stats }: { stats: Stats | undefined }) {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {TOTALS.map((key) => (
          <StatCard key={key} label={texts.totals[key]} value={valueOf(stats?.[key])} />
        ))}
      </dl>
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {PENDING.map(([key, kind]) => (
          <StatCard
            key={key}
            label={
              <Link
                to="/dashboard/admin"
                search={{ show: kind }}
                resetScroll={false}
                className="rounded-ui underline underline-offset-4 after:absolute after:inset-0"
                onClick={() => document.getElementById(INBOX_TITLE)?.focus()}
              >
                {texts.totals[key]}
              </Link>
            }
            value={valueOf(stats?.[key])}
            highlight={(stats?.[key] ?? 0) > 0}
          />
        ))}
      </dl>
    </div>
  );
}
