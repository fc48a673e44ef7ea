import { useState, type FormEvent } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";

interface Props {
  /** The form's label. */
  label: string;
  field: string;
  hint: string;
  show: string;
  /** The shown object. */
  value: string | undefined;
  onShow: (value: string) => void;
}

/** Looks up one object by its name, address or position. */
export function LookUp({ label, field, hint, show, value, onShow }: Props) {
  const [entered, setEntered] = useState(value ?? "");
  const [shown, setShown] = useState(value);
  // A link or Back leads to another object. The field stays, and so does its focus.
  if (shown !== value) {
    setShown(value);
    setEntered(value ?? "");
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (entered.trim()) onShow(entered.trim());
  }
  return (
    <form role="search" aria-label={label} className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <Field label={field} className="min-w-0 flex-1">
        {(props) => (
          <Input
            {...props}
            spellCheck={false}
            placeholder={hint}
            value={entered}
            onChange={(event) => setEntered(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="leaf">
        {show}
      </Button>
    </form>
  );
}
