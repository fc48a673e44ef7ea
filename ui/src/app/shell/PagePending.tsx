import { Spinner } from "@/ui/Spinner";
import { texts } from "../texts";

/** Shown while a guard or a loader is running. */
export function PagePending() {
  return (
    <div
      role="status"
      className="container-page flex min-h-[60vh] items-center justify-center gap-3 text-muted"
    >
      <Spinner />
      {texts.loading}
    </div>
  );
}
