import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { openLocationDialog, type LocationStep } from "@/lib/locationDialog";
import { usePlace } from "@/lib/place";
import { readText, writeText } from "@/lib/storage";
import { Button } from "@/ui/Button";
import { buttonClass } from "@/ui/buttonClass";
import { texts } from "../texts";

const SHOWN_KEY = "locationPromptShown";
const DELAY_MS = 3000;

/** Asks a visitor once for a location, some seconds after the page has loaded. It never covers the focused element. */
export function LocationPrompt() {
  const unset = usePlace() === null;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!unset || readText(SHOWN_KEY)) return;
    const timer = setTimeout(() => {
      writeText(SHOWN_KEY, "true");
      setShown(true);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [unset]);
  if (!shown || !unset) return null;
  const open = (step: LocationStep) => {
    setShown(false);
    openLocationDialog(step);
  };
  return (
    <section
      aria-label={texts.promptTitle}
      className="fixed inset-x-3 bottom-3 z-20 rounded-ui border border-line bg-surface p-4 shadow-md sm:right-auto sm:left-6 sm:bottom-6 sm:max-w-sm sm:p-5"
    >
      <div className="flex items-start gap-2">
        <div className="flex-1" role="status">
          <p className="font-display text-h3">{texts.promptTitle}</p>
          <p className="mt-1 text-sm text-muted">{texts.promptText}</p>
        </div>
        <button
          type="button"
          aria-label={texts.skip}
          className={buttonClass("quiet", "icon", "-mt-2 -mr-2")}
          onClick={() => setShown(false)}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button className="flex-1 whitespace-nowrap" onClick={() => open("device")}>
          {texts.byDevice}
        </Button>
        <Button variant="secondary" className="flex-1 whitespace-nowrap" onClick={() => open("zip")}>
          {texts.enterZip}
        </Button>
      </div>
    </section>
  );
}
