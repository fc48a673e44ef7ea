import { lazy, Suspense, type ReactNode } from "react";
import { useOverlay, type TriggerProps } from "./overlay/useOverlay";

const loadPanel = () => import("./overlay/PopoverPanel");
const PopoverPanel = lazy(loadPanel);

interface Props {
  /** Draws the button; spread the given props onto it. */
  trigger: (props: TriggerProps) => ReactNode;
  /** Names the panel; by default the button does. */
  label?: string;
  align?: "start" | "center" | "end";
  onOpenChange?: (open: boolean) => void;
  /** The content, drawn while open; `close` closes the panel. */
  children: (close: () => void) => ReactNode;
}

/** A panel beside its button. Escape, a click elsewhere and the button close it. */
export function Popover({ trigger, label, align = "end", onOpenChange, children }: Props) {
  const {
    trigger: triggerProps,
    overlay,
    wanted,
    close,
  } = useOverlay({ kind: "dialog", load: loadPanel, onOpenChange });
  return (
    <>
      {trigger(triggerProps)}
      {wanted && (
        <Suspense fallback={null}>
          <PopoverPanel {...overlay} label={label} align={align}>
            {children(close)}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  );
}
