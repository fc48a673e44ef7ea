import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { MailCheck, MailX } from "lucide-react";
import { useEffect } from "react";
import { messageOf } from "@/api/error";
import { sessionQuery, useUser } from "@/api/session";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page, PageTitle } from "@/ui/Page";
import { Spinner } from "@/ui/Spinner";
import { resendVerification, verificationQuery } from "../api/verification";
import { outcomeOf } from "../model/verification";

const route = getRouteApi("/verify-email");

/** Where the link in a mail leads: it is used at once, and the page says what came of it. */
export function VerifyEmailPage() {
  const { token = "" } = route.useSearch();
  const client = useQueryClient();
  const verification = useQuery(verificationQuery(token));
  const verified = verification.isSuccess;
  useEffect(() => {
    // The account may have another address now.
    if (verified) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [client, verified]);
  const outcome = outcomeOf(verification);
  return (
    <Page title="Verify your email">
      <div className="mx-auto max-w-2xl">
        <PageTitle className="mb-8 text-center">Verify your email</PageTitle>
        {outcome === "pending" && (
          <p role="status" className="flex items-center justify-center gap-3 text-muted">
            <Spinner /> Verifying your email address…
          </p>
        )}
        {outcome === "verified" && (
          <div role="status">
            <EmptyState
              title="Your email address is verified"
              hint="You get mail about your orders and messages there from now on."
              icon={<MailCheck aria-hidden className="size-10" />}
              action={<ButtonLink to="/products">Browse Products</ButtonLink>}
            />
          </div>
        )}
        {outcome === "refused" && <Refused text={messageOf(verification.error, "This link does nothing.")} />}
        {outcome === "failed" && (
          <ErrorState
            title="Your email address could not be verified"
            hint={messageOf(verification.error, "Please check your connection and try again.")}
            retrying={verification.isFetching}
            onRetry={() => void verification.refetch()}
          />
        )}
      </div>
    </Page>
  );
}

/** The server's reason, and a new link for who is signed in. */
function Refused({ text }: { text: string }) {
  const user = useUser();
  const resend = useMutation({ mutationFn: resendVerification });
  const waits = user && (user.emailVerified === false || user.pendingEmail);
  return (
    <div role="alert">
      <EmptyState
        title="This link was not accepted"
        hint={text}
        icon={<MailX aria-hidden className="size-10" />}
        action={
          waits ? (
            <Button
              busy={resend.isPending}
              busyLabel="Sending…"
              aria-disabled={resend.isSuccess || undefined}
              onClick={() => {
                if (!resend.isSuccess) resend.mutate();
              }}
            >
              Send a new link
            </Button>
          ) : (
            <ButtonLink to={user ? "/products" : "/login"} variant="secondary">
              {user ? "Browse Products" : "Log in"}
            </ButtonLink>
          )
        }
      />
      {resend.isSuccess && <p className="mt-4 text-center text-muted">{resend.data.message}</p>}
      {resend.isError && (
        <p className="mt-4 text-center text-danger">
          {messageOf(resend.error, "The link could not be sent.")}
        </p>
      )}
    </div>
  );
}
