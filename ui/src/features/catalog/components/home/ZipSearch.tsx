import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState, type FormEvent } from "react";
import { placeOfZip } from "@/api/places";
import { currentPlace, DEFAULT_RADIUS, placeLink, savePlace, usePlace } from "@/lib/place";
import { zipDigits, zipTexts } from "@/lib/zip";
import { Button } from "@/ui/Button";
import { Input } from "@/ui/Input";
import { texts } from "../../texts";

const { home } = texts;

/** Saves a ZIP code as the shopper's place, and opens the products near it. */
export function ZipSearch() {
  const id = useId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const place = usePlace();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const zip = typed ?? place?.zipCode ?? "";

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const typedZip = zipDigits(zip);
    if (typedZip === null) {
      setError(zipTexts.notFiveDigits);
      return;
    }
    setBusy(true);
    try {
      const savedPlace = currentPlace();
      if (savedPlace?.zipCode !== typedZip) {
        savePlace(await placeOfZip(client, typedZip, savedPlace?.radius ?? DEFAULT_RADIUS));
      }
      await navigate({ to: "/products", search: placeLink(currentPlace()) });
    } catch {
      setError(home.zipUnknown);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="mt-6 max-w-md" onSubmit={(event) => void onSubmit(event)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {home.zipLabel}
      </label>
      <div className="mt-1.5 flex gap-2">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="97201"
          value={zip}
          aria-invalid={error !== "" || undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => {
            setTyped(event.target.value);
            setError("");
          }}
        />
        <Button type="submit" busy={busy} className="shrink-0">
          {home.zipButton}
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 min-h-6 text-sm font-medium text-danger">
        {error}
      </p>
    </form>
  );
}
