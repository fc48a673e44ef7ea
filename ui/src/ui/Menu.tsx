import { lazy, Suspense, type ReactNode } from "react";
import type { MenuItem } from "./menuItem";
import { useOverlay, type TriggerProps } from "./overlay/useOverlay";

const loadPanel = () => import("./overlay/MenuPanel");
const MenuPanel = lazy(loadPanel);

interface Props {
  /** Draws the button; spread the given props onto it. */
  trigger: (props: TriggerProps) => ReactNode;
  /** Groups of items, separated by lines. */
  groups: readonly (readonly MenuItem[])[];
  /** Text above the items, such as the account's e-mail address. */
  heading?: ReactNode;
  align?: "start" | "center" | "end";
  onOpenChange?: (open: boolean) => void;
}

/** A menu behind a button, with arrow keys, Home, End and first letters. */
export function Menu({ trigger, groups, heading, align = "end", onOpenChange }: Props) {
  const {
    trigger: triggerProps,
    overlay,
    wanted,
  } = useOverlay({ kind: "menu", load: loadPanel, onOpenChange });
  return (
    <>
      {trigger(triggerProps)}
      {wanted && (
        <Suspense fallback={null}>
          <MenuPanel {...overlay} groups={groups} heading={heading} align={align} />
        </Suspense>
      )}
    </>
  );
}
