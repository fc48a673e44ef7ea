import type { PersonCount } from "@/api/types";
import { formatCount } from "@/lib/count";
import { texts } from "../personTexts";

const words = texts.log;
const cell = "px-3 py-2 text-right tabular-nums";

interface Props {
  counts: readonly PersonCount[];
  all: PersonCount;
  /** The whole log was read. */
  ended: boolean;
}

/** The number of events about a person, and how many of these are readable. */
export function PersonLog({ counts, all, ended }: Props) {
  return (
    <section aria-labelledby="person-log" aria-busy={!ended} className="grid gap-2 text-sm">
      <h3 id="person-log" className="text-h3">
        {words.title}
      </h3>
      <p className="text-muted">{words.hint}</p>
      <div className="overflow-x-auto rounded-ui border border-line bg-surface">
        <table className="w-full text-left">
          <caption className="sr-only">{words.caption}</caption>
          <thead className="bg-sunken text-muted">
            <tr>
              <th scope="col" className="px-3 py-2">
                {words.columns.category}
              </th>
              {(["events", "readable", "erased"] as const).map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-right">
                  {words.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {[...counts, all].map((count) => (
              <tr key={count.category} className={count === all ? "font-semibold" : undefined}>
                <th scope="row" className="px-3 py-2 font-[inherit]">
                  {count.category}
                </th>
                <td className={cell}>{formatCount(count.events)}</td>
                <td className={cell}>{formatCount(count.readable)}</td>
                <td className={cell}>{formatCount(count.erased)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
