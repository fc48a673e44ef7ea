import { Spinner } from "@/ui/Spinner";
import { texts } from "../texts";

/** While a guard or a loader takes its time. */
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
