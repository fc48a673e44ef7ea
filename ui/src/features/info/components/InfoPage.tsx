import type { ReactNode } from "react";
import { Page, PageTitle } from "@/ui/Page";

interface Props {
  title: string;
  intro: string;
  children: ReactNode;
}

/** The frame of an information page. */
export function InfoPage({ title, intro, children }: Props) {
  return (
    <Page title={title}>
      <div className="mx-auto grid max-w-5xl gap-14 sm:gap-16">
        <div>
          <PageTitle>{title}</PageTitle>
          <p className="mt-3 max-w-2xl text-lg text-muted">{intro}</p>
        </div>
        {children}
      </div>
    </Page>
  );
}
