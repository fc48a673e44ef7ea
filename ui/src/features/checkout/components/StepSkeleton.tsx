import { Skeleton } from "@/ui/Skeleton";

/** Stands in the place of a step whose code is on its way. */
export const StepSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="h-96" />
  </div>
);
