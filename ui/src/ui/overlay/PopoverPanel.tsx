import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { cx } from "../cx";
import { panelClass } from "./panelClass";
import type { OverlayProps } from "./useOverlay";

interface Props extends OverlayProps {
  label?: string;
  align: "start" | "center" | "end";
  children: ReactNode;
}

/** The open state of a `<Popover>`. */
export default function PopoverPanel({
  open,
  onOpenChange,
  anchor,
  align,
  id,
  label,
  labelledBy,
  children,
}: Props) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align={align}
          sideOffset={12}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            id={id}
            aria-label={label}
            aria-labelledby={label ? undefined : labelledBy}
            finalFocus={anchor}
            className={cx(panelClass, "w-96 p-2")}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
