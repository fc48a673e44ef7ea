import { Heart, LogOut } from "lucide-react";
import { buttonClass } from "@/ui/buttonClass";
import { Menu } from "@/ui/Menu";
import type { MenuItem } from "@/ui/menuItem";
import { nothing, SENTENCE } from "../samples";
import { useOpened } from "./useOpened";

const GROUPS: MenuItem[][] = [
  [
    { label: "Favorites", icon: <Heart aria-hidden className="size-5" />, aside: "3", to: "/" },
    { label: SENTENCE, to: "/" },
  ],
  [{ label: "Log out", icon: <LogOut aria-hidden className="size-5" />, onSelect: nothing }],
];

export function OpenMenu() {
  useOpened();
  return (
    <Menu
      heading="cora@example.com"
      groups={GROUPS}
      align="start"
      trigger={(props) => (
        <button {...props} className={buttonClass("secondary")}>
          Account
        </button>
      )}
    />
  );
}
