import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Download, TrendingUp } from "lucide-react";
import type { SalesReport, User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { saveAs } from "@/lib/saveAs";
import { useToday } from "@/lib/useToday";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { salesQuery } from "../api/sales";
import { csvFile } from "../model/csv";
import { GROUPINGS, parseSales, PERIODS, rangesOf, type Range, type SalesSearch } from "../model/period";
import { linesOf, tableOf } from "../model/salesRows";
import { stepsOf } from "../model/series";
import { texts } from "../texts";
import { Choice } from "./Choice";
import { SalesChart } from "./SalesChart";
import { SalesFigures } from "./SalesFigures";
import { SalesTable } from "./SalesTable";

const route = getRouteApi("/dashboard/merchant");
const failed = { title: texts.failed, hint: texts.tryAgain, level: 3 } as const;

/** The sales of a period, compared with the period before. Period and grouping are in the URL. */
export function SalesTab({ merchant }: { merchant: User }) {
  const { tab, ...raw } = route.useSearch();
  const navigate = route.useNavigate();
  const search = parseSales(raw);
  const today = useToday(merchant.address);
  const { now, before } = rangesOf(search.period, today);
  const current = useQuery({
    ...salesQuery({ by: "day", ...now }),
    placeholderData: keepPreviousData,
  });
  const past = useQuery(salesQuery({ by: "day", ...before }));
  const show = (change: Partial<SalesSearch>) =>
    void navigate({ search: { tab, ...search, ...change }, replace: true, resetScroll: false });
  return (
    <section aria-labelledby="sales" className="grid min-w-0 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="sales" className="text-h2">
            {texts.title}
          </h2>
          <p className="text-muted">{texts.between(formatDate(now.from), formatDate(now.to))}</p>
        </div>
        <Choice
          label={texts.period}
          choices={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
          value={search.period}
          onChange={(period) => show({ period })}
        />
      </div>
      <QueryView className="min-w-0" query={current} pending={<Skeleton className="h-96" />} failed={failed}>
        {(report) => (
          <div className="grid min-w-0 gap-6">
            <SalesFigures now={report.totals} before={past.data?.totals} range={now} />
            <Card>
              <SalesChart
                now={stepsOf(report.sales, now, search.period)}
                before={past.data ? stepsOf(past.data.sales, before, search.period) : []}
                label={texts.chart(
                  formatMoney(report.totals.net),
                  past.data ? formatMoney(past.data.totals.net) : "–",
                )}
              />
            </Card>
          </div>
        )}
      </QueryView>
      <Rows search={search} range={now} onBy={(by) => show({ by })} />
    </section>
  );
}

interface RowsProps {
  search: SalesSearch;
  range: Range;
  onBy: (by: SalesSearch["by"]) => void;
}

function Rows({ search: { by }, range, onBy }: RowsProps) {
  const query = useQuery({ ...salesQuery({ by, ...range }), placeholderData: keepPreviousData });
  function save({ sales, totals }: SalesReport) {
    const rows = tableOf(linesOf(sales, range), totals, by);
    saveAs(csvFile(rows), texts.file(by, range.from, range.to));
  }
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Choice
          label={texts.by}
          choices={GROUPINGS.map((value) => ({ value, label: texts.groupings[value] }))}
          value={by}
          onChange={onBy}
        />
        {query.data && query.data.sales.length > 0 && !query.isPlaceholderData && (
          <Button variant="secondary" onClick={() => query.data && save(query.data)}>
            <Download aria-hidden className="size-5" /> {texts.csv}
          </Button>
        )}
      </div>
      <QueryView
        className="min-w-0"
        query={query}
        pending={<Skeleton className="h-64" />}
        failed={failed}
        isEmpty={({ sales }) => sales.length === 0}
        empty={
          <EmptyState
            level={3}
            title={texts.none}
            hint={texts.noneHint}
            icon={<TrendingUp aria-hidden className="size-10" />}
          />
        }
      >
        {/* The previous grouping's rows stay until the new ones arrive. */}
        {({ sales, totals, by: shown }) => (
          <SalesTable lines={linesOf(sales, range)} totals={totals} by={shown} />
        )}
      </QueryView>
    </div>
  );
}
