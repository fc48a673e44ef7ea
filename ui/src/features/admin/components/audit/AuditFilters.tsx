import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { AuditFilter } from "../../api/audit";
import { ACTIONS, texts } from "../../auditTexts";
import { humanized } from "../../model/auditEntry";
import { Choice } from "../lists/Choice";
import { Filters } from "../lists/Filters";
import { SearchField } from "../lists/SearchField";

const words = texts.filters;
const TYPES = Object.entries(texts.types);
const ACTION_OPTIONS = ACTIONS.map((action) => [action, humanized(action)] as const);

interface Props {
  filter: AuditFilter;
  onChange: (change: AuditFilter) => void;
}

/** The filters of the audit. */
export function AuditFilters({ filter, onChange }: Props) {
  const day = (name: "from" | "to" | "asOf") => (
    <Field label={words[name]}>
      {(control) => (
        <Input
          {...control}
          type="date"
          // A link may name a time; the field shows its day.
          value={filter[name]?.slice(0, 10) ?? ""}
          onChange={(event) => onChange({ [name]: event.target.value || undefined })}
        />
      )}
    </Field>
  );
  return (
    <Filters
      first={
        <Choice
          label={words.type}
          value={filter.type}
          options={TYPES}
          onChange={(type) => onChange({ type })}
        />
      }
      chosen={Object.entries(filter).filter(([name, value]) => name !== "type" && value).length}
    >
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
    </Filters>
  );
}
