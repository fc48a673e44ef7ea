import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "@/ui/ErrorState";
import { Page } from "@/ui/Page";

/** A page that broke, or whose code could not be fetched. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Page title="Something went wrong">
      <ErrorState
        level={1}
        title="Something went wrong"
        hint="The page could not be shown. Your cart is safe."
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}
