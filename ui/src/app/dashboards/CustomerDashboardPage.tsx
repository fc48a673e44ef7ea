import { getRouteApi } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { CustomerOverview } from "@/features/orders/components/CustomerOverview";
import { CustomerOrders } from "@/features/orders/components/CustomerOrders";
import { Page, PageTitle } from "@/ui/Page";
import { Tabs } from "@/ui/Tabs";

const route = getRouteApi("/dashboard/customer");
const TABS = [
  { value: "overview", label: "Overview" },
  { value: "orders", label: "Orders" },
] as const;

export function CustomerDashboardPage() {
  const { tab = "overview" } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  return (
    <Page title="My account">
      <PageTitle>{user ? `Hello, ${user.name}` : "My account"}</PageTitle>
      <div className="mt-6">
        <Tabs
          label="My account"
          tabs={TABS}
          value={tab}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        >
          {tab === "overview" && <CustomerOverview />}
          {tab === "orders" && (
            <>
              <h2 className="sr-only">Orders</h2>
              <CustomerOrders />
            </>
          )}
        </Tabs>
      </div>
    </Page>
  );
}
