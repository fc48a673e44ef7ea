import { AdminOverview } from "@/features/admin/components/AdminOverview";
import { Page, PageTitle } from "@/ui/Page";

export function AdminDashboardPage() {
  return (
    <Page title="Admin Panel">
      <PageTitle>Admin Panel</PageTitle>
      <div className="mt-6">
        <AdminOverview />
      </div>
    </Page>
  );
}
