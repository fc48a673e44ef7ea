import type { StoryView } from "@/api/types";
import { formatCount } from "@/lib/count";
import { Card } from "@/ui/Card";
import { Table, type Column } from "@/ui/Table";
import { texts } from "../storyTexts";

const COLUMNS: Column<StoryView>[] = [
  {
    key: "view",
    header: texts.columns.view,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  { key: "state", header: texts.columns.state, cell: (view) => <Applied view={view} /> },
  {
    key: "position",
    header: texts.columns.position,
    align: "end",
    cell: ({ position }) => formatCount(position),
  },
];

/** The views that have the events of a story. */
export function StoryViews({ views }: { views: StoryView[] }) {
  return (
    <section aria-labelledby="story-views" className="grid gap-2">
      <h3 id="story-views" className="text-h3">
        {texts.views}
      </h3>
      <p className="text-muted">{texts.viewsHint}</p>
      {views.length === 0 ? (
        <p>{texts.noViews}</p>
      ) : (
        <Table
          caption={texts.views}
          columns={COLUMNS}
          rows={views}
          rowKey={({ name }) => name}
          card={(view) => (
            <Card className="grid gap-1">
              <p className="font-semibold">{view.name}</p>
              <Applied view={view} />
            </Card>
          )}
        />
      )}
    </section>
  );
}

function Applied({ view: { reads, applied, parked, lag } }: { view: StoryView }) {
  return (
    <span className="grid">
      <span>{texts.applied(applied, reads)}</span>
      {applied + parked < reads && <span className="text-danger">{texts.behind(lag)}</span>}
      {parked > 0 && <span className="text-danger">{texts.parked(parked)}</span>}
    </span>
  );
}
