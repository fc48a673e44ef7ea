import { useMutation } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";
import { Button } from "@/ui/Button";
import { resendVerification } from "../api/account";
import { texts } from "../texts";
import { WithdrawEmail } from "./WithdrawEmail";

const words = texts.email;

/** An unverified address: sends another link, or returns to the previous address. */
export function EmailStatus({ user }: { user: User }) {
  const { email, emailVerified, pendingEmail } = user;
  const [asking, setAsking] = useState(false);
  const resend = useMutation({ mutationFn: resendVerification, networkMode: "always" });
  if (!pendingEmail && emailVerified !== false) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-ui border border-butter bg-butter-soft p-4 text-butter-ink">
      <MailWarning aria-hidden className="size-5 shrink-0 max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{pendingEmail ? words.pendingTitle : words.unverifiedTitle}</p>
        <p className="text-sm wrap-anywhere">
          {pendingEmail ? words.pending(pendingEmail) : words.unverified(email)}
        </p>
        <p role="status" className="mt-1 text-sm font-semibold empty:hidden">
          {resend.isError ? messageOf(resend.error, words.notSent) : resend.data?.message}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {pendingEmail && (
          <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
            {words.withdraw}
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          busy={resend.isPending}
          busyLabel={words.sending}
          onClick={() => resend.mutate()}
        >
          {words.resend}
        </Button>
      </div>
      {pendingEmail && asking && (
        <WithdrawEmail email={email} pending={pendingEmail} onClose={() => setAsking(false)} />
      )}
    </div>
  );
}
