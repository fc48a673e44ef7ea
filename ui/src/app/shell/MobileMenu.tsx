import { Menu } from "lucide-react";
import { useState } from "react";
import type { User } from "@/api/types";
import { buttonClass } from "@/ui/buttonClass";
import { texts } from "../texts";
import { MobileDrawer } from "./lazyParts";

/** The button of a phone's menu; the menu's code loads on the first click. */
export function MobileMenu({ user }: { user: User | null | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        className={buttonClass("quiet", "icon", "-ml-2.5 md:hidden")}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden className="size-6" />
      </button>
      {open && <MobileDrawer user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
