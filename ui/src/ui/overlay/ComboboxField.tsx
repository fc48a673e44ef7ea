import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isTyping } from "@/lib/isTyping";
import type { ComboboxFieldProps, ComboboxOption } from "../comboboxProps";
import { controlClass } from "../controlClass";
import { cx } from "../cx";
import { texts } from "../lazyTexts";
import { panelClass } from "./panelClass";

const matches = (option: ComboboxOption, text: string) => {
  const query = text.trim().toLowerCase();
  return option.label.toLowerCase().includes(query) || option.value.toLowerCase() === query;
};

/** The field of a `<Combobox>` with its list. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { options, selected, text, searching, hadFocus, onText, onChoose, onBlur, ...control } = props;
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const actions = useRef<Combobox.Root.Actions>(null);
  useEffect(() => {
    if (!open) actions.current?.unmount();
  }, [open]);
  const takesFocus = useRef(hadFocus);
  // Before the paint, so that no key is lost.
  useLayoutEffect(() => {
    if (takesFocus.current) input.current?.focus();
  }, []);
  return (
    <Combobox.Root
      items={options}
      value={selected}
      onValueChange={(option, { reason }) => {
        if (reason === "item-press") onChoose(option);
      }}
      inputValue={text}
      onInputValueChange={(value, { reason }) => {
        if (reason === "input-change" || reason === "input-clear") onText(value);
      }}
      filter={searching ? matches : () => true}
      isItemEqualToValue={(one, other) => one.value === other.value}
      autoHighlight
      actionsRef={actions}
      open={open}
      onOpenChange={setOpen}
    >
      <div className="relative">
        <Combobox.Input
          {...control}
          ref={input}
          className={cx(controlClass, "pr-11")}
          onKeyDown={(event) => {
            // Escape closes the list without clearing the field.
            if ((event.key === "Escape" && !open) || isTyping(event.nativeEvent))
              event.preventBaseUIHandler();
          }}
          onBlur={onBlur}
        />
        <Combobox.Trigger
          tabIndex={-1}
          aria-label={texts.showOptions}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center text-muted"
        >
          <ChevronDown aria-hidden className="size-5" />
        </Combobox.Trigger>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} className="z-50">
          {/* Not Base UI's popup: it hides the rest of the page, including the field's label, from assistive
             technology, while the focus stays in the field. */}
          <div className={cx(panelClass, "w-(--anchor-width) p-1")}>
            <Combobox.Empty className="px-3 py-2 text-sm text-muted empty:hidden">
              {texts.noMatch}
            </Combobox.Empty>
            <Combobox.List className="max-h-72 overflow-y-auto" aria-label={texts.options}>
              {(option: ComboboxOption) => (
                <Combobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-10 cursor-pointer items-center gap-2 rounded-ui px-3 data-highlighted:bg-leaf-soft"
                >
                  <span className="flex-1">{option.label}</span>
                  <Combobox.ItemIndicator>
                    <Check aria-hidden className="size-4" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </div>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
