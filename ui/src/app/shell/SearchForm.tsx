import { useNavigate, useSearch } from "@tanstack/react-router";
import { SearchForm as SearchField } from "@/features/search/components/SearchForm";
import type { SearchOption } from "@/features/search/model/useOptions";
import { CATEGORIES } from "@/lib/categories";

/** Opens the search results and shows the current search. */
export function SearchForm({ className, onSearch }: { className?: string; onSearch?: () => void }) {
  const navigate = useNavigate();
  const { search } = useSearch({ strict: false });
  function open({ kind, id, text }: SearchOption): void {
    onSearch?.();
    const category = CATEGORIES.find((slug) => slug === id);
    if (kind === "product") void navigate({ to: "/products/$id", params: { id } });
    else if (kind === "merchant") void navigate({ href: `/merchant/${id}` });
    else void navigate({ to: "/products", search: category ? { category } : { search: text } });
  }
  return (
    <SearchField
      value={search}
      className={className}
      onSearch={(text) => {
        onSearch?.();
        void navigate({ to: "/products", search: { search: text } });
      }}
      onOpen={open}
    />
  );
}
