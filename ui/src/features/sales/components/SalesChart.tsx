import { formatDate } from "@/lib/dates";
import { formatDollars, formatMoney } from "@/lib/money";
import { axisTop, type ChartStep } from "../model/series";
import { texts } from "../texts";

interface Props {
  now: ChartStep[];
  before: ChartStep[];
  /** Describes the chart in a sentence. */
  label: string;
}

const WIDTH = 720;
const HEIGHT = 240;
const MARGIN_LEFT = 48;
const MARGIN_BOTTOM = 24;
const MARGIN_TOP = 12;
const shortDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** Net sales as bars; a dashed line shows the period before. The table below has the same numbers. */
export function SalesChart({ now, before, label }: Props) {
  const top = axisTop([...now, ...before].map(({ net }) => net));
  const width = (WIDTH - MARGIN_LEFT) / Math.max(1, now.length);
  const y = (value: number) =>
    HEIGHT - MARGIN_BOTTOM - (Math.max(0, value) / top) * (HEIGHT - MARGIN_BOTTOM - MARGIN_TOP);
  const x = (index: number) => MARGIN_LEFT + index * width;
  const line = before.map(({ net }, index) => `${x(index) + width / 2},${y(net)}`).join(" ");
  const labelled = now.length > 8 ? [0, Math.floor(now.length / 2), now.length - 1] : [...now.keys()];
  return (
    <figure>
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full">
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line x1={MARGIN_LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className="stroke-line" />
            <text x={MARGIN_LEFT - 8} y={y(value) + 4} textAnchor="end" fontSize={12} className="fill-muted">
              {formatDollars(value)}
            </text>
          </g>
        ))}
        {now.map((step, index) => (
          <rect
            key={step.from}
            x={x(index) + width * 0.15}
            width={width * 0.7}
            y={y(step.net)}
            height={HEIGHT - MARGIN_BOTTOM - y(step.net)}
            rx={Math.min(3, width * 0.2)}
            className="fill-leaf"
          >
            <title>{`${formatDate(step.to)}: ${formatMoney(step.net)}`}</title>
          </rect>
        ))}
        <polyline
          points={line}
          fill="none"
          strokeWidth={2}
          strokeDasharray="5 4"
          className="stroke-butter-ink"
        />
        {labelled.map((index) => (
          <text
            key={index}
            x={x(index) + width / 2}
            y={HEIGHT - 6}
            textAnchor={now.length > 8 && index === now.length - 1 ? "end" : "middle"}
            fontSize={12}
            className="fill-muted"
          >
            {shortDay.format(new Date(now[index]?.to ?? 0))}
          </text>
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-full border-6 border-leaf" /> {texts.now}
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden className="w-5 border-t-2 border-dashed border-butter-ink" /> {texts.before}
        </span>
      </figcaption>
    </figure>
  );
}
