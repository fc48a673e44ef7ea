import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { useUser } from "@/api/session";
import { Favorites } from "@/features/favorites/components/Favorites";
import { CustomerOverview } from "@/features/orders/components/CustomerOverview";
import { MyOrders } from "@/features/orders/components/MyOrders";
import { useOwnHeading } from "@/lib/ownHeading";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { texts } from "../lazyTexts";
import { Addresses, Messages } from "./lazyTabs";

const words = texts.dashboards;
const route = getRouteApi("/dashboard/customer");
const TABS = [
  { value: "overview", label: words.overview },
  { value: "orders", label: words.orders },
  { value: "favorites", label: words.favorites },
  { value: "messages", label: words.messages },
  { value: "addresses", label: words.addresses },
] as const;

export function CustomerDashboardPage() {
  const { tab = "overview" } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const heading = user ? words.hello(user.name) : undefined;
  useOwnHeading("/dashboard/customer", heading);
  return (
    <Page title={words.account}>
      <PageTitle>{heading ?? words.account}</PageTitle>
      <div className="mt-6">
        <Tabs
          label={words.account}
          tabs={TABS}
          value={tab}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        >
          {tab === "overview" && <CustomerOverview />}
          {tab === "favorites" && (
            <>
              <h2 className="sr-only">{words.favorites}</h2>
              <Favorites />
            </>
          )}
          {tab === "orders" && <MyOrders />}
          {tab === "messages" && (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <h2 className="sr-only">{words.messages}</h2>
              <Messages />
            </Suspense>
          )}
          {tab === "addresses" && (
            <Suspense fallback={<Skeleton className="h-48" />}>
              <Addresses />
            </Suspense>
          )}
        </Tabs>
      </div>
    </Page>
  );
}
