import { set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";

/** Field path (`name`, `shipping.city`) → message, in the order in which the form shows its fields; empty when all is well. */
export type FormErrors = Record<string, string>;

/** Lets a plain function judge a react-hook-form form: pages keep their rules apart from their markup. */
export function resolveWith<T extends FieldValues>(validate: (values: T) => FormErrors): Resolver<T> {
  return (values) => {
    const messages = Object.entries(validate(values));
    if (messages.length === 0) return { values, errors: {} };
    const errors: FieldErrors<T> = {};
    for (const [path, message] of messages) set(errors, path, { type: "validate", message });
    return { values: {}, errors };
  };
}
