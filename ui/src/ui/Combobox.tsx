import { useState } from "react";
import type { ComboboxFieldProps, ComboboxOption } from "./comboboxProps";
import type { ControlProps } from "./Field";
import { Input } from "./Input";
import { lazyComponent } from "./lazyComponent";

interface Props extends ControlProps {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  autoComplete?: string;
}

const ComboboxField = lazyComponent<ComboboxFieldProps>(
  () => import("./overlay/ComboboxField").then((module) => module.ComboboxField),
  PlainField,
);

/** The option that a text names: by its value, or by its label up to a bracket. */
function optionNamedBy(options: readonly ComboboxOption[], text: string): ComboboxOption | undefined {
  const query = text.trim().toLowerCase();
  return options.find(
    ({ value, label }) =>
      value.toLowerCase() === query ||
      label.toLowerCase() === query ||
      label.toLowerCase().replace(/ \(.*\)$/, "") === query,
  );
}

/**
 * A searchable list with one chosen option. Until the list's code has loaded, the same field accepts a value or a
 * name.
 */
export function Combobox({ options, value, onChange, onBlur, autoComplete = "off", ...control }: Props) {
  /** The text typed since the last choice; null: none. */
  const [typed, setTyped] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const selected = options.find((option) => option.value === value) ?? null;

  function choose(option: ComboboxOption | null | undefined) {
    if (option !== undefined && option !== selected) onChange(option?.value ?? "");
    setTyped(null);
  }
  function type(text: string) {
    // Autofilled by the browser while the focus is elsewhere.
    if (!focused) return choose(optionNamedBy(options, text));
    if (text === "" && selected) onChange("");
    setTyped(text);
  }
  return (
    <ComboboxField
      {...control}
      autoComplete={autoComplete}
      options={options}
      selected={selected}
      text={typed ?? selected?.label ?? ""}
      searching={Boolean(typed?.trim())}
      hadFocus={focused}
      onText={type}
      onChoose={choose}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        choose(typed ? optionNamedBy(options, typed) : undefined);
        onBlur?.();
      }}
    />
  );
}

function PlainField(props: ComboboxFieldProps) {
  const {
    options: _o,
    selected: _s,
    searching: _q,
    hadFocus: _f,
    onChoose: _c,
    text,
    onText,
    ...field
  } = props;
  return <Input {...field} value={text} onChange={(event) => onText(event.target.value)} />;
}
