import { useState } from "react";
import { readDraft } from "@/lib/drafts";
import { Button } from "@/ui/Button";
import type { AppForm } from "@/ui/form/useAppForm";
import type { ProductForm } from "../model/productForm";
import { texts } from "../texts";

const words = texts.draft;

interface Props {
  form: AppForm<ProductForm>;
  draft: string;
  start: ProductForm;
}

/** Says that the form holds an earlier draft, and offers to start over. */
export function DraftNotice({ form, draft, start }: Props) {
  const [restored, setRestored] = useState(() => readDraft(draft, start) !== null);
  if (!restored) return null;
  return (
    <p role="status" className="flex flex-wrap items-center gap-3 rounded-ui bg-butter-soft px-4 py-3">
      <span className="flex-1">{words.restored}</span>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          form.discard();
          setRestored(false);
        }}
      >
        {words.discard}
      </Button>
    </p>
  );
}
