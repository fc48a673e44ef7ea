import { useState, type ReactNode } from "react";
import type { BulkAnswer } from "@/api/types";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { Table, type Column } from "@/ui/Table";
import { toast } from "@/ui/toast";
import { texts } from "../../listTexts";
import type { Act } from "../../model/act";
import { ActDialog } from "./ActDialog";
import { OpenActDialog } from "./openActDialog";
import { BulkFailures, type FailedRow } from "./BulkFailures";

const words = texts.selection;

/** An action on the selected rows. */
export interface BulkAction {
  label: string;
  look: Act["look"];
  title: (count: number) => string;
  consequence: string;
  reason?: "optional";
  send: (ids: string[], reason?: string) => Promise<BulkAnswer>;
  done: (count: number) => string;
}

interface Row {
  _id: string;
  name: string;
}

interface Props<R extends Row> {
  caption: string;
  rows: R[];
  columns: Column<R>[];
  /** Below `md` (48rem), the content after the checkbox and the name. */
  card: (row: R) => ReactNode;
  actions: readonly BulkAction[];
}

/** A table with selectable rows and bulk actions. Only visible rows can be selected. */
export function SelectableTable<R extends Row>({ caption, rows, columns, card, actions }: Props<R>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<BulkAction | null>(null);
  const [act, setAct] = useState<Act | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [failures, setFailures] = useState<{ done: number; rows: FailedRow[] } | null>(null);
  const ids = rows.filter(({ _id }) => chosen.has(_id)).map(({ _id }) => _id);

  function choose(next: Iterable<string>) {
    setMissing(false);
    setChosen(new Set(next));
  }
  const pick = (id: string, isChosen: boolean) =>
    choose(isChosen ? [...ids, id] : ids.filter((one) => one !== id));
  function ask(action: BulkAction) {
    setMissing(ids.length === 0);
    if (ids.length === 0) return;
    setFailures(null);
    setAsking(action);
  }
  function reportResults({ results }: BulkAnswer, action: BulkAction) {
    const failed = results.filter(({ success }) => !success);
    choose(failed.map(({ id }) => id));
    if (failed.length === 0) {
      toast.success(action.done(results.length));
      return;
    }
    const named = failed.map(({ id, message }) => ({
      id,
      name: rows.find(({ _id }) => _id === id)?.name ?? id,
      why: message ?? words.unknown,
    }));
    setFailures({ done: results.length - failed.length, rows: named });
  }

  const selectAll = (hidden: boolean) => (
    <Checkbox
      label={words.all}
      hideLabel={hidden}
      checked={ids.length === rows.length}
      indeterminate={ids.length > 0 && ids.length < rows.length}
      onChange={(event) => choose(event.target.checked ? rows.map(({ _id }) => _id) : [])}
    />
  );
  const select = ({ _id, name }: R) => (
    <Checkbox
      label={words.one(name)}
      hideLabel
      checked={chosen.has(_id)}
      onChange={(event) => pick(_id, event.target.checked)}
    />
  );
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="md:hidden">{selectAll(false)}</div>
        <p role="status" className="font-semibold tabular-nums">
          {words.selected(ids.length)}
        </p>
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button
              key={action.label}
              size="sm"
              variant={action.look === "danger" ? "danger" : "secondary"}
              onClick={() => ask(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
        <p role="alert" className="font-medium text-danger empty:hidden">
          {isMissing && words.missing}
        </p>
      </div>
      {failures && <BulkFailures {...failures} onDismiss={() => setFailures(null)} />}
      <OpenActDialog value={setAct}>
        <Table
          caption={caption}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={[{ key: "select", header: selectAll(true), cell: select }, ...columns]}
          card={(row) => (
            <Card role="group" aria-label={row.name} className="flex gap-3">
              {select(row)}
              <div className="grid min-w-0 flex-1 gap-3">{card(row)}</div>
            </Card>
          )}
        />
      </OpenActDialog>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
      {asking && (
        <ActDialog
          act={actOf(asking, ids)}
          onClose={() => setAsking(null)}
          onDone={(answer) => reportResults(answer, asking)}
        />
      )}
    </div>
  );
}

const actOf = (
  { label, look, title, consequence, reason, send }: BulkAction,
  ids: string[],
): Act<BulkAnswer> => ({
  label,
  look,
  title: title(ids.length),
  consequence,
  reason,
  run: (why) => send(ids, why),
  failed: words.failed,
});
