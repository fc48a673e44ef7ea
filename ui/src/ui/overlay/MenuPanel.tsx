import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import { Fragment, useRef, type ReactNode } from "react";
import { cx } from "../cx";
import type { MenuItem } from "../menuItem";
import { panelClass } from "./panelClass";
import type { OverlayProps } from "./useOverlay";

interface Props extends OverlayProps {
  groups: readonly (readonly MenuItem[])[];
  heading?: ReactNode;
  align: "start" | "center" | "end";
}

const line =
  "flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-ui px-3 text-left outline-none data-highlighted:bg-sunken";

/** The open state of a `<Menu>`. */
export default function MenuPanel(props: Props) {
  const { open, onOpenChange, byKeyboard, anchor, id, labelledBy, groups, heading, align } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    // Not modal: the page keeps its scroll bar, and a click elsewhere takes effect.
    <Menu.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(opened) => {
        if (opened && byKeyboard) popup.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
      }}
      modal={false}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align={align} sideOffset={12} collisionPadding={8} className="z-50">
          <Menu.Popup
            ref={popup}
            id={id}
            aria-labelledby={labelledBy}
            finalFocus={anchor}
            className={cx(panelClass, "w-60 p-2 outline-none")}
          >
            {heading && <p className="truncate px-3 py-2 text-sm text-muted">{heading}</p>}
            {groups.map((items, index) => (
              <Fragment key={items[0]?.label}>
                {index > 0 && <Menu.Separator className="mx-3 my-2 border-t border-line" />}
                {items.map((item) => (
                  <Line key={item.label} item={item} />
                ))}
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Line({ item }: { item: MenuItem }) {
  const content = (
    <>
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.aside}
    </>
  );
  if ("onSelect" in item) {
    return (
      <Menu.Item className={line} onClick={item.onSelect}>
        {content}
      </Menu.Item>
    );
  }
  return (
    <Menu.LinkItem
      closeOnClick
      className={line}
      render={<Link to={item.to} params={item.params} search={item.search} />}
    >
      {content}
    </Menu.LinkItem>
  );
}
