import { useRef, type ReactNode } from "react";
import type { FileRule } from "@/lib/files";
import { Button } from "./Button";

interface Props {
  /** Id of the control; error summaries link to it. */
  id: string;
  /** Ids of its hint and error. */
  describedBy?: string;
  rule: FileRule;
  /** Allows several files at once. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** Opens the browser's file dialog. The browser's own control is hidden visually. */
export function FileButton({ id, describedBy, rule, multiple, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className="inline-flex">
      <Button
        id={id}
        aria-describedby={describedBy}
        variant="secondary"
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-testid={`${id}-file`}
        accept={rule.types.join(",")}
        multiple={multiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows the same file again after a failure.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </span>
  );
}
