import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { withFilters, type ProductSearch } from "../model/productSearch";
import { texts } from "../texts";

interface Props {
  search: ProductSearch;
  /** The corrected search. */
  corrected: string;
}

/** Shows the corrected search in place of the typed one. */
export function Correction({ search, corrected }: Props) {
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <span role="status" className="font-semibold">
        {texts.list.correctedTo(corrected)}
      </span>
      <Link
        to="/products"
        search={withFilters(search, { exact: "1" })}
        className="inline-flex min-h-6 items-center text-sm underline underline-offset-4"
      >
        {texts.list.searchInstead(search.search ?? "")}
      </Link>
    </p>
  );
}

/** The typed search: the server corrects it only when no product matches. */
export function NoExactMatch({ search, corrected }: Props) {
  return (
    <EmptyState
      title={texts.list.nothingCalled(search.search ?? "")}
      icon={<SearchX aria-hidden className="size-10" />}
      action={
        <ButtonLink to="/products" search={withFilters(search, { exact: undefined })}>
          {texts.list.showCorrected(corrected)}
        </ButtonLink>
      }
    />
  );
}
