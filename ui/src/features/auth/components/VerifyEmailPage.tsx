import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { MailCheck, MailQuestionMark, MailX } from "lucide-react";
import { messageOf } from "@/api/error";
import { sessionQuery, useUser } from "@/api/session";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Page, PageTitle } from "@/ui/Page";
import { Spinner } from "@/ui/Spinner";
import { resendVerification, verifyEmail, verificationQuery } from "../api/verification";
import { outcomeOf } from "../model/verification";
import { texts } from "../texts";

const route = getRouteApi("/verify-email");

/** The target of the mailed link. Opening it changes nothing, because scanners open links; the button uses it. */
export function VerifyEmailPage() {
  const { token = "" } = route.useSearch();
  const client = useQueryClient();
  const looked = useQuery(verificationQuery(token));
  const using = useMutation({
    mutationFn: () => verifyEmail(token),
    // The account's address may have changed.
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const outcome = outcomeOf(looked, using);
  const error = using.error ?? looked.error;
  return (
    <Page title={texts.verifyTitle}>
      <div className="mx-auto max-w-2xl">
        <PageTitle className="mb-8 text-center">{texts.verifyTitle}</PageTitle>
        {outcome === "pending" && (
          <p role="status" className="flex items-center justify-center gap-3 text-muted">
            <Spinner /> {texts.verifyLooking}
          </p>
        )}
        {outcome === "asking" && looked.data && (
          <EmptyState
            title={texts.verifyAsk(looked.data.email)}
            hint={looked.data.isChange ? texts.verifyChangeHint : texts.verifyNewHint}
            icon={<MailQuestionMark aria-hidden className="size-10" />}
            action={
              <Button busy={using.isPending} busyLabel={texts.verifying} onClick={() => using.mutate()}>
                {texts.verify}
              </Button>
            }
          />
        )}
        {(outcome === "verified" || outcome === "used") && (
          <div role="status">
            <EmptyState
              title={outcome === "used" ? texts.verifiedBefore : texts.verified}
              hint={texts.verifiedHint}
              icon={<MailCheck aria-hidden className="size-10" />}
              action={<ButtonLink to="/products">{texts.browse}</ButtonLink>}
            />
          </div>
        )}
        {outcome === "refused" && <Refused text={messageOf(error, texts.verifyRefused)} />}
        {outcome === "failed" && (
          <ErrorState
            title={texts.verifyFailed}
            hint={messageOf(error, texts.verifyFailedHint)}
            retrying={looked.isFetching || using.isPending}
            onRetry={() => (looked.isSuccess ? using.mutate() : void looked.refetch())}
          />
        )}
      </div>
    </Page>
  );
}

/** The server's reason, and a new link for a signed-in user. */
function Refused({ text }: { text: string }) {
  const user = useUser();
  const resend = useMutation({ mutationFn: resendVerification });
  const isUnverified = user && (user.emailVerified === false || user.pendingEmail);
  return (
    <div role="alert">
      <EmptyState
        title={texts.linkNotAccepted}
        hint={text}
        icon={<MailX aria-hidden className="size-10" />}
        action={
          isUnverified ? (
            <Button
              busy={resend.isPending}
              busyLabel={texts.sending}
              aria-disabled={resend.isSuccess || undefined}
              onClick={() => {
                if (!resend.isSuccess) resend.mutate();
              }}
            >
              {texts.sendNewLink}
            </Button>
          ) : (
            <ButtonLink to={user ? "/products" : "/login"} variant="secondary">
              {user ? texts.browse : texts.logIn}
            </ButtonLink>
          )
        }
      />
      {resend.isSuccess && (
        <p role="status" className="mt-4 text-center text-muted">
          {resend.data.message}
        </p>
      )}
      {resend.isError && (
        <p className="mt-4 text-center text-danger">{messageOf(resend.error, texts.verifyNotSent)}</p>
      )}
    </div>
  );
}
