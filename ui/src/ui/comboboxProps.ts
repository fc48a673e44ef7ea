import type { ControlProps } from "./Field";

export interface ComboboxOption {
  value: string;
  label: string;
}

/** The field as it stands, for either of the two parts that draw it. */
export interface ComboboxFieldProps extends ControlProps {
  options: readonly ComboboxOption[];
  selected: ComboboxOption | null;
  text: string;
  /** Whether `text` was typed since the last choice, and is what to search for. */
  searching: boolean;
  /** The field that stood here before had the focus. */
  hadFocus: boolean;
  onText: (text: string) => void;
  onChoose: (option: ComboboxOption | null) => void;
  onFocus: () => void;
  onBlur: () => void;
  placeholder?: string;
  autoComplete: string;
}
