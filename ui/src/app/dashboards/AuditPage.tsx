import { Link } from "@tanstack/react-router";
import { AuditLog } from "@/features/admin/components/audit/AuditLog";
import { texts } from "@/features/admin/auditTexts";
import { Page, PageTitle } from "@/ui/Page";

export function AuditPage() {
  return (
    <Page title={texts.title}>
      <Link to="/dashboard/admin" className="text-sm text-leaf underline underline-offset-4">
        {texts.back}
      </Link>
      <PageTitle className="mt-2">{texts.title}</PageTitle>
      <p className="mt-1 mb-6 text-muted">{texts.hint}</p>
      <AuditLog />
    </Page>
  );
}
