import { useState, type KeyboardEvent } from "react";
import { isTyping } from "@/lib/isTyping";

/**
 * Keyboard handling of a field with a list below it: the focus stays in the field, arrow keys move through the list.
 */
export function useListbox(count: number, choose: (index: number) => void) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isOpen = open && count > 0;
  const current = isOpen && active < count ? active : -1;

  function show(): void {
    setOpen(true);
    setActive(-1);
  }
  function close(): void {
    setOpen(false);
    setActive(-1);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isTyping(event.nativeEvent)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) show();
      else {
        const step = event.key === "ArrowDown" ? 1 : -1;
        // One position more than there are options: the field itself.
        const next = (current + 1 + step + count + 1) % (count + 1);
        setActive(next - 1);
      }
    } else if (event.key === "Escape" && isOpen) close();
    else if (event.key === "Enter" && current >= 0) choose(current);
    else return;
    event.preventDefault();
  }
  return { shown: isOpen, active: current, setActive, show, close, onKeyDown };
}
