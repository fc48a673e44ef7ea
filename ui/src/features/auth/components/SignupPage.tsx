import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { startSession } from "@/api/session";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { FormRadioGroup } from "@/ui/form/FormRadioGroup";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { PasswordRules } from "@/ui/password/PasswordRules";
import { PasswordInput } from "@/ui/PasswordInput";
import { signUp } from "../api/auth";
import { authFailure } from "../model/authFailure";
import { ADDRESS_NAMES, EMPTY_SIGNUP, toRequest, validateSignup, type SignupValues } from "../model/signup";
import { texts } from "../texts";
import { AuthCard } from "./AuthCard";
import { MerchantFields } from "./MerchantFields";
import { textLink } from "./textLink";

const ROLES = [
  { value: "customer", label: texts.buyer, description: texts.buyerHint },
  { value: "merchant", label: texts.seller, description: texts.sellerHint },
] as const;

const route = getRouteApi("/signup");

export function SignupPage() {
  const search = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const form = useAppForm<SignupValues>({
    rules: validateSignup,
    defaults: { ...EMPTY_SIGNUP, role: search.role ?? "" },
    draft: "signup",
    secret: ["password", "confirmPassword"],
    serverNames: ADDRESS_NAMES,
    send: async (values) => {
      const answer = await signUp(toRequest(values));
      // This page's guard redirects a signed-in user home, so leave it first.
      startSession(client, answer);
      await router.navigate({ to: "/welcome", search: { redirect: search.redirect } });
    },
    failed: (error) => authFailure(error, texts.signupFailed),
    failedTitle: texts.accountNotCreated,
  });
  const { setValue } = form;
  useEffect(() => {
    // A role in the link wins over an earlier choice.
    if (search.role) setValue("role", search.role);
  }, [search.role, setValue]);
  const role = useWatch({ control: form.control, name: "role" });
  const password = useWatch({ control: form.control, name: "password" });
  return (
    <AuthCard title={texts.createAccountTitle} intro={texts.createIntro} wide>
      <Form form={form}>
        <FormRadioGroup
          form={form}
          name="role"
          legend={texts.accountType}
          options={ROLES}
          className="sm:grid-cols-2"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name="name" label={texts.yourName} required>
            {(control) => <Input {...control} autoComplete="name" />}
          </FormField>
          <FormField form={form} name="email" label={texts.email} required>
            {(control) => <Input {...control} type="email" autoComplete="email" />}
          </FormField>
          <FormField form={form} name="password" label={texts.password} required>
            {(control) => <PasswordInput {...control} autoComplete="new-password" />}
          </FormField>
          <FormField form={form} name="confirmPassword" label={texts.confirmPassword} required>
            {(control) => <PasswordInput {...control} autoComplete="new-password" />}
          </FormField>
        </div>
        <PasswordRules password={password} />
        {role === "merchant" && <MerchantFields form={form} />}
        <SubmitButton form={form} busyLabel={texts.creatingAccount}>
          {texts.createAccount}
        </SubmitButton>
      </Form>
      <p className="mt-6 text-center text-muted">
        {texts.haveAccount}{" "}
        <Link to="/login" search={{ redirect: search.redirect }} className={textLink}>
          {texts.logIn}
        </Link>
      </p>
    </AuthCard>
  );
}
