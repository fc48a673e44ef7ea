import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { useUser } from "@/api/session";
import { MyProducts } from "@/features/merchant/components/MyProducts";
import { useOwnHeading } from "@/lib/ownHeading";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import type { MerchantTab } from "./tabs";
import { texts } from "../lazyTexts";
import { EditorTab, MerchantOrders, MerchantReviews, SalesTab, TodayTab } from "./lazyTabs";

const words = texts.dashboards;
const route = getRouteApi("/dashboard/merchant");
const tabsOf = (isEditing: boolean) =>
  [
    { value: "overview", label: words.productsOverview },
    { value: "add", label: isEditing ? words.editProduct : words.addProduct },
    { value: "orders", label: words.orders },
    { value: "today", label: words.today },
    { value: "sales", label: words.sales },
    { value: "reviews", label: words.reviews },
  ] as const;

export function MerchantDashboardPage() {
  const { tab = "overview", id } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const business = user?.businessInfo?.businessName;
  useOwnHeading("/dashboard/merchant", business);
  const open = (next: MerchantTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <Page title={words.merchant}>
      <PageTitle>{business ?? words.merchant}</PageTitle>
      {user?.businessInfo?.isApproved === false && (
        <Card tone="butter" className="mt-6" role="status">
          <p className="font-semibold">{words.waiting}</p>
          <p className="mt-1">{words.waitingHint}</p>
          {user.businessInfo.approvalReason && (
            <p className="mt-2">{words.approvalFeedback(user.businessInfo.approvalReason)}</p>
          )}
        </Card>
      )}
      <div className="mt-6">
        <Tabs
          label={words.merchant}
          tabs={tabsOf(tab === "add" && id !== undefined)}
          value={tab}
          onChange={open}
        >
          {tab === "overview" && <MyProducts />}
          <Suspense fallback={<Skeleton className="h-screen" />}>
            {tab === "orders" && <MerchantOrders />}
            {tab === "add" && <EditorTab id={id} onDone={() => open("overview")} />}
            {user && tab === "today" && <TodayTab merchant={user} />}
            {user && tab === "sales" && <SalesTab merchant={user} />}
            {user && tab === "reviews" && (
              <MerchantReviews seller={user.businessInfo?.businessName ?? user.name} />
            )}
          </Suspense>
        </Tabs>
      </div>
    </Page>
  );
}
