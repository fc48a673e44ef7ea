import { Sprout } from "lucide-react";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import type { ProductSearch } from "../model/productSearch";
import { texts } from "../texts";

const { list } = texts;

interface Props {
  search: ProductSearch;
  page: number;
  totalPages: number;
}

/** A page after the last one: the list has products, but not that many. */
export function BeyondEnd({ search, page, totalPages }: Props) {
  return (
    <EmptyState
      title={list.endsEarlier}
      hint={<span role="status">{list.noSuchPage(page, totalPages)}</span>}
      icon={<Sprout aria-hidden className="size-10" />}
      action={
        <>
          {totalPages > 1 && (
            <ButtonLink to="/products" search={{ ...search, page: totalPages }}>
              {list.lastPage}
            </ButtonLink>
          )}
          <ButtonLink to="/products" search={{ ...search, page: undefined }} variant="secondary">
            {list.firstPage}
          </ButtonLink>
        </>
      }
    />
  );
}
