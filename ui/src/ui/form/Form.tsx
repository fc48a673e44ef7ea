import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { ErrorSummary } from "../ErrorSummary";
import type { AppForm } from "./useAppForm";

interface Props<T extends FieldValues> {
  form: AppForm<T>;
  id?: string;
  className?: string;
  /** Between the summary and the fields is a heading, say: the form then brings its own `<ErrorSummary>`. */
  summary?: "above" | "own";
  "aria-label"?: string;
  "aria-labelledby"?: string;
  children: ReactNode;
}

/** The form element, with the summary of its errors on top. */
export function Form<T extends FieldValues>({
  form,
  summary = "above",
  className = "grid gap-5",
  children,
  ...rest
}: Props<T>) {
  return (
    <form noValidate className={className} onSubmit={form.onSubmit} {...rest}>
      {summary === "above" && <ErrorSummary {...form.summary} />}
      {children}
    </form>
  );
}
