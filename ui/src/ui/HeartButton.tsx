import { Heart } from "lucide-react";
import { buttonClass } from "./buttonClass";
import { cx } from "./cx";

interface Props {
  /** The action of a press: "Add kale to favorites". */
  label: string;
  pressed: boolean;
  onClick: () => void;
  /** Small, round and borderless, for the corner of a picture. */
  overPicture?: boolean;
}

export function HeartButton({ label, pressed, onClick, overPicture }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={
        overPicture
          ? "flex size-9 items-center justify-center rounded-full border border-transparent bg-surface text-ink shadow-sm hover:bg-sunken"
          : buttonClass("secondary", "icon")
      }
      onClick={onClick}
    >
      <Heart aria-hidden className={cx("size-5", pressed && "fill-current text-danger")} />
    </button>
  );
}
