import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useUser } from "@/api/session";
import { MyProducts } from "@/features/merchant/components/MyProducts";
import { MerchantOrders } from "@/features/orders/components/MerchantOrders";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import type { MerchantTab } from "../routes/dashboards";
import { texts } from "../laterTexts";

/** The form with its rules is most of the code, and most visits are about orders. */
const EditorTab = lazy(() => import("./EditorTab").then((module) => ({ default: module.EditorTab })));

const words = texts.dashboards;
const route = getRouteApi("/dashboard/merchant");
const tabsOf = (isEditing: boolean) =>
  [
    { value: "overview", label: words.productsOverview },
    { value: "add", label: isEditing ? words.editProduct : words.addProduct },
    { value: "orders", label: words.orders },
  ] as const;

export function MerchantDashboardPage() {
  const { tab = "overview", id } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const open = (next: MerchantTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <Page title={words.merchant}>
      <PageTitle>{user?.businessInfo?.businessName ?? words.merchant}</PageTitle>
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
          {tab === "add" && (
            <Suspense fallback={<Skeleton className="h-screen" />}>
              <EditorTab id={id} onDone={() => open("overview")} />
            </Suspense>
          )}
          {tab === "orders" && <MerchantOrders />}
        </Tabs>
      </div>
    </Page>
  );
}
