import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** Field name → message, in the order in which the form shows its fields; empty when all is well. */
export type FormErrors = Record<string, string>;

/** Lets a plain function judge a react-hook-form form: pages keep their rules apart from their markup. */
export function resolveWith<T extends FieldValues>(validate: (values: T) => FormErrors): Resolver<T> {
  return (values) => {
    const messages = Object.entries(validate(values));
    if (messages.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      messages.map(([name, message]) => [name, { type: "validate", message }]),
    );
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}
