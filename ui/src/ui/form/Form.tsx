import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { ErrorSummary } from "../ErrorSummary";
import { Choices } from "./Choices";
import type { AppForm } from "./useAppForm";

interface Props<T extends FieldValues> {
  form: AppForm<T>;
  id?: string;
  className?: string;
  /** "own" for a form that draws its own `<Choices>` and `<ErrorSummary>`, for example below a heading. */
  summary?: "above" | "own";
  "aria-label"?: string;
  "aria-labelledby"?: string;
  children: ReactNode;
}

/** The form element, with its error summary on top. */
export function Form<T extends FieldValues>({
  form,
  summary = "above",
  className = "grid gap-5",
  children,
  ...rest
}: Props<T>) {
  return (
    <form noValidate className={className} onSubmit={form.onSubmit} {...rest}>
      {summary === "above" && (
        <>
          <Choices choices={form.choices} />
          <ErrorSummary {...form.summary} />
        </>
      )}
      {children}
    </form>
  );
}
