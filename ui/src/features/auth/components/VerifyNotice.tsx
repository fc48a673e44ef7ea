import { useMutation } from "@tanstack/react-query";
import { Mail, X } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";
import { readText, writeText } from "@/lib/storage";
import { Button } from "@/ui/Button";
import { resendVerification } from "../api/verification";
import { texts } from "../texts";

const DISMISSED_KEY = "verifyNotice";

/** Reminds an account to verify its address. Once dismissed, it stays hidden in this tab. */
export function VerifyNotice({ user }: { user: User }) {
  const [dismissed, setDismissed] = useState(() => readText(DISMISSED_KEY, "sessionStorage") === user._id);
  const resend = useMutation({ mutationFn: resendVerification, networkMode: "always" });
  if (dismissed || user.emailVerified !== false) return null;
  return (
    <section aria-label={texts.noticeTitle} className="border-b border-butter bg-butter-soft text-butter-ink">
      <div className="container-page flex items-start gap-3 py-2 sm:items-center">
        <Mail aria-hidden className="size-5 shrink-0 max-sm:mt-1" />
        <div className="flex flex-1 flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-72 text-sm">
            <strong className="font-semibold">{texts.noticeTitle}.</strong> {texts.notice(user.email)}
          </p>
          <p role="status" className="text-sm font-semibold empty:hidden">
            {resend.isError
              ? messageOf(resend.error, texts.verifyNotSent)
              : resend.isSuccess && texts.verifySent}
          </p>
          <Button
            size="sm"
            variant="secondary"
            busy={resend.isPending}
            busyLabel={texts.sending}
            onClick={() => resend.mutate()}
          >
            {texts.sendAgain}
          </Button>
        </div>
        <Button
          size="icon"
          variant="quiet"
          aria-label={texts.dismiss}
          onClick={() => {
            writeText(DISMISSED_KEY, user._id, "sessionStorage");
            setDismissed(true);
            // The focused button was removed.
            document.getElementById("main")?.focus();
          }}
        >
          <X aria-hidden className="size-5" />
        </Button>
      </div>
    </section>
  );
}
