import { Sprout } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Page } from "@/ui/Page";

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        level={1}
        title="Page not found"
        hint="Nothing grows at this address. It may have moved, or the link has a typo."
        icon={<Sprout aria-hidden className="size-10" />}
        action={
          <>
            <ButtonLink to="/products">Browse Products</ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Go to the home page
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}
