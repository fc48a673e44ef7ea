import { useRef, useState, type KeyboardEvent } from "react";
import type { ProductImage } from "@/api/types";
import { cx } from "@/ui/cx";
import { Picture } from "@/ui/Picture";
import { texts } from "../../texts";

/** The displayed width of the large picture; preloads.json has the same. */
export const PICTURE_SIZES = "(min-width: 1280px) 640px, (min-width: 768px) 50vw, 100vw";

interface Props {
  name: string;
  images: ProductImage[];
}

/** A product's pictures: one large, and thumbnails with arrow-key navigation. */
export function Gallery({ name, images }: Props) {
  const [index, setIndex] = useState(0);
  const strip = useRef<HTMLDivElement>(null);
  const shown = images[index] ?? images[0];
  function onKeyDown(event: KeyboardEvent) {
    const last = images.length - 1;
    const next = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setIndex(next);
    strip.current?.querySelectorAll("button")[next]?.focus();
  }
  return (
    <div>
      <Picture src={shown?.url} alt={shown?.alt || name} eager sizes={PICTURE_SIZES} />
      {images.length > 1 && (
        <div
          ref={strip}
          role="toolbar"
          aria-label={texts.product.pictures(name)}
          className="mt-3 flex gap-2 overflow-x-auto p-1.5"
        >
          {images.map((image, position) => (
            <button
              key={image.url}
              type="button"
              aria-label={texts.product.picture(position + 1, images.length)}
              aria-pressed={position === index}
              tabIndex={position === index ? 0 : -1}
              className={cx(
                "chosen-edge w-18 shrink-0 rounded-ui border-3 p-0.5 sm:w-26",
                position !== index && "opacity-75 hover:opacity-100",
              )}
              onClick={() => setIndex(position)}
              onKeyDown={onKeyDown}
            >
              <Picture src={image.url} alt="" sizes="100px" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
