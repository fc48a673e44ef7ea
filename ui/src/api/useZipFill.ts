import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from "react-hook-form";
import { zipDigits } from "@/lib/zip";
import { zipQuery } from "./places";

/** The names of a form's ZIP, city and state fields. */
interface FieldNames<T extends FieldValues> {
  zipCode: FieldPath<T>;
  city: FieldPath<T>;
  state: FieldPath<T>;
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split(".").reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], values);

/**
 * Fills in city and state from a typed ZIP, unless the user wrote them; initial values of the form count as filled in
 * from its ZIP. An unknown ZIP changes nothing.
 */
export function useZipFill<T extends FieldValues>(form: UseFormReturn<T>, names: FieldNames<T>) {
  const client = useQueryClient();
  const filled = useRef({ city: "", state: "" });
  const { defaultValues } = form.formState;
  return async (zip: string): Promise<void> => {
    const digits = zipDigits(zip);
    if (digits === null) return;
    const place = await client.query(zipQuery(digits)).catch(() => null);
    if (!place || form.getValues(names.zipCode) !== zip) return;
    for (const part of ["city", "state"] as const) {
      const now: unknown = form.getValues(names[part]);
      if (now !== "" && now !== filled.current[part] && now !== valueAt(defaultValues, names[part])) continue;
      form.setValue(names[part], place[part] as FieldPathValue<T, FieldPath<T>>, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
      filled.current[part] = place[part];
    }
  };
}
