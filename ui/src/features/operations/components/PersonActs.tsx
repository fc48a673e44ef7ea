import { useState } from "react";
import type { Person } from "@/api/types";
import { saveAs } from "@/lib/saveAs";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { erasePerson, exportPerson } from "../api/person";
import { texts } from "../personTexts";
import { ActDialog } from "./ActDialog";

/** The person's data as a file, and what an erasure takes and leaves before it is asked for. */
export function PersonActs({ person }: { person: Person }) {
  const [asking, setAsking] = useState<keyof typeof texts.acts | null>(null);
  const { _id: id, name, email, role, openOrders } = person;
  const title = name ?? id;
  async function act(reason: string, knowingly: boolean) {
    if (asking === "export") saveAs(await exportPerson(id, reason), texts.file(id));
    else await erasePerson(id, reason, knowingly);
  }
  const goes = role === "merchant" ? [...texts.goes, texts.goesMerchant] : texts.goes;
  return (
    <Card className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <What title={texts.goesTitle} items={goes} />
        <What title={texts.staysTitle} items={texts.stays} />
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
          condition={
            asking === "erase" && openOrders.length > 0
              ? {
                  warning: texts.undelivered(openOrders),
                  accept: texts.knowingly,
                  missing: texts.knowinglyMissing,
                }
              : null
          }
          act={act}
          onClose={() => setAsking(null)}
        />
      )}
    </Card>
  );
}

function What({ title, items }: { title: string; items: readonly string[] }) {
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
