import { Eye } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Product } from "@/api/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { texts } from "../texts";

const words = texts.preview;

/** The shop's own parts, which another feature brings. */
export interface PreviewSlots {
  card: (product: Product) => ReactNode;
  page: (product: Product) => ReactNode;
}

/** The card as lists show it, which follows the form on wide screens. */
export function PreviewCard({ product, slots }: { product: Product; slots: PreviewSlots }) {
  return (
    <aside aria-label={words.title} className="sticky top-28 hidden gap-3 xl:grid">
      <h3 className="text-sm font-semibold">{words.title}</h3>
      <div inert>{slots.card(product)}</div>
      <p className="text-sm text-muted">{words.hint}</p>
    </aside>
  );
}

/** Opens card and page as shoppers see them. */
export function PreviewButton({ product, slots }: { product: Product; slots: PreviewSlots }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Eye aria-hidden className="size-5" /> {words.button}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title} kind="sheet">
        {/* Nothing in it takes the focus, so that the keyboard could not scroll it. */}
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
