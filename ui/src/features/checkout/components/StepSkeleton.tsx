import { Skeleton } from "@/ui/Skeleton";
import { STEP_TITLE } from "./StepTitle";

/** Stands in the place of a step whose code is on its way, and takes the focus as its title does. */
export const StepSkeleton = () => (
  <div id={STEP_TITLE} tabIndex={-1} aria-busy="true" className="outline-none">
    <Skeleton className="h-96" />
  </div>
);
