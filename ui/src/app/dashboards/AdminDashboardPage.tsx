import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { Suspense } from "react";
import { adminStatsQuery } from "@/features/admin/api/admin";
import { AdminOverview } from "@/features/admin/components/AdminOverview";
import { texts as listTexts } from "@/features/admin/listTexts";
import { ButtonLink } from "@/ui/ButtonLink";
import { cx } from "@/ui/cx";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { texts } from "../lazyTexts";
import { OrdersTab, ProductsTab, UsersTab } from "./lazyTabs";

const words = texts.dashboards;
const route = getRouteApi("/dashboard/admin");

/** Reserves the width of a total until it is known, so that the tabs beside it do not move. */
const USUAL_TOTAL = 100;

/** A tab's name with the number of its items. */
function Counted({ name, total }: { name: string; total: number | undefined }) {
  return (
    <>
      {name}{" "}
      <span className={cx("tabular-nums", total === undefined && "invisible")}>
        {listTexts.total(total ?? USUAL_TOTAL)}
      </span>
    </>
  );
}

export function AdminDashboardPage() {
  const { tab = "overview" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: totals } = useQuery(adminStatsQuery);
  const tabs = [
    { value: "overview", label: words.overview },
    { value: "users", label: <Counted name={listTexts.tabUsers} total={totals?.totalUsers} /> },
    { value: "products", label: <Counted name={listTexts.tabProducts} total={totals?.totalProducts} /> },
    { value: "orders", label: listTexts.tabOrders },
  ] as const;
  return (
    <Page title={words.adminPanel}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>{words.adminPanel}</PageTitle>
        <ButtonLink to="/admin/audit" variant="secondary">
          <ScrollText aria-hidden className="size-5" /> {words.audit}
        </ButtonLink>
      </div>
      <p className="mt-1 text-muted">{words.adminHint}</p>
      <div className="mt-6">
        <Tabs
          label={words.adminPanel}
          tabs={tabs}
          value={tab}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        >
          {tab === "overview" && <AdminOverview />}
          <Suspense fallback={<Skeleton className="h-screen" />}>
            {tab === "users" && <UsersTab />}
            {tab === "products" && <ProductsTab />}
            {tab === "orders" && <OrdersTab />}
          </Suspense>
        </Tabs>
      </div>
    </Page>
  );
}
