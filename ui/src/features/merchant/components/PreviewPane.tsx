import { Eye } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Product } from "@/api/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { texts } from "../texts";

const words = texts.preview;

/** The catalog's components, passed in from another feature. */
export interface PreviewSlots {
  card: (product: Product) => ReactNode;
  page: (product: Product) => ReactNode;
}

/** The product's card in lists; it follows the form on wide screens. */
export function PreviewCard({ product, slots }: { product: Product; slots: PreviewSlots }) {
  return (
    <aside aria-label={words.title} className="sticky top-28 hidden gap-3 xl:grid">
      <h3 className="text-sm font-semibold">{words.title}</h3>
      <div inert>{slots.card(product)}</div>
      <p className="text-sm text-muted">{words.hint}</p>
    </aside>
  );
}

/** Opens a preview of card and page. */
export function PreviewButton({ product, slots }: { product: Product; slots: PreviewSlots }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Eye aria-hidden className="size-5" /> {words.button}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title} kind="sheet">
        {/* Nothing inside is focusable, so the group itself must be for keyboard scrolling. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div role="group" aria-label={words.page} tabIndex={0}>
          <p className="mb-4 text-sm text-muted">{words.hint}</p>
          <div inert className="grid gap-8">
            <div className="mx-auto w-60">{slots.card(product)}</div>
            {slots.page(product)}
          </div>
        </div>
      </Dialog>
    </>
  );
}
