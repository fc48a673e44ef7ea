import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { zipQuery } from "@/api/places";
import type { AppForm } from "@/ui/form/useAppForm";
import type { AddressForm } from "./address";

const FIVE_DIGITS = /^\d{5}$/;

/** Fills city and state from a ZIP that was typed, unless somebody wrote them; an unknown ZIP changes nothing. */
export function useZipFill(form: AppForm<AddressForm>, section: "shipping" | "billing") {
  const client = useQueryClient();
  const filled = useRef({ city: "", state: "" });
  return async (zip: string): Promise<void> => {
    if (!FIVE_DIGITS.test(zip)) return;
    const place = await client.query(zipQuery(zip)).catch(() => null);
    if (!place || form.getValues(`${section}.zipCode`) !== zip) return;
    for (const name of ["city", "state"] as const) {
      const path = `${section}.${name}` as const;
      const now = form.getValues(path);
      if (now !== "" && now !== filled.current[name]) continue;
      form.setValue(path, place[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
      filled.current[name] = place[name];
    }
  };
}
