import { AdminOverview } from "@/features/admin/components/AdminOverview";
import { Page, PageTitle } from "@/ui/Page";
import { texts } from "../laterTexts";

const words = texts.dashboards;

export function AdminDashboardPage() {
  return (
    <Page title={words.adminPanel}>
      <PageTitle>{words.adminPanel}</PageTitle>
      <div className="mt-6">
        <AdminOverview />
      </div>
    </Page>
  );
}
