import { LocateFixed, MapPin, type LucideIcon } from "lucide-react";
import type { Ref } from "react";
import type { LocationStep } from "@/lib/locationDialog";
import { Button } from "@/ui/Button";
import { focusFirst } from "../model/focusFirst";
import { texts } from "../texts";

interface Props {
  onChoose: (step: LocationStep) => void;
  onSkip: () => void;
}

/** The choice between the device's position and a ZIP code. */
export function ChoiceStep({ onChoose, onSkip }: Props) {
  return (
    <div className="grid gap-3">
      <p className="text-muted">{texts.intro}</p>
      <Choice
        ref={focusFirst}
        icon={LocateFixed}
        label={texts.byDevice}
        hint={texts.byDeviceHint}
        onClick={() => onChoose("device")}
      />
      <Choice
        icon={MapPin}
        label={texts.enterZip}
        hint={texts.enterZipHint}
        onClick={() => onChoose("zip")}
      />
      <Button variant="quiet" onClick={onSkip}>
        {texts.skip}
      </Button>
    </div>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  label: string;
  hint: string;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
}

function Choice({ icon: Icon, label, hint, onClick, ref }: ChoiceProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="flex items-center gap-4 rounded-ui border border-control bg-surface p-4 text-left hover:bg-sunken"
      onClick={onClick}
    >
      <Icon aria-hidden className="size-7 shrink-0 text-leaf" />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </span>
    </button>
  );
}
