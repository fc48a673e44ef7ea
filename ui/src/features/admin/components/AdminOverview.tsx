import { useQuery } from "@tanstack/react-query";
import { ShieldX } from "lucide-react";
import { ApiError } from "@/api/error";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Skeleton } from "@/ui/Skeleton";
import { StatCard } from "@/ui/StatCard";
import { adminPendingQuery, adminStatsQuery } from "../api/admin";
import { PendingMerchants } from "./PendingMerchants";
import { PendingProducts } from "./PendingProducts";
import { RenamedMerchants } from "./RenamedMerchants";

const TOTALS = [
  ["totalUsers", "Total users"],
  ["totalMerchants", "Merchants"],
  ["totalCustomers", "Customers"],
  ["totalProducts", "Products"],
] as const;
const WAITING = [
  ["pendingMerchants", "Pending merchants"],
  ["pendingOrganic", "Pending organic reviews"],
  ["pendingProducts", "Pending product approvals"],
] as const;

/** How many there are, and who waits for a decision. */
export function AdminOverview() {
  const stats = useQuery(adminStatsQuery);
  const pending = useQuery(adminPendingQuery);
  if ([stats.error, pending.error].some((error) => error instanceof ApiError && error.status === 403)) {
    return (
      <EmptyState
        title="Access Denied"
        hint="You don't have permission to access this page."
        icon={<ShieldX aria-hidden className="size-10" />}
      />
    );
  }
  return (
    <div className="grid gap-10">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {TOTALS.map(([key, label]) => (
          <StatCard key={key} label={label} value={stats.data?.[key]} />
        ))}
      </dl>
      <dl className="-mt-6 grid gap-4 sm:grid-cols-3">
        {WAITING.map(([key, label]) => (
          <StatCard
            key={key}
            label={label}
            value={stats.data?.[key]}
            highlight={(stats.data?.[key] ?? 0) > 0}
          />
        ))}
      </dl>
      {pending.isError && !pending.data ? (
        <ErrorState
          title="Nothing to show"
          hint="The pending lists could not be loaded."
          onRetry={() => void pending.refetch()}
          retrying={pending.isFetching}
        />
      ) : !pending.data ? (
        <Skeleton className="h-64" />
      ) : (
        <>
          <PendingMerchants merchants={pending.data.pendingMerchants} />
          <PendingProducts products={pending.data.pendingProducts} />
          <RenamedMerchants merchants={pending.data.renamedMerchants} />
        </>
      )}
    </div>
  );
}
