import { Search } from "lucide-react";
import { useEffect, useId, useRef, type FormEvent } from "react";
import { cx } from "./cx";

interface Props {
  label: string;
  placeholder?: string;
  /** The text in force, shown again whenever it changes elsewhere. */
  value?: string;
  /** Called with trimmed text; blank text is ignored. */
  onSearch: (text: string) => void;
  className?: string;
}

export function SearchBox({ label, placeholder, value = "", onSearch, className }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (text !== "") onSearch(text);
  }
  return (
    <form role="search" aria-label={label} className={cx("relative", className)} onSubmit={onSubmit}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name="search"
        type="search"
        defaultValue={value}
        placeholder={placeholder}
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
