import { Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { currentTheme, hasChosenTheme, setTheme } from "@/lib/theme";
import { buttonClass } from "@/ui/buttonClass";
import { texts } from "../texts";

/** Light or dark; without a choice the page follows the system's theme. */
export function ThemeSwitch() {
  const [theme, show] = useState(currentTheme);
  useEffect(() => {
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      if (hasChosenTheme()) return;
      document.documentElement.dataset.theme = system.matches ? "dark" : "light";
      show(currentTheme());
    };
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  const other = theme === "dark" ? "light" : "dark";
  const Icon = other === "dark" ? Moon : Sun;
  return (
    <button
      type="button"
      name="theme"
      className={buttonClass("quiet", "icon")}
      aria-label={texts.switchTheme(other)}
      onClick={() => {
        setTheme(other);
        show(other);
      }}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
