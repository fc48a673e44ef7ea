import { WifiOff } from "lucide-react";
import { useOnline } from "@/lib/online";
import { texts } from "../texts";
import { Notice } from "./Notice";

/** Says that the browser has no network. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && <Notice icon={<WifiOff aria-hidden className="size-4 shrink-0" />}>{texts.offline}</Notice>}
    </div>
  );
}
