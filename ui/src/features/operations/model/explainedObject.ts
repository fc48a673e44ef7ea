const KINDS = ["order", "product"] as const;
export type ExplainedKind = (typeof KINDS)[number];

/** The kind and id of the object in question. */
export interface ExplainedObject {
  kind: ExplainedKind;
  id: string;
}

/** The object of the stream `order-0199c0de-…`; undefined for streams of other kinds. */
export function objectOf(stream: string | undefined): ExplainedObject | undefined {
  const kind = KINDS.find((one) => stream?.startsWith(`${one}-`));
  const id = kind && stream?.slice(kind.length + 1);
  return kind && id ? { kind, id } : undefined;
}
