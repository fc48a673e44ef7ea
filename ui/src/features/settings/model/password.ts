import type { FormErrors } from "@/lib/form";
import { validatePassword } from "@/ui/password/rules";
import { texts } from "../texts";

interface Values {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** Messages for a change of the password, in the form's order. */
export function passwordRules({ currentPassword, newPassword, confirmPassword }: Values): FormErrors {
  const errors: FormErrors = {};
  if (!currentPassword) errors.currentPassword = texts.password.currentMissing;
  const { password, ...rest } = validatePassword({ password: newPassword, confirmPassword });
  if (password) errors.newPassword = password;
  else if (newPassword === currentPassword) errors.newPassword = texts.password.same;
  return { ...errors, ...rest };
}
