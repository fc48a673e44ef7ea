import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { texts } from "../../listTexts";

/** Shown when a link's row is not in the list. */
export function RowNotListed({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <Card tone="butter" role="status" className="flex flex-wrap items-center gap-3">
      <div className="flex-1">
        <p className="font-semibold">{title}</p>
        <p>{texts.notHereHint}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={onClear}>
        {texts.showAll}
      </Button>
    </Card>
  );
}
