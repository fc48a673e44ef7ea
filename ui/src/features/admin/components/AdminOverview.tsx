import { useQuery } from "@tanstack/react-query";
import { ShieldX } from "lucide-react";
import { ApiError } from "@/api/error";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { StatCard } from "@/ui/StatCard";
import { texts } from "../texts";
import { adminPendingQuery, adminStatsQuery } from "../api/admin";
import { PendingMerchants } from "./PendingMerchants";
import { PendingProducts } from "./PendingProducts";
import { RenamedMerchants } from "./RenamedMerchants";

const TOTALS = ["totalUsers", "totalMerchants", "totalCustomers", "totalProducts"] as const;
const WAITING = ["pendingMerchants", "pendingOrganic", "pendingProducts"] as const;

/** How many there are, and who waits for a decision. */
export function AdminOverview() {
  const stats = useQuery(adminStatsQuery);
  const pending = useQuery(adminPendingQuery);
  if ([stats.error, pending.error].some((error) => error instanceof ApiError && error.status === 403)) {
    return (
      <EmptyState
        title={texts.accessDenied}
        hint={texts.accessDeniedHint}
        icon={<ShieldX aria-hidden className="size-10" />}
      />
    );
  }
  return (
    <div className="grid gap-10">
      <QueryView
        query={stats}
        pending={<Figures stats={undefined} />}
        failed={{ title: texts.figuresFailed, hint: texts.tryAgain }}
      >
        {(figures) => <Figures stats={figures} />}
      </QueryView>
      <QueryView
        query={pending}
        pending={<Skeleton className="h-64" />}
        failed={{
          title: texts.pendingFailed,
          hint: texts.tryAgain,
        }}
      >
        {(lists) => (
          <div className="grid gap-10">
            <PendingMerchants merchants={lists.pendingMerchants} />
            <PendingProducts products={lists.pendingProducts} />
            <RenamedMerchants merchants={lists.renamedMerchants} />
          </div>
        )}
      </QueryView>
    </div>
  );
}

type Stats = Partial<Record<(typeof TOTALS | typeof WAITING)[number], number>>;

function Figures({ stats }: { stats: Stats | undefined }) {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {TOTALS.map((key) => (
          <StatCard key={key} label={texts.totals[key]} value={stats?.[key]} />
        ))}
      </dl>
      <dl className="grid gap-4 sm:grid-cols-3">
        {WAITING.map((key) => (
          <StatCard
            key={key}
            label={texts.totals[key]}
            value={stats?.[key]}
            highlight={(stats?.[key] ?? 0) > 0}
          />
        ))}
      </dl>
    </div>
  );
}
