import { Button } from "@/ui/Button";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { focusSection } from "../model/focusSection";
import { texts } from "../texts";

interface Props {
  form: { busy: boolean; formState: { isDirty: boolean } };
  /** The id and title of its section. */
  section: string;
  title: string;
  onDiscard: () => void;
}

/** Stays below a form and at the bottom edge of the screen while the form has unsaved changes. */
export function DirtyBar({ form, section, title, onDiscard }: Props) {
  const { isDirty } = form.formState;
  return (
    <div
      role="group"
      aria-label={texts.bar.label(title)}
      className={
        isDirty
          ? "sticky bottom-0 z-10 -mx-5 -mb-5 flex items-center gap-3 rounded-b-ui border-t border-butter bg-butter-soft px-5 py-3 text-butter-ink sm:-mx-6 sm:-mb-6 sm:px-6"
          : "sr-only"
      }
    >
      <p role="status" className="min-w-0 flex-1 leading-tight font-semibold">
        {isDirty && texts.bar.unsaved}
      </p>
      {isDirty && (
        <>
          <Button
            variant="secondary"
            onClick={() => {
              onDiscard();
              focusSection(section);
            }}
          >
            {texts.bar.discard}
          </Button>
          <SubmitButton form={form}>{texts.bar.save}</SubmitButton>
        </>
      )}
    </div>
  );
}
