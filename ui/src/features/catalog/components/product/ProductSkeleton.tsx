import { Skeleton } from "@/ui/Skeleton";

/** Room for the picture and the words beside it. */
export function ProductSkeleton() {
  return (
    <div className="grid gap-8 pt-10 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
      <Skeleton className="aspect-4/3" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    </div>
  );
}
