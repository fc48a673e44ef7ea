import { getRouteApi } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { AddProduct } from "@/features/merchant/components/AddProduct";
import { MyProducts } from "@/features/merchant/components/MyProducts";
import { MerchantOrders } from "@/features/orders/components/MerchantOrders";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";
import { Tabs } from "@/ui/Tabs";
import type { MerchantTab } from "../routes/dashboards";

const route = getRouteApi("/dashboard/merchant");
const TABS = [
  { value: "overview", label: "Products & Overview" },
  { value: "add", label: "Add Product" },
  { value: "orders", label: "Orders" },
] as const;

export function MerchantDashboardPage() {
  const { tab = "overview" } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const open = (next: MerchantTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <Page title="Merchant dashboard">
      <PageTitle>{user?.businessInfo?.businessName ?? "Merchant dashboard"}</PageTitle>
      {user?.businessInfo?.isApproved === false && (
        <Card tone="butter" className="mt-6" role="status">
          <p className="font-semibold">Your business is waiting for approval.</p>
          <p className="mt-1">
            You can prepare your products now; customers see them once we have approved you.
          </p>
          {user.businessInfo.approvalReason && (
            <p className="mt-2">Feedback: {user.businessInfo.approvalReason}</p>
          )}
        </Card>
      )}
      <div className="mt-6">
        <Tabs label="Merchant dashboard" tabs={TABS} value={tab} onChange={open}>
          {tab === "overview" && <MyProducts onAdd={() => open("add")} />}
          {tab === "add" && <AddProduct onDone={() => open("overview")} />}
          {tab === "orders" && (
            <>
              <h2 className="sr-only">Orders</h2>
              <MerchantOrders />
            </>
          )}
        </Tabs>
      </div>
    </Page>
  );
}
