import { useState } from "react";
import type { LocationStep } from "@/lib/locationDialog";
import { clearPlace, DEFAULT_RADIUS, placeName, savePlace, usePlace, type Place } from "@/lib/place";
import { Dialog } from "@/ui/Dialog";
import { toast } from "@/ui/toast";
import { texts } from "../texts";
import { ChoiceStep } from "./ChoiceStep";
import { DeviceStep } from "./DeviceStep";
import { PlaceForm } from "./PlaceForm";

interface Props {
  from: LocationStep;
  /** Called when a place was chosen or removed. */
  onChanged: () => void;
  onClose: () => void;
}

/** Sets the shopper's place by the device or by a ZIP. If the device reports none, the ZIP field replaces it. */
export function LocationDialog({ from, onChanged, onClose }: Props) {
  const saved = usePlace();
  const [step, setStep] = useState<LocationStep>(from === "choose" && saved ? "zip" : from);
  const [start, setStart] = useState<Place | null>(saved);
  const [problem, setProblem] = useState("");
  function onSave(place: Place): void {
    savePlace(place);
    onChanged();
    onClose();
    void toast.success(texts.saved(placeName(place), place.radius));
  }
  function onForget(): void {
    clearPlace();
    onChanged();
    onClose();
    void toast.success(texts.forgotten);
  }
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      {step === "choose" && (
        <ChoiceStep
          onSkip={onClose}
          onChoose={(next) => {
            setProblem("");
            setStep(next);
          }}
        />
      )}
      {step === "device" && (
        <DeviceStep
          radius={start?.radius ?? DEFAULT_RADIUS}
          onFound={(place) => {
            setStart(place);
            setStep("zip");
          }}
          onRefused={(why) => {
            setProblem(why);
            setStep("zip");
          }}
          onBack={() => setStep("choose")}
        />
      )}
      {step === "zip" && (
        <PlaceForm
          start={start}
          problem={problem}
          onSave={onSave}
          onBack={() => setStep("choose")}
          onForget={saved ? onForget : undefined}
        />
      )}
    </Dialog>
  );
}
