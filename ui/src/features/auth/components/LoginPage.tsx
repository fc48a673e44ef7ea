import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { startSession } from "@/api/session";
import { safeRedirect } from "@/lib/redirect";
import { required, z } from "@/lib/schema";
import { Card } from "@/ui/Card";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { logIn } from "../api/auth";
import { authFailure } from "../model/authFailure";
import { texts } from "../texts";
import { AuthCard } from "./AuthCard";
import { textLink } from "./textLink";

const route = getRouteApi("/login");
const rules = z.object({
  email: required(texts.emailMissing),
  password: z.string().check(z.minLength(1, texts.passwordMissing)),
});

export function LoginPage() {
  const search = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const form = useAppForm({
    rules,
    defaults: { email: "", password: "" },
    send: async ({ email, password }) => {
      startSession(client, await logIn({ email: email.trim(), password }));
      await router.navigate({ href: safeRedirect(search.redirect), replace: true });
    },
    failed: (error) => authFailure(error, texts.loginFailed),
    failedTitle: texts.notLoggedIn,
  });
  return (
    <AuthCard title={texts.logIn} intro={texts.logInIntro}>
      {search.notice === "password-changed" && (
        <Card tone="leaf" role="status" className="mb-5">
          {texts.passwordChanged}
        </Card>
      )}
      <Form form={form}>
        <FormField form={form} name="email" label={texts.email} required>
          {(control) => <Input {...control} type="email" autoComplete="email" />}
        </FormField>
        <FormField form={form} name="password" label={texts.password} required>
          {(control) => <PasswordInput {...control} autoComplete="current-password" />}
        </FormField>
        <Link to="/forgot-password" className={textLink}>
          {texts.forgotPassword}
        </Link>
        <SubmitButton form={form} busyLabel={texts.loggingIn}>
          {texts.logIn}
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-muted">
        {texts.newHere}{" "}
        <Link to="/signup" search={{ redirect: search.redirect }} className={textLink}>
          {texts.createOne}
        </Link>
      </p>
    </AuthCard>
  );
}
