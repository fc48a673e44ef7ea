import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { startSession } from "@/api/session";
import { resolveWith } from "@/lib/form";
import { Button } from "@/ui/Button";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { RadioGroup } from "@/ui/RadioGroup";
import { signUp } from "../api/auth";
import { authFailure } from "../model/authFailure";
import { EMPTY_SIGNUP, toRequest, validateSignup, type SignupValues } from "../model/signup";
import { AuthCard } from "./AuthCard";
import { MerchantFields } from "./MerchantFields";
import { PasswordRules } from "./PasswordRules";

const ROLES = [
  { value: "customer", label: "I want to buy", description: "A customer account" },
  { value: "merchant", label: "I want to sell", description: "A merchant account" },
] as const;

const route = getRouteApi("/signup");

export function SignupPage() {
  const search = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const form = useForm<SignupValues>({
    resolver: resolveWith(validateSignup),
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: { ...EMPTY_SIGNUP, role: search.role ?? "" },
  });
  const { errors } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });
  const password = useWatch({ control: form.control, name: "password" });
  const signup = useMutation({
    mutationFn: (values: SignupValues) => signUp(toRequest(values)),
    onSuccess: async (answer) => {
      // The guard of this page would lead a signed-in user home, so leave it first.
      startSession(client, answer);
      await router.navigate({ to: "/welcome" });
    },
    onError: () => setAttempt((count) => count + 1),
  });
  // In the order of the rules, which is not the order of the fields.
  const problems = signup.isError
    ? [{ message: authFailure(signup.error, "Signup failed") }]
    : Object.entries(attempt > 0 ? validateSignup(form.getValues()) : {})
        .filter(([name]) => name in errors)
        .map(([fieldId, message]) => ({ fieldId, message }));
  return (
    <AuthCard title="Create your account" intro="Buy from your neighbours, or sell to them." wide>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(
          (values) => signup.mutate(values),
          () => {
            signup.reset();
            setAttempt((count) => count + 1);
          },
        )}
      >
        <ErrorSummary
          attempt={attempt}
          items={problems}
          title={signup.isError ? "Your account was not created" : undefined}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <RadioGroup
              id="role"
              legend="Account type"
              options={[...ROLES]}
              value={field.value}
              onChange={field.onChange}
              error={errors.role?.message}
              className="sm:grid-cols-2"
            />
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field id="name" label="Your name" required error={errors.name?.message}>
            {(control) => <Input {...control} autoComplete="name" {...form.register("name")} />}
          </Field>
          <Field id="email" label="Email" required error={errors.email?.message}>
            {(control) => (
              <Input {...control} type="email" autoComplete="email" {...form.register("email")} />
            )}
          </Field>
          <Field id="password" label="Password" required error={errors.password?.message}>
            {(control) => (
              <PasswordInput {...control} autoComplete="new-password" {...form.register("password")} />
            )}
          </Field>
          <Field
            id="confirmPassword"
            label="Confirm password"
            required
            error={errors.confirmPassword?.message}
          >
            {(control) => (
              <PasswordInput {...control} autoComplete="new-password" {...form.register("confirmPassword")} />
            )}
          </Field>
        </div>
        <PasswordRules password={password} />
        {role === "merchant" && <MerchantFields form={form} />}
        <Button type="submit" busy={signup.isPending} busyLabel="Creating your account…">
          Create account
        </Button>
      </form>
      <p className="mt-6 text-center text-muted">
        Already have an account?{" "}
        <Link
          to="/login"
          className="inline-flex min-h-6 items-center font-semibold text-leaf underline underline-offset-4"
        >
          Log in
        </Link>
      </p>
    </AuthCard>
  );
}
