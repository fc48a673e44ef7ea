import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { AuditFilter } from "../../api/audit";
import { ACTIONS, texts } from "../../auditTexts";
import { plainWords } from "../../model/auditEntry";
import { Choice } from "../lists/Choice";
import { SearchField } from "../lists/SearchField";

const words = texts.filters;
const TYPES = Object.entries(texts.types);
const ACTION_OPTIONS = ACTIONS.map((action) => [action, plainWords(action)] as const);

interface Props {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
}

/** Everything by which entries can be found. */
export function AuditFilters({ filter, onChange }: Props) {
  const day = (name: "from" | "to" | "asOf") => (
    <Field label={words[name]}>
      {(control) => (
        <Input
          {...control}
          type="date"
          // A moment, which a link may name, is shown as its day.
          value={filter[name]?.slice(0, 10) ?? ""}
          onChange={(event) => onChange({ [name]: event.target.value || undefined })}
        />
      )}
    </Field>
  );
  return (
    <search className="grid gap-4 rounded-ui border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-4">
      <Choice
        label={words.type}
        value={filter.type}
        options={TYPES}
        onChange={(type) => onChange({ type })}
      />
      <Choice
        label={words.action}
        value={filter.action}
        options={ACTION_OPTIONS}
        onChange={(action) => onChange({ action })}
      />
      <SearchField
        label={words.actor}
        hint={words.actorHint}
        value={filter.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <SearchField
        label={words.subject}
        hint={words.subjectHint}
        value={filter.subject}
        onChange={(subject) => onChange({ subject })}
      />
      {day("from")}
      {day("to")}
      {day("asOf")}
    </search>
  );
}
