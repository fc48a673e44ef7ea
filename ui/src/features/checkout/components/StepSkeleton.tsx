import { Skeleton } from "@/ui/Skeleton";

/** A placeholder for a step whose code is loading. */
export const StepSkeleton = () => (
  <div aria-busy="true">
    <Skeleton className="h-96" />
  </div>
);
