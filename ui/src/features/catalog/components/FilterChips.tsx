import { X } from "lucide-react";
import type { Chip } from "../model/chips";

interface Props {
  chips: Chip[];
  onRemove: (chip: Chip) => void;
  onClear: () => void;
}

/** What the list is narrowed by; each chip removes itself. */
export function FilterChips({ chips, onRemove, onClear }: Props) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Applied filters" className="flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={chip.key}>
          <button
            type="button"
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-leaf-soft py-1 pr-2.5 pl-3.5 text-sm font-semibold hover:bg-sunken"
            aria-label={`Remove filter ${chip.label}`}
            onClick={() => onRemove(chip)}
          >
            {chip.label}
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="min-h-9 px-2 text-sm font-semibold underline underline-offset-4"
          onClick={onClear}
        >
          Clear all
        </button>
      </li>
    </ul>
  );
}
