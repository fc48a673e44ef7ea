import { useState, type DragEvent, type ReactNode } from "react";
import { cx } from "../cx";

interface Props {
  onFiles: (files: File[]) => void;
  children: ReactNode;
  className?: string;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** Accepts dropped files; a button inside serves everyone else. */
export function DropZone({ onFiles, className, children }: Props) {
  const [over, setOver] = useState(false);
  return (
    // Dropping is for the mouse; keyboard users have the button inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      data-highlighted={over || undefined}
      className={cx(
        "rounded-ui border border-dashed p-4 transition-colors",
        over ? "border-leaf bg-leaf-soft" : "border-control",
        className,
      )}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
    </div>
  );
}
