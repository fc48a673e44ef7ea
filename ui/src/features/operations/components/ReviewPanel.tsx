import { useQuery } from "@tanstack/react-query";
import type { BuildReview, RowChange } from "@/api/types";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { reviewQuery } from "../api/operations";
import { texts } from "../texts";

const words = texts.review;
const cell = "py-1 pr-4 align-top";
type Table = BuildReview["tables"][number];

const differs = (table: Table) =>
  table.added + table.removed + table.changed > 0 || table.servingRows === null || table.rebuiltRows === null;

/** The differences between a complete build and the serving one, before the swap. */
export function ReviewPanel({ name, reviewedAt }: { name: string; reviewedAt: string }) {
  const query = useQuery(reviewQuery(name, reviewedAt));
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-24" />}
      failed={{ title: words.failed, hint: texts.tryAgain }}
    >
      {(review) => <Differences review={review} />}
    </QueryView>
  );
}

function Differences({ review }: { review: BuildReview }) {
  const different = review.tables.filter(differs);
  const same = review.tables.length - different.length;
  return (
    <section aria-label={words.title} className="grid min-w-0 gap-3">
      <h4 className="font-semibold">{words.title}</h4>
      {review.notCompared !== null ? (
        <p className="font-semibold">{review.notCompared}</p>
      ) : (
        <p className="text-muted">
          {different.length === 0 ? words.same : words.hint} {words.comparedAt(review.position)}
        </p>
      )}
      {review.parked > 0 && <p>{words.parked(review.parked)}</p>}
      {different.map((table) => (
        <div key={table.table} className="grid min-w-0 gap-1">
          <p>
            <span className="font-semibold">{table.table}</span>{" "}
            {words.counts(table.changed, table.added, table.removed)}
          </p>
          <p className="text-muted">{words.rows(table.servingRows, table.rebuiltRows)}</p>
          {table.examples.length > 0 && (
            <details className="min-w-0">
              <summary className="min-h-6 cursor-pointer font-semibold">
                {words.examples(table.examples.length)}
              </summary>
              <ul className="mt-2 grid min-w-0 gap-3">
                {table.examples.map((row) => (
                  <li key={`${row.kind} ${row.key}`} className="min-w-0">
                    <Row row={row} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      ))}
      {different.length > 0 && same > 0 && <p className="text-muted">{words.none(same)}</p>}
    </section>
  );
}

function Row({ row }: { row: RowChange }) {
  const title = `${words.row[row.kind]}: ${row.key}`;
  const value = (text: string | null, masked: boolean) =>
    text === null ? (
      <span className="text-muted">{words.nothing}</span>
    ) : masked ? (
      <span className="text-muted">{words.masked}</span>
    ) : (
      text
    );
  return (
    // Focusable, so that the keyboard can scroll it on a narrow screen.
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-w-0 overflow-x-auto"
    >
      <table className="w-full text-left">
        <caption className="pb-1 text-left font-semibold break-all">{title}</caption>
        <thead className="text-muted">
          <tr>
            {Object.entries(words.columns).map(([key, label]) => (
              <th key={key} scope="col" className={cell}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {row.fields.map((field) => (
            <tr key={field.name}>
              <th scope="row" className={`${cell} font-normal`}>
                {field.name}
              </th>
              <td className={`${cell} break-words`}>{value(field.before, field.masked)}</td>
              <td className={`${cell} break-words`}>{value(field.after, field.masked)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
