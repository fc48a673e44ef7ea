import { Dialog } from "@/ui/Dialog";
import { nothing } from "../samples";

export function OpenDrawer() {
  return (
    <Dialog open kind="side" onClose={nothing} title="Menu">
      <p>Products</p>
    </Dialog>
  );
}
