import type { ViewReport } from "@/api/types";
import { formatCount } from "@/lib/count";
import { formatDateTime } from "@/lib/dates";
import { texts } from "../texts";

const words = texts.views;
const cell = "py-2 pr-4";

/** The existing builds of a view, side by side. */
export function Builds({ name, builds }: { name: string; builds: ViewReport["generations"] }) {
  return (
    <details className="min-w-0 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">
        {words.details} ({builds.length})
      </summary>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full text-left">
          <caption className="sr-only">{words.generations(name)}</caption>
          <thead className="text-muted">
            <tr>
              {[
                words.generation,
                words.columns.state,
                words.code,
                words.columns.position,
                words.columns.rows,
                words.builtAt,
              ].map((header) => (
                <th key={header} scope="col" className={`${cell} font-semibold`}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line tabular-nums">
            {builds.map((build) => (
              <tr key={build.number}>
                <th scope="row" className={`${cell} font-semibold`}>
                  {build.number}
                </th>
                <td className={cell}>{words.kinds[build.state]}</td>
                <td className={cell}>{build.version}</td>
                <td className={cell}>{formatCount(build.position)}</td>
                <td className={cell}>{formatCount(build.rows)}</td>
                <td className={`${cell} whitespace-nowrap`}>{formatDateTime(build.builtAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
