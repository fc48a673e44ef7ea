import { Skeleton } from "@/ui/Skeleton";

export function MerchantSkeleton() {
  return (
    <>
      <div className="flex gap-6">
        <Skeleton className="size-20" />
        <div className="grid gap-3">
          <Skeleton className="h-10 w-56 sm:w-80" />
          <Skeleton className="h-6 w-40" />
        </div>
      </div>
      <div className="mt-8 grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-4">
        <Skeleton className="h-26" />
        <Skeleton className="h-26" />
        <Skeleton className="h-26" />
        <Skeleton className="h-26" />
      </div>
    </>
  );
}
