import { set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import type { FormErrors } from "@/lib/form";

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

/** The validation interface of zod and other libraries (https://standardschema.dev); here it must be synchronous. */
interface Schema {
  "~standard": { validate: (values: unknown) => unknown };
}

/** A schema, or a plain function for fields that depend on one another. */
export type Rules<T> = Schema | ((values: T) => FormErrors);

/** Messages by field path, in the order of the rules; each field has its first message. */
export function check<T>(rules: Rules<T>, values: T): FormErrors {
  if (typeof rules === "function") return rules(values);
  const { issues = [] } = rules["~standard"].validate(values) as { issues?: readonly Issue[] };
  const errors: FormErrors = {};
  for (const { message, path = [] } of issues) {
    const name = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    errors[name] ??= message;
  }
  return errors;
}

/** Validates a react-hook-form form by these rules. Values are submitted as typed. */
export function resolveWith<T extends FieldValues>(rules: Rules<T>): Resolver<T> {
  return (values) => {
    const messages = Object.entries(check(rules, values));
    if (messages.length === 0) return { values, errors: {} };
    const errors: FieldErrors<T> = {};
    for (const [path, message] of messages) set(errors, path, { type: "validate", message });
    return { values: {}, errors };
  };
}

/** `{shipping: {city: {message}}}` → `{"shipping.city": message}`. */
export function flatten(errors: object, prefix = ""): FormErrors {
  const flat: FormErrors = {};
  for (const [name, error] of Object.entries(errors)) {
    if (typeof error !== "object" || error === null) continue;
    if ("message" in error && typeof error.message === "string") flat[prefix + name] = error.message;
    else if (!(error instanceof Element)) Object.assign(flat, flatten(error, `${prefix}${name}.`));
  }
  return flat;
}
