import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/error";
import { endSession } from "@/api/session";
import type { FormErrors } from "@/lib/form";
import { forgetAccount } from "@/lib/forgetAccount";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { toast } from "@/ui/toast";
import { deleteAccount } from "../api/account";
import { texts } from "../texts";

const words = texts.deletion;

function rules({ confirm, password }: { confirm: string; password: string }): FormErrors {
  const errors: FormErrors = {};
  if (confirm.trim().toLowerCase() !== words.word) errors.confirm = words.confirmMissing(words.word);
  if (!password) errors.password = words.passwordMissing;
  return errors;
}

interface Props {
  userId: string;
  onClose: () => void;
}

/** The final confirmation: a typed word and the password. */
export function DeleteAccount({ userId, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useAppForm({
    id: "deletion",
    rules,
    defaults: { confirm: "", password: "" },
    send: async ({ password }) => {
      await deleteAccount(password);
      endSession(client);
      forgetAccount(userId);
      toast.message(words.farewell);
      await navigate({ to: "/", ignoreBlocker: true });
    },
    failed: (error) => messageOf(error, words.failed),
    failedTitle: words.failedTitle,
  });
  return (
    <Dialog open onClose={onClose} title={words.dialogTitle}>
      <Form form={form}>
        <p>{words.dialogText}</p>
        <FormField form={form} name="confirm" label={words.confirm(words.word)} required>
          {(control) => <Input {...control} autoComplete="off" autoCapitalize="none" />}
        </FormField>
        <FormField form={form} name="password" label={words.password} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={form.busy} busyLabel={words.deleting}>
            {words.button}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
