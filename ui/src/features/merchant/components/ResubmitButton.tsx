import { RotateCcw } from "lucide-react";
import { useState } from "react";
import type { Product } from "@/api/types";
import { Button } from "@/ui/Button";
import { resubmitCertificate, resubmitProduct } from "../api/products";
import { texts } from "../texts";
import { ConfirmedAction } from "./ConfirmedAction";

const KINDS = {
  product: { words: texts.resubmit, send: resubmitProduct },
  certificate: { words: texts.resubmitCertificate, send: resubmitCertificate },
} as const;

interface Props {
  product: Product;
  kind: keyof typeof KINDS;
}

/** Requests another review of a rejected product or certificate. */
export function ResubmitButton({ product, kind }: Props) {
  const [asking, setAsking] = useState(false);
  const { words, send } = KINDS[kind];
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={words.buttonOf(product.name)}
        onClick={() => setAsking(true)}
      >
        <RotateCcw aria-hidden className="size-4" /> {words.button}
      </Button>
      <ConfirmedAction
        open={asking}
        onClose={() => setAsking(false)}
        title={words.title(product.name)}
        confirmLabel={words.button}
        run={() => send(product._id)}
        done={words.done}
        failed={words.failed}
      >
        {words.consequence}
      </ConfirmedAction>
    </>
  );
}
