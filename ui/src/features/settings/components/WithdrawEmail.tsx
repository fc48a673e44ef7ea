import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { saveProfile, cacheAccount } from "../api/account";
import { focusSection } from "../model/focusSection";
import { texts } from "../texts";

const words = texts.email;

const passwordMissing = ({ currentPassword }: { currentPassword: string }): FormErrors =>
  currentPassword ? {} : { currentPassword: texts.personal.currentPasswordMissing };

interface Props {
  email: string;
  pending: string;
  onClose: () => void;
}

/** Cancels a change of address; the server requires the password for that as well. */
export function WithdrawEmail({ email, pending, onClose }: Props) {
  const client = useQueryClient();
  const answer = useRef<User>(null);
  const form = useAppForm({
    id: "withdraw",
    rules: passwordMissing,
    defaults: { currentPassword: "" },
    send: async ({ currentPassword }) => {
      answer.current = await saveProfile({ email, currentPassword });
    },
    sent: () => {
      onClose();
      focusSection("personal");
      if (answer.current) cacheAccount(client, answer.current);
      toast.success(words.withdrawn(email));
    },
    failed: (error) => messageOf(error, texts.personal.failed),
  });
  return (
    <Dialog open onClose={onClose} title={words.withdrawTitle(pending)}>
      <Form form={form}>
        <p>{words.withdrawHint(email)}</p>
        <FormField form={form} name="currentPassword" label={texts.personal.currentPassword} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton form={form} busyLabel={words.withdrawing}>
            {words.withdraw}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
