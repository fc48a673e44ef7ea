import type { ControlProps } from "./Field";

export interface ComboboxOption {
  value: string;
  label: string;
}

/** The state of the field, for both components that draw it. */
export interface ComboboxFieldProps extends ControlProps {
  options: readonly ComboboxOption[];
  selected: ComboboxOption | null;
  text: string;
  /** Whether `text` was typed since the last choice, and is the search text. */
  searching: boolean;
  /** The field that this one replaces had the focus. */
  hadFocus: boolean;
  onText: (text: string) => void;
  onChoose: (option: ComboboxOption | null) => void;
  onFocus: () => void;
  onBlur: () => void;
  placeholder?: string;
  autoComplete: string;
}
