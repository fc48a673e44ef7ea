import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { zipQuery } from "@/api/places";
import { DEFAULT_RADIUS, type Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { focusFirst } from "../model/focusFirst";
import { zipError, zipOf } from "../model/zipInput";
import { texts } from "../texts";
import { RadiusField } from "./RadiusField";

interface Props {
  /** The initial place: the saved one, or the device's. */
  start: Place | null;
  /** Why the device's position could not be used. */
  problem: string;
  onSave: (place: Place) => void;
  onBack: () => void;
  /** Absent without a saved place. */
  onForget?: () => void;
}

/** ZIP and radius. A device's place keeps its position unless another ZIP is typed. */
export function PlaceForm({ start, problem, onSave, onBack, onForget }: Props) {
  const client = useQueryClient();
  const [zip, setZip] = useState(start?.zipCode ?? "");
  const [radius, setRadius] = useState(start?.radius ?? DEFAULT_RADIUS);
  const [error, setError] = useState(problem);
  const [busy, setBusy] = useState(false);
  const unchangedPlace = start && zip === start.zipCode ? { ...start, radius } : null;
  const typed: Place | null = zipError(zip) ? null : { zipCode: zipOf(zip), radius, type: "zip" };

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = zipError(zip);
    if (wrong || !typed) {
      setError(wrong ?? "");
      document.getElementById("location-zip")?.focus();
      return;
    }
    if (unchangedPlace?.city) {
      onSave(unchangedPlace);
      return;
    }
    setBusy(true);
    try {
      const { city, state, latitude, longitude } = await client.query(zipQuery(typed.zipCode));
      onSave({ ...typed, city, state, latitude, longitude });
    } catch {
      setError(texts.errors.lookupFailed);
      setBusy(false);
      document.getElementById("location-zip")?.focus();
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void onSubmit(event)}>
      {unchangedPlace?.city && !error && (
        <p role="status" className="rounded-ui bg-leaf-soft px-4 py-3 font-semibold">
          {texts.yours([`${unchangedPlace.city},`, unchangedPlace.state, unchangedPlace.zipCode].join(" "))}
        </p>
      )}
      <Field label={texts.zipLabel} id="location-zip" error={error || undefined} required>
        {(control) => (
          <Input
            {...control}
            ref={focusFirst}
            inputMode="numeric"
            autoComplete="postal-code"
            value={zip}
            onChange={(event) => {
              setZip(event.target.value);
              setError("");
            }}
          />
        )}
      </Field>
      <p role="alert" className="sr-only">
        {error}
      </p>
      <RadiusField radius={radius} onChange={setRadius} place={unchangedPlace ?? typed} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onBack}>
          {texts.back}
        </Button>
        <Button type="submit" busy={busy} className="flex-1 whitespace-nowrap">
          {texts.save}
        </Button>
      </div>
      {onForget && (
        <Button variant="quiet" size="sm" className="justify-self-center" onClick={onForget}>
          {texts.forget}
        </Button>
      )}
    </form>
  );
}
