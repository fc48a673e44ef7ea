/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Change {
  /** The path of the value, such as `items.0.price`. */
  path: string;
  /** Undefined: it did not exist. */
  before: Json | undefined;
  after: Json | undefined;
}

const isBranch = (value: Json | undefined): value is Json[] | { [key: string]: Json } =>
  typeof value === "object" && value !== null;

/** The owner of a masked personal value; undefined if it is not masked. */
export function maskedAccount(value: Json): string | undefined {
  if (!isBranch(value) || Array.isArray(value)) return undefined;
  const account = value.$masked;
  return typeof account === "string" ? account : undefined;
}

/** The differences between two values, leaf by leaf, in the order of the paths. */
export function changesBetween(before: Json | undefined, after: Json | undefined, path = ""): Change[] {
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const [one, other] = [before, after] as Record<string, Json>[];
    const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
    return names.flatMap((name) =>
      changesBetween(one?.[name], other?.[name], path === "" ? name : `${path}.${name}`),
    );
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

/** A value on one line. */
export function lineOf(value: Json | undefined): string {
  if (value === undefined) return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}
