import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState, type FormEvent } from "react";
import { zipQuery } from "@/api/places";
import { ZIP_MESSAGE } from "@/lib/zip";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Input";

/** Leads to the products near a ZIP code that exists. */
export function ZipSearch() {
  const id = useId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [zip, setZip] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!/^\d{5}$/.test(zip.trim())) {
      setError(ZIP_MESSAGE);
      return;
    }
    setBusy(true);
    try {
      const place = await client.query(zipQuery(zip.trim()));
      await navigate({ to: "/products", search: { zip: place.zipCode } });
    } catch {
      setError("Invalid zip code. Please try again.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="mt-6 max-w-md" onSubmit={(event) => void onSubmit(event)}>
      <label htmlFor={id} className="text-sm font-semibold">
        Your ZIP code
      </label>
      <div className="mt-1.5 flex gap-2">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          placeholder="97201"
          value={zip}
          aria-invalid={error !== "" || undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            setZip(event.target.value);
            setError("");
          }}
        />
        <Button type="submit" busy={busy} className="shrink-0">
          Find food near me
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 min-h-6 text-sm font-medium text-danger">
        {error}
      </p>
    </form>
  );
}
