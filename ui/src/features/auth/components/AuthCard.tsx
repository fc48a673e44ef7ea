import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";

interface Props {
  title: string;
  intro: ReactNode;
  children: ReactNode;
  wide?: boolean;
}

/** The frame of the sign-in and sign-up pages. */
export function AuthCard({ title, intro, children, wide }: Props) {
  return (
    <Page title={title}>
      <div className={wide ? "mx-auto max-w-2xl" : "mx-auto max-w-md"}>
        <PageTitle className="text-center">{title}</PageTitle>
        <p className="mt-2 text-center text-muted">{intro}</p>
        <Card className="mt-8 shadow-sm">{children}</Card>
      </div>
    </Page>
  );
}
