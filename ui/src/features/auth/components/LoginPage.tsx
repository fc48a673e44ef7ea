import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { startSession } from "@/api/session";
import { resolveWith, type FormErrors } from "@/lib/form";
import { safeRedirect } from "@/lib/redirect";
import { Button } from "@/ui/Button";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { logIn } from "../api/auth";
import { authFailure } from "../model/authFailure";
import { AuthCard } from "./AuthCard";

interface Values {
  email: string;
  password: string;
}

function validate(values: Values): FormErrors {
  const errors: FormErrors = {};
  if (values.email.trim() === "") errors.email = "Please enter your email address";
  if (values.password === "") errors.password = "Please enter your password";
  return errors;
}

const route = getRouteApi("/login");

export function LoginPage() {
  const search = route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Values>({
    resolver: resolveWith(validate),
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: { email: "", password: "" },
  });
  const { errors } = form.formState;
  const login = useMutation({
    mutationFn: (values: Values) => logIn({ email: values.email.trim(), password: values.password }),
    onSuccess: async (answer) => {
      startSession(client, answer);
      await router.navigate({ href: safeRedirect(search.redirect), replace: true });
    },
    onError: () => setAttempt((count) => count + 1),
  });
  const problems = login.isError
    ? [{ message: authFailure(login.error, "Login failed") }]
    : Object.entries(errors).map(([name, error]) => ({ fieldId: name, message: String(error?.message) }));
  return (
    <AuthCard title="Log in" intro="Good to see you again.">
      <form
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(
          (values) => login.mutate(values),
          () => {
            login.reset();
            setAttempt((count) => count + 1);
          },
        )}
      >
        <ErrorSummary
          attempt={attempt}
          items={attempt > 0 ? problems : []}
          title={login.isError ? "You are not logged in" : undefined}
        />
        <Field id="email" label="Email" required error={errors.email?.message}>
          {(control) => <Input {...control} type="email" autoComplete="email" {...form.register("email")} />}
        </Field>
        <Field id="password" label="Password" required error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} autoComplete="current-password" {...form.register("password")} />
          )}
        </Field>
        <Button type="submit" busy={login.isPending} busyLabel="Logging in…">
          Log in
        </Button>
      </form>
      <p className="mt-6 text-center text-muted">
        New here?{" "}
        <Link
          to="/signup"
          className="inline-flex min-h-6 items-center font-semibold text-leaf underline underline-offset-4"
        >
          Create an account
        </Link>
      </p>
    </AuthCard>
  );
}
