import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useId, type FormEvent } from "react";
import { cx } from "@/ui/cx";

/** Goes to the search results; blank text is ignored. */
export function SearchForm({ className, onSearch }: { className?: string; onSearch?: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get("search") ?? "").trim();
    if (search === "") return;
    onSearch?.();
    void navigate({ to: "/products", search: { search } });
  }
  return (
    <form role="search" className={cx("relative", className)} onSubmit={onSubmit}>
      <label htmlFor={id} className="sr-only">
        Search products
      </label>
      <input
        id={id}
        name="search"
        type="search"
        placeholder="Tomatoes, sourdough, honey…"
        className="h-11 w-full rounded-ui border border-control bg-surface pr-12 pl-4 placeholder:text-muted"
      />
      <button
        type="submit"
        aria-label="Search"
        className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-ui text-muted hover:text-ink"
      >
        <Search aria-hidden className="size-5" />
      </button>
    </form>
  );
}
