import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ShieldX } from "lucide-react";
import { ApiError } from "@/api/error";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { adminPendingQuery, adminStatsQuery } from "../api/admin";
import { texts } from "../texts";
import { Figures } from "./Figures";
import { Inbox } from "./inbox/Inbox";
import { RenamedMerchants } from "./RenamedMerchants";

const route = getRouteApi("/dashboard/admin");

/** The shop's figures and the approval inbox. */
export function AdminOverview() {
  const { review } = route.useSearch();
  const stats = useQuery(adminStatsQuery);
  const pending = useQuery(adminPendingQuery());
  if ([stats.error, pending.error].some((error) => error instanceof ApiError && error.status === 403)) {
    return (
      <EmptyState
        title={texts.accessDenied}
        hint={texts.accessDeniedHint}
        icon={<ShieldX aria-hidden className="size-10" />}
      />
    );
  }
  // On a phone an item fills the page.
  const besides = review ? "max-md:hidden" : undefined;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className={besides}>
        <QueryView
          query={stats}
          pending={<Figures stats={undefined} />}
          failed={{ title: texts.figuresFailed, hint: texts.tryAgain }}
        >
          {(figures) => <Figures stats={figures} />}
        </QueryView>
      </div>
      <Inbox />
      <div className={besides}>
        <RenamedMerchants />
      </div>
    </div>
  );
}
