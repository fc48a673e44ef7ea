import { useEffect, useRef } from "react";
import { RadioGroup } from "../RadioGroup";
import { texts } from "../lazyTexts";
import type { Choice } from "./useEditing";

/** The fields that somebody else has changed as well, each with both values to choose from. */
export function Choices({ choices }: { choices: readonly Choice[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const appears = choices.length > 0;
  useEffect(() => {
    if (appears) ref.current?.focus();
  }, [appears]);
  if (!appears) return null;
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="grid gap-4 rounded-ui border border-butter bg-butter-soft p-4 text-butter-ink"
    >
      <div>
        <p className="font-semibold">{texts.changedElsewhere}</p>
        <p className="mt-1">{texts.chooseWhatStays}</p>
      </div>
      {choices.map(({ id, label, mine, theirs, chosen, choose }) => (
        <RadioGroup
          key={id}
          legend={label}
          value={chosen}
          onChange={choose}
          className="text-ink sm:grid-cols-2"
          options={[
            { value: "mine", label: texts.yours, description: mine },
            { value: "theirs", label: texts.savedElsewhere, description: theirs },
          ]}
        />
      ))}
    </div>
  );
}
