import { Trash2 } from "lucide-react";
import { useEffect } from "react";
import { startTooltips } from "@/lib/tooltips";
import { Button } from "@/ui/Button";

/** The picture test focuses the button by keyboard. */
export function OpenTooltip() {
  useEffect(startTooltips, []);
  return (
    <div className="flex justify-center">
      <Button variant="quiet" size="icon" aria-label="Remove Butternut Squash from your cart">
        <Trash2 aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
