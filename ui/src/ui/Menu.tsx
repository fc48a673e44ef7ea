import { lazy, Suspense, type ReactNode } from "react";
import type { MenuItem } from "./menuItem";
import { useOverlay, type TriggerProps } from "./overlay/useOverlay";

const load = () => import("./overlay/MenuPanel");
const MenuPanel = lazy(load);

interface Props {
  /** The button; spread what it is given onto it. */
  trigger: (props: TriggerProps) => ReactNode;
  /** Groups of lines, with a rule between them. */
  groups: readonly (readonly MenuItem[])[];
  /** Text above the lines, the account's e-mail address for example. */
  heading?: ReactNode;
  align?: "start" | "center" | "end";
  onOpenChange?: (open: boolean) => void;
}

/** A menu behind a button: arrow keys, Home, End and first letters walk through it. */
export function Menu({ trigger, groups, heading, align = "end", onOpenChange }: Props) {
  const { trigger: triggerProps, overlay, wanted } = useOverlay({ kind: "menu", load, onOpenChange });
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
