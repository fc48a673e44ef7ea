import { useState, type FormEvent } from "react";
import { compact } from "@/lib/search";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { EventFilter } from "../api/events";
import { texts } from "../texts";

const words = texts.events.filters;
const FIELDS = ["stream", "type", "correlation"] as const;
const DAYS = ["from", "to"] as const;

interface Props {
  filter: EventFilter;
  onFilter: (filter: EventFilter) => void;
}

/** The event filters; they are in the URL. */
export function EventFilters({ filter, onFilter }: Props) {
  const [entered, setEntered] = useState<EventFilter>(filter);
  function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = Object.entries(entered).map(([name, value]) => [name, (value as string).trim()]);
    onFilter(compact(Object.fromEntries(trimmed) as EventFilter));
  }
  const control = (name: keyof EventFilter) => ({
    value: entered[name] ?? "",
    onChange: (event: { target: { value: string } }) =>
      setEntered({ ...entered, [name]: event.target.value }),
  });
  return (
    <form role="search" aria-label={words.label} className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-4 md:grid-cols-3">
        {FIELDS.map((name) => (
          <Field key={name} label={words[name]}>
            {(props) => (
              <Input {...props} {...control(name)} placeholder={words.hints[name]} spellCheck={false} />
            )}
          </Field>
        ))}
        {DAYS.map((name) => (
          <Field key={name} label={words[name]}>
            {(props) => <Input {...props} {...control(name)} type="date" />}
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" variant="leaf">
          {words.show}
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button size="sm" variant="secondary" onClick={() => onFilter({})}>
            {words.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
