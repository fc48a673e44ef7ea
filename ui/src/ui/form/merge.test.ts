import { expect, it } from "vitest";
import { merge } from "./merge";

interface Values {
  name: string;
  tags: string[];
  street: string;
  zip: string;
}
const TOGETHER = [["street", "zip"]] as const;
const BASE: Values = { name: "Kale", tags: ["a"], street: "1 Hill Road", zip: "05401" };
const MINE: Values = { name: "Red kale", tags: ["a", "mine"], street: "2 Hill Road", zip: "05402" };
const THEIRS: Values = { name: "Curly kale", tags: ["a", "theirs"], street: "9 Lake Road", zip: "05403" };

/** Every way of changing some of the fields: 16 sets of names. */
const names = Object.keys(BASE) as (keyof Values)[];
const subsets = Array.from({ length: 2 ** names.length }, (_, bits) =>
  names.filter((_name, index) => bits & (1 << index)),
);
const changed = (touched: readonly (keyof Values)[], to: Values): Values => ({
  ...BASE,
  ...Object.fromEntries(touched.map((name) => [name, to[name]])),
});
const unitOf = (name: keyof Values) => TOGETHER.find((unit) => unit.includes(name as "zip")) ?? [name];

it("takes theirs where I changed nothing, and keeps mine everywhere else", () => {
  for (const here of subsets) {
    for (const there of subsets) {
      const [mine, theirs] = [changed(here, MINE), changed(there, THEIRS)];
      const merged = merge(BASE, mine, theirs, TOGETHER);
      const contested = merged.contests.flatMap((contest) => contest.names);
      for (const name of names) {
        const touches = (side: readonly string[]) => unitOf(name).some((one) => side.includes(one));
        expect(merged.values[name]).toEqual(touches(here) ? mine[name] : theirs[name]);
        expect(contested.includes(name)).toBe(touches(here) && touches(there));
        expect(merged.taken.includes(name)).toBe(there.includes(name) && !touches(here));
      }
    }
  }
});

it("has nothing to choose where both made the same change", () => {
  expect(merge(BASE, MINE, MINE, TOGETHER)).toEqual({ values: MINE, taken: [], contests: [] });
});

it("shows both values of a field that both changed", () => {
  expect(merge(BASE, MINE, { ...BASE, name: "Curly kale", zip: "05403" }, TOGETHER).contests).toEqual([
    {
      names: ["street", "zip"],
      mine: { street: "2 Hill Road", zip: "05402" },
      theirs: { street: "1 Hill Road", zip: "05403" },
    },
    { names: ["name"], mine: { name: "Red kale" }, theirs: { name: "Curly kale" } },
  ]);
});
