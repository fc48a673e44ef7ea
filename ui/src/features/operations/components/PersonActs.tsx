import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/error";
import type { Person } from "@/api/types";
import { saveAs } from "@/lib/saveAs";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { erasePerson, exportPerson, personQuery } from "../api/person";
import { texts } from "../personTexts";
import { ActDialog } from "./ActDialog";

/** Exports a person's data, and erases it after showing the effects. */
export function PersonActs({ person }: { person: Person }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<keyof typeof texts.acts | null>(null);
  /** The server refused: it also counts a payment without an order, which the order numbers do not show. */
  const [isRefused, setRefused] = useState(false);
  const { _id: id, name, email, role, openOrders } = person;
  const title = name ?? id;
  async function act(reason: string, knowingly: boolean, currentPassword: string) {
    if (asking === "export") saveAs(await exportPerson(id, { reason, currentPassword }), texts.file(id));
    else await erase(reason, knowingly, currentPassword);
  }
  async function erase(reason: string, withOpenOrders: boolean, currentPassword: string) {
    try {
      await erasePerson(id, { reason, withOpenOrders, currentPassword });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setRefused(true);
      throw error;
    }
    // Read from the start: the loaded pages still show erased data.
    void client.resetQueries({ queryKey: personQuery(id).queryKey });
  }
  function close() {
    setAsking(null);
    setRefused(false);
  }
  const goes = role === "merchant" ? [...texts.goes, texts.goesMerchant] : texts.goes;
  return (
    <Card className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Effects title={texts.goesTitle} items={goes} />
        <Effects title={texts.staysTitle} items={texts.stays} />
      </div>
      {role === "admin" && <p className="text-sm text-muted">{texts.admin}</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking("export")}>
          {texts.acts.export.label}
        </Button>
        {role !== "admin" && (
          <Button variant="danger" onClick={() => setAsking("erase")}>
            {texts.acts.erase.label}
          </Button>
        )}
      </div>
      {asking && (
        <ActDialog
          words={texts.acts[asking]}
          name={title}
          typed={asking === "erase" ? (email ?? id) : undefined}
          danger={asking === "erase"}
          asksForPassword
          condition={
            asking === "erase" && (openOrders.length > 0 || isRefused)
              ? {
                  warning: openOrders.length > 0 ? texts.undelivered(openOrders) : texts.paying,
                  accept: texts.knowingly,
                  missing: texts.knowinglyMissing,
                }
              : null
          }
          act={act}
          onClose={close}
        />
      )}
    </Card>
  );
}

function Effects({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="text-h3">{title}</h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
