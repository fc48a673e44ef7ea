import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { ApiError, messageOf } from "@/api/error";
import { endSession } from "@/api/session";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Page, PageTitle } from "@/ui/Page";
import { PasswordRules } from "@/ui/password/PasswordRules";
import { validatePassword } from "@/ui/password/rules";
import { PasswordInput } from "@/ui/PasswordInput";
import { resetPassword } from "../api/auth";
import { texts } from "../texts";
import { AuthCard } from "./AuthCard";

const route = getRouteApi("/reset-password");

/** The target of the mailed link: sets a new password, which ends every session of the account. */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const form = useAppForm({
    rules: validatePassword,
    defaults: { password: "", confirmPassword: "" },
    send: async ({ password }) => {
      await resetPassword({ token: token ?? "", password });
      endSession(client);
      await router.navigate({ to: "/login", search: { notice: "password-changed" }, replace: true });
    },
    failed: (error) => messageOf(error, texts.unexpected),
    failedTitle: texts.passwordNotChanged,
  });
  const password = useWatch({ control: form.control, name: "password" });
  // Expired, used or invalid: the server does not say which.
  const refused = form.failure instanceof ApiError ? form.failure.fields.token : undefined;
  if (!token || refused) {
    return (
      <NoLink
        key={refused}
        takesFocus={refused !== undefined}
        title={refused ? texts.linkNotAccepted : texts.linkMissing}
        hint={refused ?? texts.linkMissingHint}
      />
    );
  }
  return (
    <AuthCard title={texts.resetTitle} intro={texts.resetIntro}>
      <Form form={form}>
        <FormField form={form} name="password" label={texts.newPassword} required>
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <PasswordRules password={password} />
        <FormField form={form} name="confirmPassword" label={texts.confirmPassword} required>
          {(control) => <PasswordInput {...control} autoComplete="new-password" />}
        </FormField>
        <SubmitButton form={form} busyLabel={texts.changingPassword}>
          {texts.changePassword}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}

interface NoLinkProps {
  title: string;
  hint: string;
  /** The form that had the focus was removed. */
  takesFocus: boolean;
}

function NoLink({ title, hint, takesFocus }: NoLinkProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Page title={texts.resetTitle}>
      <div className="mx-auto max-w-2xl">
        <PageTitle ref={heading} className="mb-8 text-center">
          {texts.resetTitle}
        </PageTitle>
        <div role="alert">
          <EmptyState
            title={title}
            hint={hint}
            icon={<KeyRound aria-hidden className="size-10" />}
            action={<ButtonLink to="/forgot-password">{texts.requestNewLink}</ButtonLink>}
          />
        </div>
      </div>
    </Page>
  );
}
