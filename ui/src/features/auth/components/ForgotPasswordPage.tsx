import { Link } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { email, z } from "@/lib/schema";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { requestReset } from "../api/auth";
import { texts } from "../texts";
import { AuthCard } from "./AuthCard";
import { textLink } from "./textLink";

const rules = z.object({ email: email(texts.emailInvalid) });

/**
 * Requests a link that sets a new password. The answer is always the same, so that it does not reveal which accounts
 * exist.
 */
export function ForgotPasswordPage() {
  const [outcome, setOutcome] = useState<"answered" | "unanswered" | null>(null);
  const form = useAppForm({
    rules,
    defaults: { email: "" },
    send: async (values) => {
      try {
        await requestReset(values.email.trim());
        setOutcome("answered");
      } catch {
        setOutcome("unanswered");
      }
    },
    failed: () => texts.resetSent,
  });
  return (
    <AuthCard title={texts.forgotPassword} intro={texts.forgotIntro}>
      {outcome ? (
        <Sent unanswered={outcome === "unanswered"} onAgain={() => setOutcome(null)} />
      ) : (
        <Form form={form}>
          <FormField form={form} name="email" label={texts.email} required>
            {(control) => <Input {...control} type="email" autoComplete="email" />}
          </FormField>
          <SubmitButton form={form} busyLabel={texts.sending}>
            {texts.sendResetLink}
          </SubmitButton>
        </Form>
      )}
      <p className="mt-6 text-center">
        <Link to="/login" className={textLink}>
          {texts.backToLogIn}
        </Link>
      </p>
    </AuthCard>
  );
}

/** The message after every request; it takes the focus from the removed form. */
function Sent({ unanswered, onAgain }: { unanswered: boolean; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => void heading.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <MailCheck aria-hidden className="size-10 text-leaf" />
      <h2 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        {texts.checkInbox}
      </h2>
      <p role="status">{texts.resetSent}</p>
      <p className="text-sm text-muted">{unanswered ? texts.resetUnanswered : texts.resetSentHint}</p>
      <Button variant="secondary" onClick={onAgain}>
        {texts.sendAgain}
      </Button>
    </div>
  );
}
