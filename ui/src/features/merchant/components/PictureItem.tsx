import { ArrowLeft, ArrowRight, X } from "lucide-react";
import type { DragEvent } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Picture } from "@/ui/Picture";
import type { ProductPicture } from "../model/productForm";
import { texts } from "../texts";

const words = texts.pictures;

interface Props {
  picture: ProductPicture;
  index: number;
  count: number;
  /** The picture is being dragged. */
  dragged: boolean;
  onDrag: (dragging: boolean) => void;
  /** Called when another picture is dragged over it. */
  onOver: (event: DragEvent) => void;
  onMove: (to: number) => void;
  onAlt: (alt: string) => void;
  onRemove: () => void;
}

export const moveButtonId = (url: string, by: -1 | 1): string => `move${by}:${url}`;

/** One picture with its description; it can be dragged, moved by buttons and removed. */
export function PictureItem({ picture, index, count, dragged, onDrag, onOver, ...on }: Props) {
  const step = (by: -1 | 1) => {
    const to = index + by;
    const possible = to >= 0 && to < count;
    const Icon = by < 0 ? ArrowLeft : ArrowRight;
    return (
      <Button
        id={moveButtonId(picture.url, by)}
        variant="secondary"
        size="sm"
        // Stays focusable at both ends: a disabled button would lose the focus.
        aria-disabled={!possible || undefined}
        aria-label={by < 0 ? words.moveLeft(index + 1) : words.moveRight(index + 1)}
        onClick={() => possible && on.onMove(to)}
      >
        <Icon aria-hidden className="size-4" />
      </Button>
    );
  };
  return (
    // Dragging is for the mouse; the keyboard uses the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onDragOver={onOver}
      className={cx(
        "grid content-start gap-2 rounded-ui border border-line bg-surface p-2",
        dragged && "opacity-50",
      )}
    >
      <div className="relative cursor-grab">
        <Picture src={picture.url} alt={words.one(index + 1)} sizes="240px" />
        {index === 0 && (
          <span className="absolute start-1.5 top-1.5 rounded-full bg-leaf px-2.5 py-0.5 text-xs font-semibold text-on-leaf">
            {words.cover}
          </span>
        )}
        <span className="absolute end-1 top-1">
          <Button variant="secondary" size="icon" aria-label={words.remove(index + 1)} onClick={on.onRemove}>
            <X aria-hidden className="size-5" />
          </Button>
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {step(-1)}
        {step(1)}
        {index > 0 && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={words.makeCoverOf(index + 1)}
            onClick={() => on.onMove(0)}
          >
            {words.makeCover}
          </Button>
        )}
      </div>
      <Field label={words.alt(index + 1)} required={false}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            placeholder={words.altExample}
            value={picture.alt}
            onChange={(event) => on.onAlt(event.target.value)}
          />
        )}
      </Field>
    </li>
  );
}
