// Three versions of a form's values meet when somebody else has saved the thing while it was edited: the values that
// were read, those typed here, and those saved there.

/** A version of a thing: its revision, and its values in the form. */
export interface Version<T> {
  revision: number;
  values: T;
}

/** Fields that both sides have changed, each in its way. */
export interface Contest<T> {
  names: readonly (keyof T & string)[];
  mine: Partial<T>;
  theirs: Partial<T>;
}

export interface Merged<T> {
  values: T;
  /** The fields that only the other side has changed; `values` has them. */
  taken: readonly (keyof T & string)[];
  /** The fields to choose; `values` has mine. */
  contests: readonly Contest<T>[];
}

const pick = <T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges field by field: a field that I did not touch takes their value, one that I touched keeps mine. `together`
 * names fields that only make sense together, such as the parts of an address.
 */
export function merge<T extends object>(
  base: T,
  mine: T,
  theirs: T,
  together: readonly (readonly (keyof T & string)[])[] = [],
): Merged<T> {
  const single = (Object.keys(mine) as (keyof T & string)[]).filter(
    (name) => !together.some((names) => names.includes(name)),
  );
  let values = mine;
  const taken: (keyof T & string)[] = [];
  const contests: Contest<T>[] = [];
  for (const names of [...together, ...single.map((name) => [name])]) {
    const [was, here, there] = [pick(base, names), pick(mine, names), pick(theirs, names)];
    if (same(there, was) || same(there, here)) continue;
    if (same(here, was)) {
      values = { ...values, ...there };
      taken.push(...names.filter((name) => !same(there[name], was[name])));
    } else contests.push({ names, mine: here, theirs: there });
  }
  return { values, taken, contests };
}
