import { Search } from "lucide-react";
import { useId, useState } from "react";
import { chipClass } from "./chipClass";
import { cx } from "./cx";
import { Input } from "./Input";

export interface FilterChoice<T extends string> {
  /** Undefined: all. */
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
  /** The search text in the URL. */
  query: string | undefined;
  onQuery: (query: string | undefined) => void;
  searchLabel: string;
  searchHint: string;
  /** Announces the number of matches. */
  found: string;
  /** Keeps the choices on one line that scrolls on a phone, for more than fit. */
  scroll?: boolean;
}

/** Filters a list by one of a few states with counts, and by text. */
export function FilterBar<T extends string>(props: Props<T>) {
  const { label, choices, value, onChange, query, onQuery, scroll } = props;
  const id = useId();
  // The typed text. The URL trims it; the field keeps a trailing space, which the next word needs.
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
          {/* The browser shows its clear button here once there is text. */}
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
