import { cx } from "./cx";
import { Picture } from "./Picture";

const sizes = {
  sm: { frame: "w-14", sizes: "56px" },
  md: { frame: "w-20", sizes: "80px" },
  lg: { frame: "w-24 sm:w-32", sizes: "128px" },
} as const;

interface Props {
  src: string | undefined;
  size?: keyof typeof sizes;
}

/** A small decorative picture; the text beside it names the object. */
export function Thumbnail({ src, size = "md" }: Props) {
  return (
    <span className={cx("block shrink-0 self-start", sizes[size].frame)}>
      <Picture src={src} alt="" sizes={sizes[size].sizes} />
    </span>
  );
}
