import { Picture } from "@/ui/Picture";
import { Skeleton } from "@/ui/Skeleton";
import { PICTURE_SIZES } from "./Gallery";

interface Props {
  /** Data of the product, filled in by the server. */
  known?: { name: string; picture?: string };
}

/** A placeholder for the picture and the text beside it. */
export function ProductSkeleton({ known }: Props) {
  return (
    <div className="grid gap-8 pt-10 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
      {known?.picture ? (
        <Picture src={known.picture} alt={known.name} eager sizes={PICTURE_SIZES} />
      ) : (
        <Skeleton className="aspect-4/3" />
      )}
      <div className="grid content-start gap-4">
        <Skeleton className="h-6 w-1/3" />
        {known ? <h1 className="text-h1">{known.name}</h1> : <Skeleton className="h-10 w-4/5" />}
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    </div>
  );
}
