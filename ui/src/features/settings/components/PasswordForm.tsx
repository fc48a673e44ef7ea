import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { User } from "@/api/types";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { PasswordInput } from "@/ui/PasswordInput";
import { PasswordRules } from "@/ui/password/PasswordRules";
import { toast } from "@/ui/toast";
import { changePassword } from "../api/sessions";
import { useGuarded } from "../model/guardedForms";
import { passwordRules } from "../model/password";
import { texts } from "../texts";
import { Section } from "./Section";

const words = texts.password;
const EMPTY = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function PasswordForm({ user }: { user: User }) {
  const client = useQueryClient();
  const form = useAppForm({
    id: "password",
    rules: passwordRules,
    defaults: EMPTY,
    send: async ({ currentPassword, newPassword }) => {
      await changePassword({ currentPassword, newPassword });
      void client.invalidateQueries({ queryKey: keys.account.sessions });
      // A new password also cancels a pending change of address.
      void client.invalidateQueries({ queryKey: keys.session });
    },
    sent: () => {
      form.reset(EMPTY);
      toast.success(words.changed);
    },
    failed: (error) => messageOf(error, words.failed),
    failedTitle: words.failedTitle,
  });
  useGuarded(form);
  const password = useWatch({ control: form.control, name: "newPassword" });
  return (
    <Section id="password" title={words.title} hint={words.hint}>
      <Form form={form} aria-labelledby="password-title" className="grid max-w-md gap-5">
        {/* Tells password managers the account of the password. */}
        <input type="text" value={user.email} readOnly hidden autoComplete="username" />
        <FormField form={form} name="currentPassword" label={words.current} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <FormField form={form} name="newPassword" label={words.next} required>
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <PasswordRules password={password} />
        <FormField form={form} name="confirmPassword" label={words.confirm} required>
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <div>
          <SubmitButton form={form} busyLabel={words.changing}>
            {words.change}
          </SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
