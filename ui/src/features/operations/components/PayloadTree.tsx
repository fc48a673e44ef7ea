import { lineOf, maskedAccount, type Json } from "../model/tree";
import { texts } from "../texts";

const words = texts.events;

/** A payload as a tree. The server masks personal values. */
export function PayloadTree({ value }: { value: Json }) {
  if (maskedAccount(value) !== undefined) return <Masked account={maskedAccount(value) ?? ""} />;
  if (typeof value !== "object" || value === null) {
    return <span className="break-all">{lineOf(value)}</span>;
  }
  const entries = Object.entries(value) as [string, Json][];
  if (entries.length === 0) return <span>{Array.isArray(value) ? "[]" : "{}"}</span>;
  return (
    <ul className="grid gap-1 pl-3">
      {entries.map(([name, child]) => (
        <li key={name}>
          <span className="text-muted">{name}: </span>
          <PayloadTree value={child} />
        </li>
      ))}
    </ul>
  );
}

function Masked({ account }: { account: string }) {
  return (
    <span className="rounded-ui bg-sunken px-2 text-muted" title={words.maskedAccount(account)}>
      {words.masked}
    </span>
  );
}
