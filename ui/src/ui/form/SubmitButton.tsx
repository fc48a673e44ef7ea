import type { ReactNode } from "react";
import { Button } from "../Button";

interface Props {
  form: { busy: boolean };
  busyLabel?: string;
  children: ReactNode;
}

/** Submits the form; shows that it is being sent, and never sends it twice. */
export function SubmitButton({ form, busyLabel, children }: Props) {
  return (
    <Button type="submit" busy={form.busy} busyLabel={busyLabel}>
      {children}
    </Button>
  );
}
