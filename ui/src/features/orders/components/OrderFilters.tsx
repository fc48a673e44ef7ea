import { Search } from "lucide-react";
import { useId, useState } from "react";
import type { Order } from "@/api/types";
import { cx } from "@/ui/cx";
import { Input } from "@/ui/Input";
import { ORDER_FILTERS, type OrderFilter, type OrderSearch } from "../model/orderParams";
import { findOrders } from "../model/orderSearch";
import { texts } from "../texts";

const words = texts.filter;

interface Props {
  orders: readonly Order[];
  search: OrderSearch;
  /** How many are shown, on all pages together. */
  found: number;
  onChange: (search: OrderSearch) => void;
}

/** Which orders: by where they stand, each with its number, and by a word in them. */
export function OrderFilters({ orders, search: { status, q }, found, onChange }: Props) {
  const id = useId();
  // As typed: the URL has it without the space at the end, which the next word needs.
  const [typed, setTyped] = useState(q ?? "");
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if ((q ?? "") !== typed.trim()) setTyped(q ?? "");
  }
  const choices: (OrderFilter | undefined)[] = [undefined, ...ORDER_FILTERS];
  return (
    <div className="grid gap-4 md:grid-cols-[1fr_18rem] md:items-end">
      <div role="group" aria-label={words.label} className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <button
            key={choice ?? "all"}
            type="button"
            aria-pressed={choice === status}
            className={cx(
              "min-h-11 rounded-full border px-4 text-sm font-semibold",
              choice === status
                ? "border-leaf bg-leaf text-on-leaf"
                : "border-control bg-surface hover:bg-sunken",
            )}
            onClick={() => onChange({ status: choice, q })}
          >
            {words[choice ?? "all"]}{" "}
            <span className="font-normal tabular-nums">
              {findOrders(orders, { status: choice, q }).total}
            </span>
          </button>
        ))}
      </div>
      <div>
        <label htmlFor={id} className="text-sm font-semibold">
          {words.search}
        </label>
        <div className="relative mt-1">
          <Search aria-hidden className="absolute top-3 right-3 size-5 text-muted" />
          <Input
            id={id}
            type="search"
            value={typed}
            placeholder={words.searchHint}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange({ status, q: event.target.value.trim() || undefined });
            }}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {words.found(found)}
      </p>
    </div>
  );
}
