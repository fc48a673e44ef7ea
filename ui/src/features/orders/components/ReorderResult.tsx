import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Dialog } from "@/ui/Dialog";
import type { Reordered } from "../model/reorder";
import { texts } from "../texts";

const words = texts.reorder;

interface Props {
  result: Reordered;
  merchantId: string;
  onClose: () => void;
}

/** The differences between a reorder and its original. */
export function ReorderResult({ result, merchantId, onClose }: Props) {
  const { added, missing, fewer, repriced } = result;
  const lines = [
    ...missing.map(({ name, why }) => ({ name, text: words[why] })),
    ...fewer.map((line) => ({ name: line.name, text: words.fewer(line.added, line.wanted) })),
    ...repriced.map(({ name, was, now }) => ({
      name,
      text: words.price(formatMoney(was), formatMoney(now)),
    })),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={missing.length + fewer.length > 0 ? words.title(added) : words.changedTitle}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.close}
          </Button>
          {added > 0 ? (
            <ButtonLink to="/cart">{words.toCart}</ButtonLink>
          ) : (
            <ButtonLink to="/merchant/$id" params={{ id: merchantId }}>
              {words.visit}
            </ButtonLink>
          )}
        </>
      }
    >
      {added > 0 && <p className="mb-3">{words.added(added)}</p>}
      <ul className="grid gap-2">
        {lines.map(({ name, text }) => (
          <li key={name + text}>
            <span className="font-semibold">{name}</span>: {text}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
