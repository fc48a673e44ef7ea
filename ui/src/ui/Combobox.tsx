import { Check, ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { controlClass } from "./controlClass";
import { cx } from "./cx";
import type { ControlProps } from "./Field";

export interface ComboboxOption {
  value: string;
  label: string;
}

interface Props extends ControlProps {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  autoComplete?: string;
}

const matches = (option: ComboboxOption, query: string) =>
  option.label.toLowerCase().includes(query) || option.value.toLowerCase() === query;

/** The option that a text can only mean: its value, or what its label begins with before a bracket. */
function meant(options: readonly ComboboxOption[], text: string): ComboboxOption | undefined {
  const query = text.trim().toLowerCase();
  return options.find(
    ({ value, label }) =>
      value.toLowerCase() === query ||
      label.toLowerCase() === query ||
      label.toLowerCase().replace(/ \(.*\)$/, "") === query,
  );
}

/** A searchable list of which one is chosen. The focus stays in the field; arrow keys walk through the list. */
export function Combobox({ options, value, onChange, onBlur, placeholder, autoComplete, ...control }: Props) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** What was typed since the last choice; null: nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const selected = options.find((option) => option.value === value);
  const query = typed?.trim().toLowerCase() ?? "";
  const shown = query ? options.filter((option) => matches(option, query)) : options;

  useEffect(() => {
    if (!open) return;
    list.current?.scrollIntoView?.({ block: "nearest" });
    list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [open, active]);

  function show() {
    setOpen(true);
    setActive(typed === null && selected ? options.indexOf(selected) : -1);
  }
  function close() {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  }
  function choose(option: ComboboxOption | undefined) {
    if (option && option.value !== value) onChange(option.value);
    close();
  }
  function type(text: string) {
    // Filled in by the browser while the focus is elsewhere.
    if (document.activeElement !== input.current) return choose(meant(options, text));
    if (text === "" && value) onChange("");
    setTyped(text);
    setOpen(true);
    setActive(text ? 0 : -1);
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = shown.length - 1;
    if (event.key === "Enter" && open && shown[active]) choose(shown[active]);
    else if (event.key === "Escape" && open) close();
    else if (event.key === "ArrowDown" && open) setActive(active < last ? active + 1 : 0);
    else if (event.key === "ArrowUp" && open) setActive(active > 0 ? active - 1 : last);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") show();
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <input
        {...control}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && shown[active] ? `${listId}-${active}` : undefined}
        autoComplete={autoComplete ?? "off"}
        placeholder={placeholder}
        value={typed ?? selected?.label ?? ""}
        className={cx(controlClass, "pr-11")}
        onChange={(event) => type(event.target.value)}
        onClick={() => !open && show()}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (typed) choose(meant(options, typed));
          else close();
          onBlur?.();
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Show options"
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center text-muted"
        // The focus stays in, or goes to, the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          input.current?.focus();
          if (open) close();
          else show();
        }}
      >
        <ChevronDown aria-hidden className="size-5" />
      </button>
      {open && shown.length > 0 && (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label="Options"
          tabIndex={-1}
          className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-ui border border-line bg-surface p-1 shadow-md"
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown.map((option, index) => (
            // The keyboard works from the field.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={option === selected}
              className={cx(
                "flex min-h-10 cursor-pointer items-center gap-2 rounded-ui px-3",
                index === active && "bg-leaf-soft",
              )}
              onMouseMove={() => index !== active && setActive(index)}
              onClick={() => choose(option)}
            >
              <span className="flex-1">{option.label}</span>
              {option === selected && <Check aria-hidden className="size-4" />}
            </div>
          ))}
        </div>
      )}
      {open && shown.length === 0 && (
        <p
          role="status"
          className="absolute inset-x-0 top-full z-20 mt-1.5 rounded-ui border border-line bg-surface px-4 py-2.5 text-sm text-muted shadow-md"
        >
          Nothing matches.
        </p>
      )}
    </div>
  );
}
