import { vi } from "vitest";
import { BELOW_MD } from "@/lib/media";

const screens = new EventTarget();

/** Sets the width of the screen. A second call in a test rotates the device. */
export function onScreen({ wide }: { wide: boolean }): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) =>
      ({
        matches: media.startsWith("not ") || (!wide && media === BELOW_MD),
        media,
        addEventListener: screens.addEventListener.bind(screens),
        removeEventListener: screens.removeEventListener.bind(screens),
      }) as unknown as MediaQueryList,
  );
  screens.dispatchEvent(new Event("change"));
}
