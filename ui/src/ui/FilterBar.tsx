import { Search } from "lucide-react";
import { useId, useState } from "react";
import { chipClass } from "./chipClass";
import { cx } from "./cx";
import { Input } from "./Input";

export interface FilterChoice<T extends string> {
  /** Undefined: everything. */
  value: T | undefined;
  label: string;
  count: number;
}

interface Props<T extends string> {
  /** Names the group of choices for assistive technology. */
  label: string;
  choices: readonly FilterChoice<T>[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
  /** The words to look for, as the URL has them. */
  query: string | undefined;
  onQuery: (query: string | undefined) => void;
  searchLabel: string;
  searchHint: string;
  /** Tells assistive technology how many are shown. */
  found: string;
  /** Stay on one line that scrolls on a phone: for more choices than fit. */
  scroll?: boolean;
}

/** Narrows a list: by one of a few states, each with its number, and by words. */
export function FilterBar<T extends string>(props: Props<T>) {
  const { label, choices, value, onChange, query, onQuery, scroll } = props;
  const id = useId();
  // As typed: the URL has it without the space at the end, which the next word needs.
  const [typed, setTyped] = useState(query ?? "");
  const [known, setKnown] = useState(query);
  if (query !== known) {
    setKnown(query);
    if ((query ?? "") !== typed.trim()) setTyped(query ?? "");
  }
  return (
    <div className="grid min-w-0 gap-4 md:grid-cols-[1fr_18rem] md:items-end">
      <div
        role="group"
        aria-label={label}
        className={cx(
          "flex min-w-0 gap-2",
          scroll ? "max-md:-mx-1 max-md:overflow-x-auto max-md:p-1 md:flex-wrap" : "flex-wrap",
        )}
      >
        {choices.map((choice) => (
          <button
            key={choice.value ?? "all"}
            type="button"
            aria-pressed={choice.value === value}
            className={chipClass(choice.value === value)}
            onClick={() => onChange(choice.value)}
          >
            {choice.label} <span className="font-normal tabular-nums">{choice.count}</span>
          </button>
        ))}
      </div>
      <div>
        <label htmlFor={id} className="text-sm font-semibold">
          {props.searchLabel}
        </label>
        <div className="relative mt-1">
          {/* The browser puts its cross there when something is typed. */}
          {typed === "" && <Search aria-hidden className="absolute top-3 right-3 size-5 text-muted" />}
          <Input
            id={id}
            type="search"
            value={typed}
            placeholder={props.searchHint}
            onChange={(event) => {
              setTyped(event.target.value);
              onQuery(event.target.value.trim() || undefined);
            }}
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {props.found}
      </p>
    </div>
  );
}
