import { useNavigate, useSearch } from "@tanstack/react-router";
import { SearchBox } from "@/ui/SearchBox";

/** Goes to the search results, and shows what was searched for. */
export function SearchForm({ className, onSearch }: { className?: string; onSearch?: () => void }) {
  const navigate = useNavigate();
  const { search } = useSearch({ strict: false });
  return (
    <SearchBox
      label="Search the market"
      placeholder="Tomatoes, sourdough, honey…"
      value={search}
      className={className}
      onSearch={(text) => {
        onSearch?.();
        void navigate({ to: "/products", search: { search: text } });
      }}
    />
  );
}
