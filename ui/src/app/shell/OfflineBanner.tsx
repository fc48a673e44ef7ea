import { WifiOff } from "lucide-react";
import { useOnline } from "@/lib/online";
import { texts } from "../texts";
import { Notice } from "./Notice";

/** Shown while the browser is offline. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && <Notice icon={<WifiOff aria-hidden className="size-4 shrink-0" />}>{texts.offline}</Notice>}
    </div>
  );
}
