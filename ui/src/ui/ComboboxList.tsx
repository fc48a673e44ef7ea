import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import type { ComboboxOption, ComboboxProps } from "./Combobox";
import { controlClass } from "./controlClass";
import { cx } from "./cx";

/** The working part of `Combobox`, with Base UI in it. */
export function ComboboxList({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  emptyText,
  readOnly,
  ...control
}: ComboboxProps) {
  const selected = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root
      items={options}
      value={selected}
      onValueChange={(option: ComboboxOption | null) => onChange(option?.value ?? "")}
      readOnly={readOnly}
    >
      <div className="relative">
        <Base.Input
          {...control}
          placeholder={placeholder}
          onBlur={onBlur}
          className={cx(controlClass, "pr-11")}
        />
        <Base.Trigger
          aria-label="Show options"
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center text-muted"
        >
          <ChevronDown aria-hidden className="size-5" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-ui border border-line bg-surface p-1 shadow-md">
            <Base.Empty className="px-3 py-2 text-sm text-muted empty:hidden">
              {emptyText ?? "Nothing matches."}
            </Base.Empty>
            <Base.List>
              {(option: ComboboxOption) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-10 items-center gap-2 rounded-ui px-3 data-highlighted:bg-leaf-soft"
                >
                  <span className="flex-1">{option.label}</span>
                  <Base.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
