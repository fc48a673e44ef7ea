import { Gallery } from "@/features/catalog/components/product/Gallery";
import { Choice } from "@/features/sales/components/Choice";
import { Switch } from "@/features/settings/components/Switch";
import { FilterBar } from "@/ui/FilterBar";
import { HeartButton } from "@/ui/HeartButton";
import { NumberedPagination } from "@/ui/NumberedPagination";
import { ProgressBar } from "@/ui/ProgressBar";
import { Stepper } from "@/ui/Stepper";
import { Tabs } from "@/ui/Tabs";
import { States } from "../State";
import { nothing, squashes } from "../samples";
import type { ReactNode } from "react";

const CHOICES = ["day", "week"] as const;
const choices = CHOICES.map((value) => ({ value, label: value, count: 3 }));

/** A component in two states; the tests compare its two pictures in forced colors. */
function Pair({ name, wide, of }: { name: string; wide?: true; of: (second: boolean) => ReactNode }) {
  return (
    <div data-pair={name} className={wide ? "col-span-full grid gap-2" : "grid gap-2 *:w-80"}>
      <p className="text-xs text-muted">{name}</p>
      <div data-first>{of(false)}</div>
      <div data-second>{of(true)}</div>
    </div>
  );
}

/** What is chosen, on, done or current, beside what is not. */
export function Chosen() {
  return (
    <States of="Chosen or not" columns={2}>
      <Pair name="switch" of={(on) => <Switch label="By e-mail" checked={on} onChange={nothing} />} />
      <Pair
        name="tabs"
        of={(second) => (
          <Tabs label="Period" tabs={choices} value={second ? "week" : "day"} onChange={nothing}>
            {null}
          </Tabs>
        )}
      />
      <Pair
        name="chips"
        wide
        of={(second) => (
          <FilterBar
            label="Period"
            choices={choices}
            value={second ? "week" : "day"}
            onChange={nothing}
            query={undefined}
            onQuery={nothing}
            searchLabel="Find"
            searchHint=""
            found=""
          />
        )}
      />
      <Pair
        name="periods"
        of={(second) => (
          <Choice label="Period" choices={choices} value={second ? "week" : "day"} onChange={nothing} />
        )}
      />
      <Pair
        name="pages"
        of={(second) => <NumberedPagination page={second ? 3 : 2} totalPages={4} onChange={nothing} />}
      />
      <Pair
        name="steps"
        of={(second) => <Stepper label="Steps" steps={["One", "Two", "Three"]} current={second ? 2 : 1} />}
      />
      <Pair name="progress" of={(second) => <ProgressBar label="Packed" share={second ? 0.5 : 0} />} />
      <Pair
        name="heart"
        of={(pressed) => <HeartButton label="Add kale to favorites" pressed={pressed} onClick={nothing} />}
      />
      <Pair
        name="thumbnails"
        of={(second) => (
          <Gallery
            key={String(second)}
            name="Kale"
            images={[
              ...squashes.images,
              ...squashes.images.map((image) => ({ ...image, url: `${image.url}#2` })),
            ]}
          />
        )}
      />
    </States>
  );
}
