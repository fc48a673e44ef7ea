import type { ReactNode } from "react";
import { Button } from "../Button";

interface Props {
  form: { busy: boolean };
  busyLabel?: string;
  children: ReactNode;
}

/** Sends the form; shows that it is on its way and sends nothing twice. */
export function SubmitButton({ form, busyLabel, children }: Props) {
  return (
    <Button type="submit" busy={form.busy} busyLabel={busyLabel}>
      {children}
    </Button>
  );
}
