import { Package } from "lucide-react";
import { useState } from "react";
import { smallPicture } from "@/lib/files";
import { cx } from "./cx";

interface Props {
  /** A missing or broken picture shows a package icon. */
  src: string | undefined;
  alt: string;
  /** Without rounded corners, for a card that has its own. */
  square?: boolean;
  /** Loads at once, for the page's LCP picture; others load when they come near the screen. */
  eager?: boolean;
  sizes?: string;
}

/** A 4:3 product picture with reserved space. Demo and uploaded pictures also exist at half size. */
export function Picture({ src, alt, square, eager, sizes }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = cx("aspect-4/3 w-full bg-sunken object-cover", !square && "rounded-ui");
  if (!src || broken === src) {
    return (
      <span
        role="img"
        aria-label={alt || undefined}
        aria-hidden={alt ? undefined : true}
        className={cx(frame, "flex items-center justify-center text-muted")}
      >
        <Package aria-hidden className="size-1/4 max-h-16" />
      </span>
    );
  }
  const small = smallPicture(src);
  return (
    <img
      src={src}
      srcSet={small ? `${small} 400w, ${src} 800w` : undefined}
      sizes={small ? (sizes ?? "400px") : undefined}
      alt={alt}
      width={800}
      height={600}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding={eager ? "sync" : "async"}
      className={frame}
      onError={() => setBroken(src)}
    />
  );
}
