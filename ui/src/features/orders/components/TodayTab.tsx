import { useQuery } from "@tanstack/react-query";
import { PackageCheck, Printer } from "lucide-react";
import type { User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { useToday } from "@/lib/useToday";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { toast, withUndo } from "@/ui/toast";
import { packingListQuery, pickListQuery } from "../api/reports";
import { useTicks } from "../model/useTicks";
import { texts } from "../texts";
import { PackingList } from "./PackingList";
import { PickList } from "./PickList";

const words = texts.today;
const failed = { title: words.failed, hint: texts.tryAgain, level: 3 } as const;
const pending = <Skeleton className="h-96" />;

/** The merchant's day: the pick list and the packing list, ticked off here or on paper. */
export function TodayTab({ merchant }: { merchant: User }) {
  const day = useToday(merchant.address);
  const { ticks, tick, clear } = useTicks(merchant._id, day);
  const pick = useQuery(pickListQuery);
  const packing = useQuery(packingListQuery);
  function startOver() {
    clear();
    toast.message(
      words.cleared,
      withUndo(words.undo, () => tick(ticks)),
    );
  }
  return (
    <section aria-labelledby="today" className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="today" className="text-h2">
            {words.title}
          </h2>
          <p className="text-muted">{words.hint(formatDate(day))}</p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {Object.values(ticks).some((units) => units > 0) && (
            <Button variant="quiet" onClick={startOver}>
              {words.clear}
            </Button>
          )}
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" /> {words.print}
          </Button>
        </div>
      </div>
      <QueryView
        query={pick}
        pending={pending}
        failed={failed}
        empty={
          <EmptyState
            level={3}
            title={words.none}
            hint={words.noneHint}
            icon={<PackageCheck aria-hidden className="size-10" />}
          />
        }
      >
        {(entries) => (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:block">
            <PickList entries={entries} ticks={ticks} onTick={tick} />
            <QueryView query={packing} pending={pending} failed={failed}>
              {(bags) => <PackingList entries={bags} ticks={ticks} onTick={tick} />}
            </QueryView>
          </div>
        )}
      </QueryView>
    </section>
  );
}
