import { Sprout } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";
import { texts } from "../lazyTexts";

export function NotFoundPage() {
  return (
    <Page title={texts.notFound} missing>
      <EmptyState
        level={1}
        title={texts.notFound}
        hint={texts.notFoundHint}
        icon={<Sprout aria-hidden className="size-10" />}
        action={
          <>
            <ButtonLink to="/products">{texts.browseProducts}</ButtonLink>
            <ButtonLink to="/" variant="secondary">
              {texts.goHome}
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}
