import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { isNotFound } from "@/api/error";
import { productQuery } from "@/api/products";
import { useUser } from "@/api/session";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { texts } from "../texts";
import type { PreviewSlots } from "./PreviewPane";
import { ProductEditor } from "./ProductEditor";

interface Props {
  /** Absent for a new product. */
  id: string | undefined;
  preview: PreviewSlots;
  onDone: () => void;
}

/** The form of a new product, or of an existing one of the merchant. */
export function EditProduct({ id, ...editor }: Props) {
  const user = useUser();
  const query = useQuery({ ...productQuery(id ?? ""), enabled: id !== undefined });
  if (id === undefined) return <ProductEditor key="new" {...editor} />;
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-screen" />}
      failed={{ title: texts.products.failed, hint: texts.products.tryAgain }}
      renderError={(error) => isNotFound(error) && <NotFound />}
    >
      {(product) =>
        // Somebody else's public product answers, too.
        product.merchant._id === user?._id ? (
          <ProductEditor key={id} product={product} {...editor} />
        ) : (
          <NotFound />
        )
      }
    </QueryView>
  );
}

const NotFound = () => (
  <EmptyState
    title={texts.edit.notFound}
    hint={texts.edit.notFoundHint}
    icon={<SearchX aria-hidden className="size-10" />}
    action={<ButtonLink to="/dashboard/merchant">{texts.edit.toProducts}</ButtonLink>}
  />
);
