import { useState, type FormEvent } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";

interface Props {
  /** Of the form. */
  label: string;
  field: string;
  hint: string;
  show: string;
  /** What is looked at now. */
  value: string | undefined;
  onShow: (value: string) => void;
}

/** Asks for one thing by its name, address or position. */
export function LookUp({ label, field, hint, show, value, onShow }: Props) {
  const [entered, setEntered] = useState(value ?? "");
  const [shown, setShown] = useState(value);
  // A link or the way back leads to another thing. The field stays, and so does the focus in it.
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
