import { MessageSquarePlus } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { texts } from "../texts";

const words = texts.steps;

interface Props {
  /** null: no note. */
  value: string | null;
  onChange: (note: string) => void;
}

/** The merchant's note to the customer, sent with the next step. */
export function StepNote({ value, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = value !== null;
  // The merchant has just opened it, and the focused button was removed.
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  if (value === null) {
    return (
      <Button variant="quiet" size="sm" onClick={() => onChange("")}>
        <MessageSquarePlus aria-hidden className="size-4" />
        {words.addNote}
      </Button>
    );
  }
  return (
    <Field label={words.note} hint={words.noteHint} className="basis-full">
      {(control) => (
        <Textarea
          {...control}
          ref={field}
          rows={2}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
