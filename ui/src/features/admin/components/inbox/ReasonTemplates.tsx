import { chipClass } from "@/ui/chipClass";
import { cx } from "@/ui/cx";
import { texts } from "../../inboxTexts";

interface Props {
  templates: readonly string[];
  /** The present text of the field. */
  reason: string;
  onChange: (reason: string) => void;
}

const without = (reason: string, template: string) =>
  reason.replace(template, "").replace(/ {2,}/g, " ").trim();

/** Frequent reasons; a click adds one to the field, or removes it. */
export function ReasonTemplates({ templates, reason, onChange }: Props) {
  return (
    <div role="group" aria-label={texts.templates} className="flex flex-wrap gap-2">
      {templates.map((template) => {
        const isUsed = reason.includes(template);
        return (
          <button
            key={template}
            type="button"
            aria-pressed={isUsed}
            className={cx(chipClass(isUsed), "max-w-full text-left leading-tight")}
            onClick={() =>
              onChange(
                isUsed ? without(reason, template) : [reason.trim(), template].filter(Boolean).join(" "),
              )
            }
          >
            {template}
          </button>
        );
      })}
    </div>
  );
}
