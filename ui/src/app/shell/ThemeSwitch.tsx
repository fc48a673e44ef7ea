import { Moon, Sun } from "lucide-react";
import { setTheme, useTheme } from "@/lib/theme";
import { buttonClass } from "@/ui/buttonClass";
import { texts } from "../texts";

/** Switches between light and dark. */
export function ThemeSwitch() {
  const other = useTheme() === "dark" ? "light" : "dark";
  const Icon = other === "dark" ? Moon : Sun;
  return (
    <button
      type="button"
      name="theme"
      className={buttonClass("quiet", "icon")}
      aria-label={texts.switchTheme(other)}
      onClick={() => setTheme(other)}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
