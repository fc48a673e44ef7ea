import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { nothing, SENTENCE } from "../samples";

export function OpenDialog() {
  return (
    <Dialog open onClose={nothing} title="Set your location" footer={<Button>Save</Button>}>
      <p className="mb-4">{SENTENCE}</p>
      <Field label="ZIP code" error="Enter a five-digit ZIP code">
        {(control) => <Input {...control} defaultValue="9411" />}
      </Field>
    </Dialog>
  );
}
