import { useState, type ReactNode } from "react";
import { Button } from "@/ui/Button";
import type { ButtonVariant } from "@/ui/buttonClass";
import { Dialog } from "@/ui/Dialog";
import type { Act } from "../../model/act";
import { ActDialog } from "./ActDialog";

const VARIANTS: Record<Act["look"], ButtonVariant> = {
  danger: "danger",
  approve: "leaf",
  plain: "secondary",
};

interface Props {
  title: string;
  acts: readonly Act[];
  /** Shown before the buttons: an unavailable action with its reason. */
  beside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** All details of a row, with its actions. It closes after an action, which may have removed the row. */
export function DetailDialog({ title, acts, beside, onClose, children }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  return (
    <>
      <Dialog
        open
        kind="sheet"
        title={title}
        onClose={onClose}
        footer={
          <>
            {beside}
            {acts.map((one) => (
              <Button key={one.label} size="sm" variant={VARIANTS[one.look]} onClick={() => setAct(one)}>
                {one.label}
              </Button>
            ))}
          </>
        }
      >
        {children}
      </Dialog>
      {act && <ActDialog act={act} onClose={() => setAct(null)} onDone={onClose} />}
    </>
  );
}
