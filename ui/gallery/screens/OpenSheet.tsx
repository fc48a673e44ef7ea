import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { nothing } from "../samples";

export function OpenSheet() {
  return (
    <Dialog open kind="sheet" onClose={nothing} title="Filters" footer={<Button>Show 24 results</Button>}>
      <div className="grid gap-3">
        <Checkbox label="Certified organic" defaultChecked />
        <Checkbox label="In stock" />
      </div>
    </Dialog>
  );
}
