const KINDS = ["order", "product"] as const;
export type AboutKind = (typeof KINDS)[number];

/** The kind and id of the object in question. */
export interface About {
  kind: AboutKind;
  id: string;
}

/** The object of the stream `order-0199c0de-…`; undefined for streams of other kinds. */
export function aboutOf(stream: string | undefined): About | undefined {
  const kind = KINDS.find((one) => stream?.startsWith(`${one}-`));
  const id = kind && stream?.slice(kind.length + 1);
  return kind && id ? { kind, id } : undefined;
}
