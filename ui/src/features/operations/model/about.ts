const KINDS = ["order", "product"] as const;
export type AboutKind = (typeof KINDS)[number];

/** The thing that is asked about. */
export interface About {
  kind: AboutKind;
  id: string;
}

/** `order:0199c0de-…` of the URL; undefined for anything else. */
export function aboutOf(text: string | undefined): About | undefined {
  const [kind, id] = text?.split(":") ?? [];
  const known = KINDS.find((one) => one === kind);
  return known && id ? { kind: known, id } : undefined;
}
