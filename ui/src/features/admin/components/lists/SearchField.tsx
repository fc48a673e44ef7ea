import { Search } from "lucide-react";
import { useState } from "react";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";

interface Props {
  label: string;
  hint: string;
  /** The search in the URL. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  className?: string;
}

/** A search field. The URL trims the text; the field keeps a trailing space, which the next word needs. */
export function SearchField({ label, hint, value, onChange, className }: Props) {
  const [typed, setTyped] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if ((value ?? "") !== typed.trim()) setTyped(value ?? "");
  }
  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="relative">
          {/* The browser shows its clear button here once there is text. */}
          {typed === "" && <Search aria-hidden className="absolute top-3 right-3 size-5 text-muted" />}
          <Input
            {...control}
            type="search"
            value={typed}
            placeholder={hint}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(event.target.value.trim() || undefined);
            }}
          />
        </div>
      )}
    </Field>
  );
}
