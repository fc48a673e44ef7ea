import { lazy, Suspense } from "react";
import { controlClass } from "./controlClass";
import type { ControlProps } from "./Field";

// Base UI's combobox weighs as much as half the shop: it is fetched when the first one is shown.
const ComboboxList = lazy(() =>
  import("./ComboboxList").then((module) => ({ default: module.ComboboxList })),
);

export interface ComboboxOption {
  value: string;
  label: string;
}

export interface ComboboxProps extends ControlProps {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  emptyText?: string;
  readOnly?: boolean;
}

/** A searchable list of which one is chosen. */
export function Combobox(props: ComboboxProps) {
  const { id, value, options } = props;
  const shown = options.find((option) => option.value === value)?.label ?? "";
  return (
    <Suspense fallback={<input id={id} value={shown} readOnly className={controlClass} />}>
      <ComboboxList {...props} />
    </Suspense>
  );
}
